/* Calls everything in normlet.h, with what a careful caller sends and with what a hostile one does. */
#include "normlet.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(ok) do { if (!(ok)) { fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #ok); exit(1); } } while (0)
#define COUNT 3

static const int64_t offsets[COUNT + 1] = {0, 6, 13, 15};
static const normlet_texts mentions = {"FOX-P2aspirin  ", 15, offsets, COUNT};
static const normlet_options defaults = NORMLET_OPTIONS;

/* refused checks that a call failed with a status and a text that says why. */
static void refused(int line, int32_t got, int32_t want, char *error, const char *reason) {
	if (got != want || error == NULL || strstr(error, reason) == NULL) {
		fprintf(stderr, "line %d: status %d, %s; want %d and \"%s\"\n", line, got, error ? error : "no text", want, reason);
		exit(1);
	}
	normlet_free(error);
}
#define REFUSED(call, status, reason) do { int32_t got = (call); refused(__LINE__, got, (status), error, (reason)); } while (0)

/* sum reads every byte of a result, so that a sanitizer sees all of it. */
static uint64_t sum(const normlet_result *r) {
	uint64_t total = 0;
	CHECK(r->match_offsets[0] == 0 && r->match_offsets[r->answers] == r->matches);
	CHECK(r->ambiguous_offsets[0] == 0 && r->ambiguous_offsets[r->answers] == r->ambiguous_ids);
	for (int64_t i = 0; i < r->answers; i++) {
		CHECK(r->nil[i] <= 1 && r->undecided[i] <= r->nil[i] && r->p_nil[i] >= 0 && r->p_nil[i] <= 1);
		CHECK(r->match_offsets[i] <= r->match_offsets[i + 1]);
	}
	for (int64_t i = 0; i < r->matches; i++) {
		const uint32_t texts[] = {r->id[i], r->name_space[i], r->name[i], r->matched[i], r->kind[i], r->stage[i]};
		CHECK(r->p[i] >= 0 && r->p[i] <= 1 && r->margin[i] <= 1 && r->score[i] <= 1 && r->distance[i] >= 0);
		for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
			CHECK(texts[t] < r->strings);
			CHECK(strlen(normlet_string(r, texts[t])) == (size_t)(r->string_offsets[texts[t] + 1] - r->string_offsets[texts[t]] - 1));
			total += strlen(normlet_string(r, texts[t]));
		}
	}
	for (int64_t i = 0; i < r->ambiguous_ids; i++)
		total += strlen(normlet_string(r, r->ambiguous[i]));
	CHECK(r->bytes > r->string_offsets[r->strings]);
	return total;
}

static void look_up(normlet_handle pack) {
	normlet_result *r, *one;
	char *error = "none";
	CHECK(normlet_lookup(pack, &mentions, NULL, &defaults, &r, &error) == NORMLET_OK && error == NULL);
	CHECK(r->answers == COUNT && r->matches == 2 && !r->nil[0] && !r->nil[1] && r->nil[2]);
	CHECK(strcmp(normlet_string(r, r->id[0]), "NCBIGene:93986") == 0);
	CHECK(strcmp(normlet_string(r, r->name_space[0]), "NCBIGene") == 0);
	CHECK(strcmp(normlet_string(r, r->stage[0]), "normalized") == 0);
	CHECK(strcmp(normlet_string(r, r->matched[1]), "Aspirin") == 0);
	CHECK(sum(r) > 0);

	normlet_options options = NORMLET_OPTIONS;
	options.k = 2;
	options.threads = 7;
	options.flags = NORMLET_NEAR;
	options.namespaces = "NCBIGene,GO";
	options.namespaces_length = 11;
	options.prefer = "GO";
	options.prefer_length = 2;
	CHECK(normlet_lookup(pack, &mentions, NULL, &options, &one, NULL) == NORMLET_OK);
	CHECK(one->matches == 4 && one->p[0] == one->p[0] && sum(one) > 0);
	normlet_free(one);
	normlet_free(r);

	const normlet_texts none = {NULL, 0, offsets, 0};
	CHECK(normlet_lookup(pack, &none, NULL, NULL, &r, &error) == NORMLET_OK);
	CHECK(r->answers == 0 && r->matches == 0 && sum(r) == 0);
	normlet_free(r);
}

/* contexts tells apart what the mention alone leaves close. */
static void contexts(normlet_handle pack) {
	const char *around = "RagA and RagB bind raptor and p18 at the lysosome";
	const int64_t p18[] = {0, 3}, whole[] = {0, (int64_t)strlen(around)};
	const normlet_texts mention = {"p18", 3, p18, 1}, context = {around, whole[1], whole, 1};
	normlet_result *alone, *with;
	char *json, *error;
	CHECK(normlet_lookup(pack, &mention, NULL, NULL, &alone, &error) == NORMLET_OK);
	CHECK(normlet_lookup(pack, &mention, &context, NULL, &with, &error) == NORMLET_OK);
	CHECK(with->ambiguous_ids > 1 && strcmp(normlet_string(with, with->id[0]), "NCBIGene:55004") == 0);
	CHECK(strcmp(normlet_string(alone, alone->id[0]), "NCBIGene:55004") != 0 || alone->p[0] < with->p[0]);
	normlet_free(alone);
	normlet_free(with);

	const char *text = "Ataxia telangiectasia (AT) is rare. AT is inherited.";
	CHECK(normlet_document(pack, text, (int64_t)strlen(text), &mention, NULL, &with, &error) == NORMLET_OK);
	CHECK(with->answers == 1 && sum(with) > 0);
	normlet_free(with);
	CHECK(normlet_document(pack, NULL, 0, NULL, NULL, &with, &error) == NORMLET_OK && with->answers == 0);
	normlet_free(with);

	CHECK(normlet_gilda(pack, &mentions, NULL, NULL, &json, &error) == NORMLET_OK);
	CHECK(strncmp(json, "[[{\"term\":{\"norm_text\":\"foxp2\"", 29) == 0 && strstr(json, ",[]]") != NULL);
	normlet_free(json);
	CHECK(normlet_gilda_models(pack, &json, &error) == NORMLET_OK && strstr(json, ",\"CAP1\",") != NULL);
	normlet_free(json);
	normlet_options mouse = NORMLET_OPTIONS;
	mouse.lang = mouse.show = "es"; /* the pack has no words and names in it */
	mouse.lang_length = mouse.show_length = 2;
	mouse.organisms = "10090,no such animal";
	mouse.organisms_length = 20;
	CHECK(normlet_gilda(pack, &mentions, NULL, &mouse, &json, &error) == NORMLET_OK);
	normlet_free(json);
	CHECK(normlet_detect(pack, "gene", 4, &mentions, NULL, &json, &error) == NORMLET_OK);
	CHECK(strncmp(json, "{\"kind\":\"", 9) == 0 && strstr(json, "\"read\":") != NULL);
	normlet_free(json);
	CHECK(normlet_detect(pack, NULL, 0, NULL, NULL, &json, &error) == NORMLET_OK && strncmp(json, "{\"kind\":\"empty\"", 15) == 0);
	normlet_free(json);
	normlet_options some = NORMLET_OPTIONS;
	some.show = "es";
	some.show_length = 2;
	some.organisms = "human";
	some.organisms_length = 5;
	some.flags = NORMLET_EXACTLY;
	CHECK(normlet_annotate(pack, "\xc3\xa9 no FOXP2", 11, "gene", 4, &some, &json, &error) == NORMLET_OK);
	CHECK(strncmp(json, "[{\"start\":5,\"end\":10,\"text\":\"FOXP2\"", 35) == 0 && strstr(json, "\"negated\":true") != NULL);
	normlet_free(json);
	some.flags = NORMLET_OVERLAPS;
	some.min_p = 0.5;
	CHECK(normlet_annotate(pack, NULL, 0, NULL, 0, &some, &json, &error) == NORMLET_OK && strcmp(json, "[]\n") == 0);
	normlet_free(json);
	REFUSED(normlet_annotate(pack, "\xff", 1, NULL, 0, NULL, &json, &error), NORMLET_E_ARGUMENT, "not UTF-8");
	REFUSED(normlet_annotate(pack, "x", 1, "Oven", 4, NULL, &json, &error), NORMLET_E_NAMESPACE, "Oven");
	some.min_p = 2;
	REFUSED(normlet_annotate(pack, "x", 1, NULL, 0, &some, &json, &error), NORMLET_E_ARGUMENT, "min_p is 2");
	CHECK(normlet_info(pack, &json, &error) == NORMLET_OK && strstr(json, "\"namespaces\":[\"") != NULL);
	normlet_free(json);
}

static void hostile(normlet_handle pack, const char *file) {
	normlet_result *r = (normlet_result *)8;
	normlet_handle other = 8;
	char *error;
	const int64_t back[] = {0, 6, 2, 15}, beyond[] = {0, 6, 13, 16}, before[] = {-1, 6, 13, 15}, all[] = {0, 15};
	normlet_texts bad = mentions;
	normlet_options options = NORMLET_OPTIONS;

	REFUSED(normlet_lookup(pack, NULL, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "mentions is NULL");
	CHECK(r == NULL);
	REFUSED(normlet_lookup(pack, &mentions, NULL, NULL, NULL, &error), NORMLET_E_ARGUMENT, "result is NULL");
	bad.offsets = back;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "mention 1 is from byte 6 to byte 2");
	bad.offsets = beyond;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "mention 2");
	bad.offsets = before;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "mention 0");
	bad.offsets = NULL;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "offsets");
	bad = mentions;
	bad.count = -1;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "-1 texts");
	bad = mentions;
	bad.length = -1;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "-1 bytes");
	bad = mentions;
	bad.bytes = NULL;
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "15 bytes");
	bad = mentions;
	bad.bytes = "FOX-P2aspi\xff\xfen  ";
	REFUSED(normlet_lookup(pack, &bad, NULL, NULL, &r, &error), NORMLET_E_ARGUMENT, "mention 1 is not UTF-8");
	bad.bytes = "FOX-P2\0spirin  "; /* a NUL is a character as any other */
	CHECK(normlet_lookup(pack, &bad, NULL, NULL, &r, &error) == NORMLET_OK && r->answers == COUNT);
	normlet_free(r);
	bad.offsets = all;
	bad.count = 1;
	CHECK(normlet_lookup(pack, &mentions, &bad, NULL, &r, &error) == NORMLET_OK); /* one context for all */
	normlet_free(r);
	bad.offsets = offsets;
	bad.count = 2;
	REFUSED(normlet_lookup(pack, &mentions, &bad, NULL, &r, &error), NORMLET_E_ARGUMENT, "2 contexts for 3 mentions");

	options.k = 2000000000;
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_ARGUMENT, "k is 2000000000: want 1 to 128");
	options.k = -1;
	REFUSED(normlet_document(pack, "", 0, &mentions, &options, &r, &error), NORMLET_E_ARGUMENT, "k is -1");
	options = defaults;
	options.threads = 1025;
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_ARGUMENT, "threads is 1025");
	options = defaults;
	options.min_p = 0.0 / (options.k + 0.0); /* not a number */
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_ARGUMENT, "min_p is NaN");
	options = defaults;
	options.size = 4;
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_ARGUMENT, "options of 4 bytes");
	options = defaults;
	options.flags = 8;
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_ARGUMENT, "flags");
	options = defaults;
	options.namespaces = "nowhere";
	options.namespaces_length = 7;
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_NAMESPACE, "nowhere");
	options.namespaces = "GO\0GO";
	options.namespaces_length = 5;
	REFUSED(normlet_lookup(pack, &mentions, NULL, &options, &r, &error), NORMLET_E_ARGUMENT, "namespaces holds a NUL");

	REFUSED(normlet_open("no such file", 12, &other, &error), NORMLET_E_FILE, "no such file");
	CHECK(other == 0);
	REFUSED(normlet_open("no\0such", 7, &other, &error), NORMLET_E_ARGUMENT, "NUL");
	REFUSED(normlet_open(NULL, 7, &other, &error), NORMLET_E_ARGUMENT, "path");
	REFUSED(normlet_open("x", 1, NULL, &error), NORMLET_E_ARGUMENT, "handle is NULL");
	REFUSED(normlet_open_signed("x", 1, "short", 5, &other, &error), NORMLET_E_ARGUMENT, "key has 5 bytes: want the 32");
	REFUSED(normlet_open_signed("x", 1, NULL, 32, &other, &error), NORMLET_E_ARGUMENT, "key");
	REFUSED(normlet_open_signed(file, (int64_t)strlen(file), "12345678901234567890123456789012", 32, &other, &error), NORMLET_E_SIGNATURE, "sign");
	CHECK(other == 0);
	REFUSED(normlet_open_bytes("no pack at all", 14, &other, &error), NORMLET_E_PACK, "pack");
	REFUSED(normlet_open_bytes("", 0, &other, &error), NORMLET_E_PACK, "pack");
	CHECK(normlet_open_bytes("", 0, &other, NULL) == NORMLET_E_PACK);
}

/* closed uses handles under which no pack is open. */
static void closed(normlet_handle pack) {
	const normlet_handle handles[] = {0, pack, UINT64_MAX};
	normlet_result *r;
	char *json, *error;
	for (size_t i = 0; i < sizeof handles / sizeof *handles; i++) {
		REFUSED(normlet_lookup(handles[i], &mentions, NULL, NULL, &r, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_document(handles[i], "", 0, &mentions, NULL, &r, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_gilda(handles[i], &mentions, NULL, NULL, &json, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_detect(handles[i], "", 0, &mentions, NULL, &json, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_gilda_models(handles[i], &json, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_annotate(handles[i], "", 0, NULL, 0, NULL, &json, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_info(handles[i], &json, &error), NORMLET_E_CLOSED, "no pack is open");
		REFUSED(normlet_names(handles[i], "", 0, &json, &error), NORMLET_E_CLOSED, "no pack is open");
		normlet_close(handles[i]);
	}
}

/* until_closed looks up until somebody closes the pack. */
static void *until_closed(void *handle) {
	normlet_result *r;
	char *error;
	int64_t done = 0;
	int32_t status;
	while ((status = normlet_lookup(*(normlet_handle *)handle, &mentions, NULL, NULL, &r, &error)) == NORMLET_OK) {
		CHECK(strcmp(normlet_string(r, r->id[0]), "NCBIGene:93986") == 0);
		normlet_free(r);
		done++;
	}
	CHECK(status == NORMLET_E_CLOSED);
	normlet_free(error);
	return (void *)(intptr_t)done;
}

static void threads(void) {
	normlet_handle pack;
	pthread_t list[4];
	void *done;
	CHECK(normlet_open_default(&pack, NULL) == NORMLET_OK);
	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&list[i], NULL, until_closed, &pack) == 0);
	for (int i = 0; i < 50; i++)
		look_up(pack);
	normlet_close(pack);
	for (int i = 0; i < 4; i++) {
		CHECK(pthread_join(list[i], &done) == 0);
		CHECK((intptr_t)done > 0);
	}
}

int main(int count, char **arguments) {
	normlet_handle pack;
	char *error;
	CHECK(count == 2); /* a pack file */
	CHECK(normlet_abi() == NORMLET_ABI && strlen(normlet_version()) > 0);
	CHECK(normlet_open(arguments[1], (int64_t)strlen(arguments[1]), &pack, &error) == NORMLET_OK && pack != 0);
	look_up(pack);
	contexts(pack);
	hostile(pack, arguments[1]);
	normlet_close(pack);
	closed(pack);
	threads();
	normlet_free(NULL);
	puts("normlet.h: every function, hostile arguments, 4 threads");
	return 0;
}
