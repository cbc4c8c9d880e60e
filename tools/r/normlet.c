/* What R calls: normlet.h behind .Call. A pack is an external pointer, many answers are a list of columns. */
#include <normlet.h>

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

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

static void set_names(SEXP columns, int place, const char *name, SEXP value) {
	SET_VECTOR_ELT(columns, place, value);
	SET_STRING_ELT(Rf_getAttrib(columns, R_NamesSymbol), place, Rf_mkChar(name));
}

static SEXP numbers(const double *values, int64_t count) {
	SEXP column = Rf_allocVector(REALSXP, count);
	if (count > 0)
		memcpy(REAL(column), values, count * sizeof *values);
	return column;
}

/* columns_of copies a result: mention (from 1), rank, nil and the fields of each match. */
static SEXP columns_of(const normlet_result *r) {
	static const char *names[] = {"id", "namespace", "name", "matched", "kind", "stage"};
	const uint32_t *texts[] = {r->id, r->name_space, r->name, r->matched, r->kind, r->stage};
	const int64_t n = r->matches;
	SEXP columns = PROTECT(Rf_allocVector(VECSXP, 12));
	Rf_setAttrib(columns, R_NamesSymbol, Rf_allocVector(STRSXP, 12));
	SEXP row = Rf_allocVector(REALSXP, n);
	set_names(columns, 0, "row", row);
	SEXP rank = Rf_allocVector(INTSXP, n);
	set_names(columns, 1, "rank", rank);
	SEXP nil = Rf_allocVector(LGLSXP, n);
	set_names(columns, 2, "nil", nil);
	for (int64_t i = 0; i < r->answers; i++)
		for (int64_t m = r->match_offsets[i]; m < r->match_offsets[i + 1]; m++) {
			REAL(row)[m] = (double)(i + 1);
			INTEGER(rank)[m] = (int)(m - r->match_offsets[i] + 1);
			LOGICAL(nil)[m] = r->nil[i];
		}
	for (int t = 0; t < 6; t++) {
		SEXP column = Rf_allocVector(STRSXP, n);
		set_names(columns, 3 + t, names[t], column);
		for (int64_t m = 0; m < n; m++)
			SET_STRING_ELT(column, m, Rf_mkCharCE(normlet_string(r, texts[t][m]), CE_UTF8));
	}
	set_names(columns, 9, "score", numbers(r->score, n));
	set_names(columns, 10, "p", numbers(r->p, n));
	set_names(columns, 11, "margin", numbers(r->margin, n));
	UNPROTECT(1);
	return columns;
}

/* release frees a result once it is copied, or R has run out of memory. */
static SEXP copy(void *result) { return columns_of(result); }
static void release(void *result, Rboolean jump) { normlet_free(result); (void)jump; }

static SEXP r_lookup(SEXP pack, SEXP mentions, SEXP contexts, SEXP namespaces, SEXP k, SEXP min_p) {
	char *error = NULL;
	normlet_result *result;
	normlet_options options = NORMLET_OPTIONS;
	normlet_texts list = texts_of(mentions), around = {NULL, 0, NULL, 0};
	options.k = Rf_asInteger(k);
	options.min_p = Rf_asReal(min_p);
	options.namespaces = Rf_translateCharUTF8(STRING_ELT(namespaces, 0));
	options.namespaces_length = (int64_t)strlen(options.namespaces);
	if (!Rf_isNull(contexts))
		around = texts_of(contexts);
	if (normlet_lookup(handle_of(pack), &list, around.offsets ? &around : NULL, &options, &result, &error) != NORMLET_OK)
		fail(error);
	SEXP token = PROTECT(R_MakeUnwindCont());
	SEXP columns = R_UnwindProtect(copy, result, release, result, token);
	UNPROTECT(1);
	return columns;
}

static const R_CallMethodDef calls[] = {
	{"r_open", (DL_FUNC)&r_open, 1},
	{"r_close", (DL_FUNC)&r_close, 1},
	{"r_lookup", (DL_FUNC)&r_lookup, 6},
	{NULL, NULL, 0},
};

void R_init_rnormlet(DllInfo *info) {
	R_registerRoutines(info, NULL, calls, NULL, NULL);
	R_useDynamicSymbols(info, FALSE);
}
