# Look-ups in R over the C library. Build the glue once (see docs/python.md), then:
#
#   source("normlet.R")
#   normlet_load("rnormlet.so")
#   n <- normlet_open()
#   normlet_lookup(n, c("FOX-P2", "aspirin"), k = 1)
#   normlet_best(n, genes$symbol)

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

# The k likeliest entities of each mention, a row each: row is the number of the mention. NA is nil.
# context is the text around the mentions: one for all, or one for each. min_p: answers whose best match is less probable are nil.
normlet_lookup <- function(pack, mentions, k = 5, namespace = character(), context = NULL, min_p = 0) {
  mentions <- as.character(mentions)
  if (!is.null(context)) context <- as.character(context)
  columns <- normlet_call("r_lookup", pack, mentions, context, paste(namespace, collapse = ","), as.integer(k), as.numeric(min_p))
  frame <- as.data.frame(columns, stringsAsFactors = FALSE)
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
