/*
 * normlet.h: noisy names to ids, with a probability, for C, C++, R, Python and whatever else calls C.
 *
 *	normlet_handle pack;
 *	char *error;
 *	if (normlet_open_default(&pack, &error) != NORMLET_OK) { puts(error); normlet_free(error); return 1; }
 *
 *	int64_t offsets[] = {0, 6, 13};
 *	normlet_texts mentions = {"FOX-P2aspirin", 13, offsets, 2};
 *	normlet_options options = NORMLET_OPTIONS;
 *	normlet_result *result;
 *	if (normlet_lookup(pack, &mentions, NULL, &options, &result, &error) == NORMLET_OK) {
 *		for (int64_t i = 0; i < result->answers; i++)
 *			if (!result->nil[i])
 *				puts(normlet_string(result, result->id[result->match_offsets[i]]));
 *		normlet_free(result);
 *	}
 *	normlet_close(pack);
 *
 * Texts are UTF-8 with explicit lengths. A mention may hold any character; a path or a list of namespaces holds no NUL.
 *
 * Every function that can fail returns a status, NORMLET_OK or one of NORMLET_E... Unless `error` is NULL, it then
 * points *error to a text for people, which normlet_free frees, and on success to NULL. Nothing else is returned on
 * failure: handles are 0 and pointers NULL.
 *
 * All functions may be called by any thread at any time, normlet_close included: it waits for running look-ups, and
 * later ones are NORMLET_E_CLOSED. Handles are numbers, never used again.
 *
 * The library is written in Go, whose threads a fork does not copy: a child process must not call it without an exec.
 *
 * This is version 1 of the interface. A release that changes what is here has another NORMLET_ABI; functions may be
 * added to it, and fields to the end of normlet_result.
 */
#ifndef NORMLET_H
#define NORMLET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NORMLET_ABI 1

/* Status. */
enum {
	NORMLET_OK = 0,
	NORMLET_E_ARGUMENT = 1,  /* a pointer is NULL, a number out of range, a text not UTF-8 */
	NORMLET_E_CLOSED = 2,    /* no pack is open under the handle */
	NORMLET_E_FILE = 3,      /* the file cannot be read */
	NORMLET_E_PACK = 4,      /* the file is no pack, or a damaged one */
	NORMLET_E_NEWER = 5,     /* the pack needs a newer release */
	NORMLET_E_NAMESPACE = 6, /* the pack has no such namespace */
	NORMLET_E_MEMORY = 7,    /* there is not enough memory for the result */
	NORMLET_E_INTERNAL = 8,  /* a mistake in this library; please report it */
	NORMLET_E_SIGNATURE = 9  /* the pack is not signed, or not with this key */
};

/* An open pack; 0 is none. */
typedef uint64_t normlet_handle;

/*
 * Many texts in one: text i is bytes[offsets[i]] up to, not including, bytes[offsets[i+1]]. There are count + 1 offsets
 * and length bytes. Arrow's large strings have the same form.
 */
typedef struct normlet_texts {
	const char *bytes;
	int64_t length;
	const int64_t *offsets;
	int64_t count;
} normlet_texts;

enum {
	NORMLET_NEAR = 1,    /* near names also for mentions that are names, as further matches: several times slower */
	NORMLET_EXACTLY = 2, /* leaves out entities that are broader than the mention, as the species of a strain */
	NORMLET_OVERLAPS = 4 /* normlet_annotate: keeps spans that overlap likelier ones */
};

/* How to look up. NORMLET_OPTIONS asks for what the zeros in the comments mean. */
typedef struct normlet_options {
	uint32_t size;           /* sizeof(normlet_options) */
	uint32_t flags;          /* NORMLET_NEAR, NORMLET_EXACTLY, NORMLET_OVERLAPS, added up */
	int32_t k;               /* matches of a mention, 1 to 128; 0: 5 */
	int32_t threads;         /* 1 to 1024; 0: one for each processor */
	double min_p;            /* answers whose best match is less probable are NIL; 0: none */
	const char *namespaces;  /* only entities of these, separated by commas; length 0: all */
	int64_t namespaces_length;
	const char *prefer;      /* entities that are the same thing are one match, of the first of these that has it */
	int64_t prefer_length;
	const char *organisms;   /* whose genes are meant, the likeliest first, separated by commas: NCBI Taxonomy ids or words, as
	                            10090,mouse; unknown words say nothing, and if the pack lacks the genes, the answer is nil */
	int64_t organisms_length;
	const char *lang;        /* language of the mentions, such as es, in a pack with a table of its words; length 0: their words
	                            decide */
	int64_t lang_length;
	const char *show;        /* language of the names of entities, such as es or pt-BR; length 0: primary names */
	int64_t show_length;
} normlet_options;

#define NORMLET_OPTIONS {sizeof(normlet_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

/*
 * The answers to many mentions, in columns. All of it is one block of memory, freed by one normlet_free.
 *
 * The matches of answer i are match_offsets[i] up to, not including, match_offsets[i+1], the likeliest first. An answer
 * that is nil has matches, too: the nearest entities, of which most likely none is right.
 *
 * Texts of matches are numbers of strings: see normlet_string. Equal texts have equal numbers.
 */
typedef struct normlet_result {
	int64_t bytes;                    /* of all this */
	int64_t answers;
	int64_t matches;                  /* of all answers */
	int64_t ambiguous_ids;            /* of all answers */
	int64_t strings;

	/* of each answer */
	const int64_t *match_offsets;     /* answers + 1 */
	const int64_t *ambiguous_offsets; /* answers + 1 */
	const uint8_t *nil;               /* 1: most likely the pack has no such entity, or the options do not want it */
	const uint8_t *undecided;         /* 1: nil, but the best match is as likely: show it, too */
	const double *p_nil;              /* how likely it has none */

	/* of each match */
	const double *p;                  /* how likely this entity is meant */
	const double *margin;             /* p minus the p of the next match */
	const double *score;              /* how similar mention and matched name are, 0 to 1 */
	const int32_t *distance;          /* bits in which their codes differ */
	const uint32_t *id;
	const uint32_t *name_space;
	const uint32_t *name;             /* the primary name */
	const uint32_t *matched;          /* the name that was found */
	const uint32_t *kind;             /* of it: primary, exact, alias, related */
	const uint32_t *stage;            /* what found it: exact, normalized, ... */
	const uint32_t *same;             /* ids of the same thing in other lists, a blank between them; mostly empty */

	/* ids of the entities that tie with the best of answer i: ambiguous_offsets[i] up to ambiguous_offsets[i+1] */
	const uint32_t *ambiguous;

	const int64_t *string_offsets;    /* strings + 1; a NUL ends each string */
	const char *text;

	/* of each match */
	const uint32_t *broader;          /* words of the mention that the entity lacks, as the strain of a species; mostly empty */
	const double *exactly;            /* how likely exactly this entity is meant: p unless it is broader */
	const uint32_t *taxon;            /* NCBI Taxonomy id of a gene's organism, in a pack with genes of several; else empty */

	/* of each answer */
	const uint32_t *parent;           /* id of what an unsure answer is a kind of, if the pack knows that; mostly empty */
	const uint32_t *parent_name;
	const double *parent_p;           /* how likely that, or a kind of it, is meant */
	const uint32_t *organism;         /* NCBI Taxonomy id of the organism whose gene the pack lacks, if that is why an answer is nil */
} normlet_result;

/* normlet_string returns a string of a result, ended by NUL. Its length is the difference of two offsets minus 1. */
static inline const char *normlet_string(const normlet_result *result, uint32_t i) {
	return result->text + result->string_offsets[i];
}

/* The version of the interface that the library has: refuse any other than NORMLET_ABI. */
uint32_t normlet_abi(void);

/* The release, such as "0.1.0". It stays valid, and is not to be freed. */
const char *normlet_version(void);

/* Opens a pack file, a copy of a pack in memory, or the pack that the library carries: some 50 ms, 40 MB. */
int32_t normlet_open(const char *path, int64_t length, normlet_handle *handle, char **error);
int32_t normlet_open_bytes(const char *bytes, int64_t length, normlet_handle *handle, char **error);
int32_t normlet_open_default(normlet_handle *handle, char **error);

/* Opens a pack file only if it was signed with the private key of a public one: the 32 bytes of Ed25519. */
int32_t normlet_open_signed(const char *path, int64_t length, const char *key, int64_t key_length, normlet_handle *handle,
	char **error);

/* Frees a pack once its look-ups are done. A handle that is not open is no error. */
void normlet_close(normlet_handle handle);

/*
 * What the pack says of itself, as a JSON object: entities, names, bits, namespaces (a list), meta (an object of name,
 * version, license and others). normlet_free frees it.
 */
int32_t normlet_info(normlet_handle handle, char **json, char **error);

/* All names of an entity, as a JSON list, the one that is shown first; an empty one for an unknown id. */
int32_t normlet_names(normlet_handle handle, const char *id, int64_t length, char **json, char **error);

/*
 * Looks up mentions, each by itself. contexts is the text around them: as many texts as mentions, one text for all, or
 * NULL. options may be NULL.
 */
int32_t normlet_lookup(normlet_handle handle, const normlet_texts *mentions, const normlet_texts *contexts,
	const normlet_options *options, normlet_result **result, char **error);

/*
 * Looks up the mentions of one text jointly, given in their order: abbreviations stand for what the text or other
 * mentions say, and an entity that other mentions mean is likelier. The text may be empty.
 */
int32_t normlet_document(normlet_handle handle, const char *text, int64_t length, const normlet_texts *mentions,
	const normlet_options *options, normlet_result **result, char **error);

/* Looks up as normlet_lookup, and returns Gilda's scored matches: a JSON list of a list for each mention. */
int32_t normlet_gilda(normlet_handle handle, const normlet_texts *mentions, const normlet_texts *contexts,
	const normlet_options *options, char **json, char **error);

/* The names that context can tell apart, as a JSON list: Gilda's models. */
int32_t normlet_gilda_models(normlet_handle handle, char **json, char **error);

/*
 * What a column of a table holds, by up to 100 different cells of it and the name above it: a JSON object with kind (names, ids,
 * organisms, numbers, dates, text, empty, other), of (the namespace of most names, the database of ids), share (how many
 * different cells are that), known (how many ids the pack has), read (different cells that were read), mapped (a look-up is
 * worth it), namespace (what to limit it to, perhaps empty) and examples, a list of objects with cell, id and name. Of
 * options, namespaces counts.
 */
int32_t normlet_detect(normlet_handle handle, const char *name, int64_t length, const normlet_texts *cells,
	const normlet_options *options, char **json, char **error);

/*
 * Finds where a text names entities: a JSON list of objects with start and end in characters, text, type, id and name
 * (empty if the pack lacks the entity, joined by | if there are several), p, negated, hypothetical, of_other, past, and
 * answers, a list with an object for each entity: mention, the fields of an answer in a normlet_result, ambiguous as a list,
 * and matches, a list of objects with the fields of a match, name_space as namespace.
 *
 * types are the types or namespaces that are wanted, separated by commas; length 0: all. Spans that are entities with a
 * lower probability than min_p of the options are left out; threads, lang and NORMLET_NEAR have no effect, and an organism
 * whose genes the pack lacks is an error. options may be NULL.
 */
int32_t normlet_annotate(normlet_handle handle, const char *text, int64_t length, const char *types, int64_t types_length,
	const normlet_options *options, char **json, char **error);

/* Frees a result, a JSON text or an error. NULL is fine. */
void normlet_free(void *pointer);

#ifdef __cplusplus
}
#endif

#endif
