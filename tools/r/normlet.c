/* What R calls: normlet.h behind .Call. A pack is an external pointer, many answers are a list of columns. */
#include <normlet.h>

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* fail raises the error of the library in R, which copies the text. */
static void fail(char *error) {
	char text[2048];
	strncpy(text, error ? error : "normlet: no reason given", sizeof text - 1);
	text[sizeof text - 1] = 0;
	normlet_free(error);
	Rf_error("%s", text);
}

static void close_pack(SEXP pack) {
	if (TYPEOF(pack) != EXTPTRSXP)
		Rf_error("no pack: want what normlet_open returns");
	normlet_handle *handle = R_ExternalPtrAddr(pack);
	if (handle == NULL)
		return;
	normlet_close(*handle);
	free(handle);
	R_ClearExternalPtr(pack);
}

static normlet_handle handle_of(SEXP pack) {
	if (TYPEOF(pack) != EXTPTRSXP)
		Rf_error("no pack: want what normlet_open returns");
	normlet_handle *handle = R_ExternalPtrAddr(pack);
	return handle ? *handle : 0; /* which the library says is closed */
}

/* r_open opens the file of a path, or for NULL the pack of the library. */
static SEXP r_open(SEXP path) {
	char *error = NULL;
	normlet_handle *handle = malloc(sizeof *handle);
	if (handle == NULL)
		Rf_error("not enough memory");
	const char *file = Rf_isNull(path) ? NULL : Rf_translateCharUTF8(STRING_ELT(path, 0));
	int32_t status = file ? normlet_open(file, (int64_t)strlen(file), handle, &error) : normlet_open_default(handle, &error);
	if (status != NORMLET_OK) {
		free(handle);
		fail(error);
	}
	SEXP pack = PROTECT(R_MakeExternalPtr(handle, R_NilValue, R_NilValue));
	R_RegisterCFinalizerEx(pack, close_pack, TRUE);
	UNPROTECT(1);
	return pack;
}

static SEXP r_close(SEXP pack) {
	close_pack(pack);
	return R_NilValue;
}

/* texts_of packs a character vector into memory that R frees after the call. NA is empty. */
static normlet_texts texts_of(SEXP vector) {
	normlet_texts texts = {NULL, 0, NULL, XLENGTH(vector)};
	int64_t *offsets = (int64_t *)R_alloc(texts.count + 1, sizeof *offsets);
	const char **list = (const char **)R_alloc(texts.count + 1, sizeof *list);
	offsets[0] = 0;
	for (int64_t i = 0; i < texts.count; i++) {
		SEXP s = STRING_ELT(vector, i);
		list[i] = s == NA_STRING ? "" : Rf_translateCharUTF8(s);
		offsets[i + 1] = offsets[i] + (int64_t)strlen(list[i]);
	}
	texts.length = offsets[texts.count];
	char *bytes = R_alloc(texts.length + 1, 1);
	for (int64_t i = 0; i < texts.count; i++)
		memcpy(bytes + offsets[i], list[i], offsets[i + 1] - offsets[i]);
	texts.bytes = bytes;
	texts.offsets = offsets;
	return texts;
}

/* options_of reads what normlet_options of normlet.R makes; the texts are those of R. */
static normlet_options options_of(SEXP list) {
	normlet_options options = NORMLET_OPTIONS;
	options.k = Rf_asInteger(VECTOR_ELT(list, 0));
	options.threads = Rf_asInteger(VECTOR_ELT(list, 1));
	options.min_p = Rf_asReal(VECTOR_ELT(list, 2));
	options.flags = (uint32_t)Rf_asInteger(VECTOR_ELT(list, 3));
	const char **texts[] = {&options.namespaces, &options.prefer, &options.organisms, &options.lang, &options.show};
	int64_t *lengths[] = {&options.namespaces_length, &options.prefer_length, &options.organisms_length, &options.lang_length, &options.show_length};
	for (int i = 0; i < 5; i++) {
		*texts[i] = Rf_translateCharUTF8(STRING_ELT(VECTOR_ELT(list, 4), i));
		*lengths[i] = (int64_t)strlen(*texts[i]);
	}
	return options;
}

/* A column has a name, and of each match, or of the answer that has it, a text, a number or whether something holds. */
struct column {
	const char *name;
	int of_answer;
	const uint32_t *text;
	const double *number;
	const int32_t *count;
	const uint8_t *holds;
};

static SEXP cells_of(const normlet_result *r, const struct column *c, const int64_t *answer) {
	SEXP cells = PROTECT(Rf_allocVector(c->text ? STRSXP : c->number ? REALSXP : c->count ? INTSXP : LGLSXP, r->matches));
	for (int64_t m = 0; m < r->matches; m++) {
		int64_t at = c->of_answer ? answer[m] : m;
		if (c->text)
			SET_STRING_ELT(cells, m, Rf_mkCharCE(normlet_string(r, c->text[at]), CE_UTF8));
		else if (c->number)
			REAL(cells)[m] = c->number[at];
		else if (c->count)
			INTEGER(cells)[m] = c->count[at];
		else
			LOGICAL(cells)[m] = c->holds[at];
	}
	UNPROTECT(1);
	return cells;
}

/* ambiguous_of joins the ids that tie, of the answer of each match. */
static SEXP ambiguous_of(const normlet_result *r, const int64_t *answer) {
	SEXP cells = PROTECT(Rf_allocVector(STRSXP, r->matches));
	for (int64_t m = 0; m < r->matches; m++) {
		size_t size = 1;
		int64_t from = r->ambiguous_offsets[answer[m]], to = r->ambiguous_offsets[answer[m] + 1];
		for (int64_t i = from; i < to; i++)
			size += strlen(normlet_string(r, r->ambiguous[i])) + 1;
		char *text = R_alloc(size, 1), *end = text;
		*text = 0;
		for (int64_t i = from; i < to; i++)
			end += sprintf(end, i > from ? " %s" : "%s", normlet_string(r, r->ambiguous[i]));
		SET_STRING_ELT(cells, m, Rf_mkCharCE(text, CE_UTF8));
	}
	UNPROTECT(1);
	return cells;
}

/* columns_of copies a result: row and rank of each match from 1, its fields, and those of its answer. */
static SEXP columns_of(const normlet_result *r) {
	const struct column columns[] = {
		{"nil", 1, NULL, NULL, NULL, r->nil}, {"id", 0, r->id, NULL, NULL, NULL}, {"namespace", 0, r->name_space, NULL, NULL, NULL},
		{"name", 0, r->name, NULL, NULL, NULL}, {"matched", 0, r->matched, NULL, NULL, NULL}, {"kind", 0, r->kind, NULL, NULL, NULL},
		{"stage", 0, r->stage, NULL, NULL, NULL}, {"distance", 0, NULL, NULL, r->distance, NULL}, {"score", 0, NULL, r->score, NULL, NULL},
		{"p", 0, NULL, r->p, NULL, NULL}, {"margin", 0, NULL, r->margin, NULL, NULL}, {"same", 0, r->same, NULL, NULL, NULL},
		{"broader", 0, r->broader, NULL, NULL, NULL}, {"exactly", 0, NULL, r->exactly, NULL, NULL}, {"taxon", 0, r->taxon, NULL, NULL, NULL},
		{"undecided", 1, NULL, NULL, NULL, r->undecided}, {"p_nil", 1, NULL, r->p_nil, NULL, NULL}, {"parent", 1, r->parent, NULL, NULL, NULL},
		{"parent_name", 1, r->parent_name, NULL, NULL, NULL}, {"parent_p", 1, NULL, r->parent_p, NULL, NULL}, {"organism", 1, r->organism, NULL, NULL, NULL},
	};
	const int count = sizeof columns / sizeof *columns;
	SEXP frame = PROTECT(Rf_allocVector(VECSXP, count + 3)), names = PROTECT(Rf_allocVector(STRSXP, count + 3));
	SEXP row = Rf_allocVector(REALSXP, r->matches);
	SET_VECTOR_ELT(frame, 0, row);
	SEXP rank = Rf_allocVector(INTSXP, r->matches);
	SET_VECTOR_ELT(frame, 1, rank);
	int64_t *answer = (int64_t *)R_alloc(r->matches + 1, sizeof *answer);
	for (int64_t i = 0; i < r->answers; i++)
		for (int64_t m = r->match_offsets[i]; m < r->match_offsets[i + 1]; m++) {
			answer[m] = i;
			REAL(row)[m] = (double)(i + 1);
			INTEGER(rank)[m] = (int)(m - r->match_offsets[i] + 1);
		}
	SET_STRING_ELT(names, 0, Rf_mkChar("row"));
	SET_STRING_ELT(names, 1, Rf_mkChar("rank"));
	for (int c = 0; c < count; c++) {
		SET_STRING_ELT(names, c + 2, Rf_mkChar(columns[c].name));
		SET_VECTOR_ELT(frame, c + 2, cells_of(r, &columns[c], answer));
	}
	SET_STRING_ELT(names, count + 2, Rf_mkChar("ambiguous"));
	SET_VECTOR_ELT(frame, count + 2, ambiguous_of(r, answer));
	Rf_setAttrib(frame, R_NamesSymbol, names);
	UNPROTECT(2);
	return frame;
}

/* copied calls copy, and frees what the library gave once it is copied, or R has run out of memory. */
static void release(void *given, Rboolean jump) { normlet_free(given); (void)jump; }

static SEXP copied(SEXP (*copy)(void *), void *given) {
	SEXP token = PROTECT(R_MakeUnwindCont());
	SEXP value = R_UnwindProtect(copy, given, release, given, token);
	UNPROTECT(1);
	return value;
}

static SEXP copy_result(void *result) { return columns_of(result); }

static SEXP copy_text(void *text) {
	SEXP string = PROTECT(Rf_mkCharCE(text, CE_UTF8)), value = Rf_ScalarString(string);
	UNPROTECT(1);
	return value;
}

static SEXP r_lookup(SEXP pack, SEXP mentions, SEXP contexts, SEXP options) {
	char *error = NULL;
	normlet_result *result;
	normlet_texts list = texts_of(mentions), around = {NULL, 0, NULL, 0};
	normlet_options how = options_of(options);
	if (!Rf_isNull(contexts))
		around = texts_of(contexts);
	if (normlet_lookup(handle_of(pack), &list, around.offsets ? &around : NULL, &how, &result, &error) != NORMLET_OK)
		fail(error);
	return copied(copy_result, result);
}

static SEXP r_annotate(SEXP pack, SEXP text, SEXP types, SEXP options) {
	char *error = NULL, *json;
	const char *given = Rf_translateCharUTF8(STRING_ELT(text, 0)), *wanted = Rf_translateCharUTF8(STRING_ELT(types, 0));
	normlet_options how = options_of(options);
	if (normlet_annotate(handle_of(pack), given, (int64_t)strlen(given), wanted, (int64_t)strlen(wanted), &how, &json, &error) != NORMLET_OK)
		fail(error);
	return copied(copy_text, json);
}

static SEXP r_names(SEXP pack, SEXP id) {
	char *error = NULL, *json;
	const char *given = Rf_translateCharUTF8(STRING_ELT(id, 0));
	if (normlet_names(handle_of(pack), given, (int64_t)strlen(given), &json, &error) != NORMLET_OK)
		fail(error);
	return copied(copy_text, json);
}

static SEXP r_info(SEXP pack) {
	char *error = NULL, *json;
	if (normlet_info(handle_of(pack), &json, &error) != NORMLET_OK)
		fail(error);
	return copied(copy_text, json);
}

static const R_CallMethodDef calls[] = {
	{"r_open", (DL_FUNC)&r_open, 1},
	{"r_close", (DL_FUNC)&r_close, 1},
	{"r_lookup", (DL_FUNC)&r_lookup, 4},
	{"r_annotate", (DL_FUNC)&r_annotate, 4},
	{"r_names", (DL_FUNC)&r_names, 2},
	{"r_info", (DL_FUNC)&r_info, 1},
	{NULL, NULL, 0},
};

void R_init_rnormlet(DllInfo *info) {
	R_registerRoutines(info, NULL, calls, NULL, NULL);
	R_useDynamicSymbols(info, FALSE);
}
