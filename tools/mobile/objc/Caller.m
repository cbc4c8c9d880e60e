// What an app does with the package, to be compiled against the generated header.
#include "Mobile.objc.h"

BOOL open_and_look_up(NSString *path, NSString *mention, NSError **error) {
	MobileNormalizer *n = path.length > 0 ? MobileOpen(path, error) : MobileOpenDefault(error);
	if (n == nil) {
		return NO;
	}
	MobileMatches *found = [n lookup:mention k:5 error:error];
	if (found == nil) {
		return NO;
	}
	for (long i = 0; i < [found len]; i++) {
		MobileMatch *match = [found get:i];
		NSLog(@"%@ %@ %@ %f%@", match.id_, match.name, match.stage, match.probability, match.tied ? @" tied" : @"");
	}
	NSLog(@"none of them: %d, %f, undecided: %d; tied: %ld", [found isNIL], [found nilProbability], [found undecided], [found tied]);
	NSLog(@"%@ is a kind of %@; of the organism %@", [found mention], [found parent].id_, [found organism]);
	if ([n lookupContext:mention context:@"speech" namespaces:@"" k:5 error:error] == nil) {
		return NO;
	}
	MobileInfo *info = [n info:error];
	NSLog(@"%@ %@, %ld names of %ld entities", info.name, info.license, info.nameCount, info.entityCount);
	MobileText *text = [n text:@"" namespaces:@""];
	[text add:mention];
	MobileTextMatches *all = [text lookup:5 error:error];
	for (long i = 0; i < [all len]; i++) {
		NSLog(@"%ld of %ld: %ld matches", i, [text len], [[all get:i] len]);
	}
	MobileSuggestions *typed = [n suggest:mention namespaces:@"" k:5 error:error];
	for (long i = 0; i < [typed len]; i++) {
		NSLog(@"%@ %@%@", [typed get:i].id_, [typed get:i].matched, [typed get:i].whole ? @" whole" : @"");
	}
	MobileOptions *options = [[MobileOptions alloc] init];
	options.k = 5;
	options.minProbability = 0.5;
	NSLog(@"none: %d", [[n lookupWith:mention options:options error:error] isNIL]);
	if ([text lookupWith:options error:error] == nil) {
		return NO;
	}
	MobileAnnotateOptions *wanted = [[MobileAnnotateOptions alloc] init];
	wanted.types = @"Disease";
	MobileSpans *spans = [n annotate:@"no asthma" options:wanted error:error];
	for (long i = 0; i < [spans len]; i++) {
		MobileSpan *span = [spans get:i];
		NSLog(@"%ld to %ld: %@ %@ %ld%@", span.start, span.end, span.type, span.id_, [[span answers] len], span.negated ? @" negated" : @"");
	}
	[n rest];
	[n close];
	return YES;
}

MobileNormalizer *bring(NSString *folder, NSData *root, int64_t now, NSData *(*fetch)(NSString *), NSError **error) {
	MobilePacks *packs = MobileOpenPacks(folder, root, error);
	NSLog(@"version %lld", [packs adopt:@"genes" version:1 pack:root error:nil].version);
	MobileUpdate *update = [packs update:@"genes" now:now];
	for (MobileWant *want = [update next]; want != nil; want = [update next]) {
		NSData *data = fetch(want.path);
		if (data != nil && data.length <= (NSUInteger)want.most) {
			[update give:data];
		} else if (want.content) {
			[update fail:@"no network"];
		} else {
			[update missing];
		}
	}
	MobileUpdated *done = [update result:error];
	NSLog(@"version %lld of %lld, %lld bytes%@%@: %@", done.version, done.found, done.received, done.delta ? @", a delta" : @"",
		done.upToDate ? @", as before" : @"", done.notes);
	NSLog(@"%lld bytes", [[packs look:@"genes" now:now] result:error].need);
	if (done == nil && [packs installed:@"genes" error:error].version > 1) {
		MobileInstalled *back = [packs rollback:@"genes" error:error];
		return [[packs updateTo:@"genes" version:back.version now:now] next] == nil ? nil : [packs openPack:@"genes" error:error];
	}
	return [packs openPack:@"genes" error:error];
}

BOOL is_closed(NSError *error) {
	return [MobileErrorKind(error.localizedDescription) isEqualToString:MobileKindClosed];
}

MobileNormalizer *open_other_ways(NSData *data, NSString *path, NSString *key, NSError **error) {
	MobileNormalizer *n = MobileOpenBytes(data, error);
	if (n == nil) {
		n = MobileOpenSigned(path, key, error);
	}
	return [n lookupIn:@"FOX-P2" namespaces:@"NCBIGene" k:1 error:error] == nil ? nil : n;
}
