// The names that the Swift library and docs/mobile.md call gobind's Objective-C by, as Swift's importer makes them. To be
// type-checked against the generated header without its NSError arguments, which Swift imports on Apple's systems alone.
import NormletBinding

let names: [Any] = [
    MobileNormalizer.lookup(with:options:), MobileNormalizer.lookup(_:k:), MobileNormalizer.lookup(in:namespaces:k:),
    MobileNormalizer.lookupContext(_:context:namespaces:k:), MobileNormalizer.suggest(_:namespaces:k:),
    MobileNormalizer.annotate(_:options:), MobileSpans.get(_:), MobileSpans.len, MobileSpan.get(_:), MobileSpan.len,
    MobileSpan.answers, MobileMatches.mention, MobileMatches.parent, MobileMatches.organism,
    MobileNormalizer.text(_:namespaces:), MobileNormalizer.rest, MobileNormalizer.close, MobileNormalizer.info,
    MobileText.lookup(with:), MobileText.lookup(_:), MobileText.add(_:), MobileTextMatches.get(_:), MobileTextMatches.len,
    MobileMatches.get(_:), MobileMatches.len, MobileMatches.isNIL, MobileMatches.nilProbability,
    MobileMatches.tied, MobileMatches.undecided, MobileSuggestions.get(_:), MobileSuggestions.len,
    MobileErrorKind(_:), MobilePacks.openPack(_:), MobilePacks.installed(_:), MobilePacks.rollback(_:),
    MobilePacks.adopt(_:version:pack:),
    MobilePacks.update(_:now:), MobilePacks.update(to:version:now:), MobilePacks.look(_:now:), MobileUpdate.next,
    MobileUpdate.give(_:), MobileUpdate.missing, MobileUpdate.fail(_:), MobileUpdate.result,
]
