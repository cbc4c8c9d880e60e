# Look-ups in R over the C library, without other packages. Build the glue once (see docs/python.md), then:
#
#   source("normlet.R")
#   normlet_load("rnormlet.so")
#   n <- normlet_open()
#   normlet_lookup(n, c("FOX-P2", "aspirin"), k = 1)
#   cbind(genes, normlet_best(n, genes$symbol))
#   normlet_annotate(n, "No sign of asthma without FOXP2.")

normlet_load <- function(glue) {
  normlet_glue <<- dyn.load(glue)
}

normlet_call <- function(name, ...) .Call(getNativeSymbolInfo(name, normlet_glue)$address, ...)

# Opens a pack file, or without a path the pack of the library.
normlet_open <- function(path = NULL) {
  if (!is.null(path)) path <- as.character(path)
  normlet_call("r_open", path)
}

# Frees a pack; R does so, too, when nothing refers to it.
normlet_close <- function(pack) invisible(normlet_call("r_close", pack))

# What the glue takes for options, in its order.
normlet_options <- function(k, threads, min_p, near, exactly, overlaps, ...) {
  texts <- vapply(list(...), function(names) paste(names, collapse = ","), "")
  list(as.integer(k), as.integer(threads), as.numeric(min_p), as.integer(near + 2 * exactly + 4 * overlaps), texts)
}

# The k likeliest entities of each mention, a row each: row is the number of the mention. NA is nil.
# context is the text around the mentions: one for all, or one for each. min_p: answers whose best match is less probable are nil.
# namespace, prefer, organisms, near, exactly, lang and show are those of normlet lookup; threads is 0 for all processors.
# Of an answer, ambiguous has the ids that tie, and parent what an unsure one is a kind of.
normlet_lookup <- function(pack, mentions, k = 5, namespace = character(), context = NULL, min_p = 0, prefer = character(),
                           organisms = character(), near = FALSE, exactly = FALSE, lang = "", show = "", threads = 0) {
  mentions <- as.character(mentions)
  if (!is.null(context)) context <- as.character(context)
  options <- normlet_options(k, threads, min_p, near, exactly, FALSE, namespace, prefer, organisms, lang, show)
  frame <- as.data.frame(normlet_call("r_lookup", pack, mentions, context, options), stringsAsFactors = FALSE)
  cbind(frame["row"], mention = mentions[frame$row], frame[-1], stringsAsFactors = FALSE)
}

# The best match of each mention, a row for each, NA where most likely there is none: to be bound to a table.
normlet_best <- function(pack, mentions, ...) {
  found <- normlet_lookup(pack, mentions, k = 1, ...)
  found <- found[!found$nil, ]
  best <- found[match(seq_along(mentions), found$row), c("id", "name", "matched", "stage", "p")]
  rownames(best) <- NULL
  best
}

# Where texts name entities, a row each: row is the number of the text, start and end count characters from 0, id is empty if
# the pack lacks the entity. types are types or namespaces, such as "gene"; the rest is as for normlet_lookup.
normlet_annotate <- function(pack, texts, types = character(), min_p = 0, overlaps = FALSE, prefer = character(),
                             organisms = character(), exactly = FALSE, show = "") {
  options <- normlet_options(0, 0, min_p, FALSE, exactly, overlaps, "", prefer, organisms, "", show)
  columns <- c("start", "end", "text", "type", "id", "name", "p", "negated", "hypothetical", "of_other", "past")
  found <- lapply(as.character(texts), function(text) {
    if (is.na(text)) return(list())
    normlet_json(normlet_call("r_annotate", pack, text, paste(types, collapse = ","), options))
  })
  spans <- unlist(found, recursive = FALSE)
  cells <- lapply(columns, function(column) unlist(lapply(spans, `[[`, column)))
  none <- data.frame(row = integer(), start = integer(), end = integer(), text = character(), type = character(), id = character(), name = character(),
                     p = numeric(), negated = logical(), hypothetical = logical(), of_other = logical(), past = logical())
  if (length(spans) == 0) none else data.frame(row = rep(seq_along(found), lengths(found)), stats::setNames(cells, columns))
}

# All names of an entity, the one that is shown first; none of an unknown id.
normlet_names <- function(pack, id) as.character(unlist(normlet_json(normlet_call("r_names", pack, as.character(id)))))

# What the pack says of itself: entities, names, namespaces, and meta with its licence.
normlet_info <- function(pack) normlet_json(normlet_call("r_info", pack))

# JSON of the library as lists. Its strings are those of R, too; what is between them is put as R has it.
normlet_json <- function(text) {
  tokens <- regmatches(text, gregexpr("\"(?:[^\"\\\\]++|\\\\.)*+\"|[^\"]++", text, perl = TRUE))[[1]]
  between <- !startsWith(tokens, "\"")
  for (pair in list(c("[", "list("), c("{", "list("), c("]", ")"), c("}", ")"), c(":", "="), c("true", "TRUE"), c("false", "FALSE"), c("null", "list()")))
    tokens[between] <- gsub(pair[1], pair[2], tokens[between], fixed = TRUE)
  eval(parse(text = paste(tokens, collapse = ""), keep.source = FALSE, encoding = "UTF-8"), baseenv())
}
