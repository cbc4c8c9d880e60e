# An example that checks itself: Rscript example.R FOLDER, in which normlet.R and rnormlet.so are.
folder <- commandArgs(trailingOnly = TRUE)[1]
source(file.path(folder, "normlet.R"))
normlet_load(file.path(folder, "rnormlet.so"))

n <- normlet_open()
genes <- data.frame(symbol = c("FOX-P2", NA, "PLC\u03b32", "no such thing at all 77"))
genes <- cbind(genes, normlet_best(n, genes$symbol))
print(genes[c("symbol", "id", "name", "stage")])
stopifnot(identical(genes$id, c("NCBIGene:93986", NA, "NCBIGene:5336", NA)), all(genes$p[c(1, 3)] > 0.5))

found <- normlet_lookup(n, c("S6K", "asprin", ""), k = 3)
stopifnot(nrow(found) == 6, found$rank == rep(1:3, 2), found$mention[4:6] == "asprin", diff(found$p[4:6]) <= 0)

p18 <- normlet_lookup(n, "p18", k = 1, context = "RagA and RagB bind raptor and p18 at the lysosome")
stopifnot(p18$name == "LAMTOR1")
stopifnot(all(normlet_lookup(n, "mouse", namespace = c("species", "disease"))$namespace %in% c("species", "disease")))
stopifnot(nrow(normlet_lookup(n, character())) == 0)

stopifnot(all(c("same", "broader", "exactly", "taxon", "undecided", "p_nil", "parent", "organism", "ambiguous", "distance") %in% names(found)))
stopifnot(grepl("NCBIGene:6198", found$ambiguous[1]), normlet_lookup(n, "p53", k = 1, organisms = "mouse")$taxon == "10090")
stopifnot(normlet_lookup(n, "aspirin", k = 1, namespace = "drug", prefer = "CHEBI", exactly = TRUE)$id == "CHEBI:15365")

spans <- normlet_annotate(n, c("\u00c9tude: no sign of \"asthma\"\\ without FOXP2.", NA, "", "FOXP2: [true]"), types = c("gene", "disease"))
print(spans)
stopifnot(identical(spans$row, c(1L, 1L, 4L)), spans$text == c("asthma", "FOXP2", "FOXP2"), spans$start[1] == 19, identical(spans$negated, c(TRUE, TRUE, FALSE)))
stopifnot(nrow(normlet_annotate(n, character())) == 0, names(normlet_annotate(n, "")) == names(spans))
stopifnot(normlet_names(n, "NCBIGene:93986")[1] == "FOXP2", length(normlet_names(n, "X:1")) == 0)
info <- normlet_info(n)
stopifnot(info$entities > 100000, "NCBIGene" %in% unlist(info$namespaces), nchar(info$meta$license) > 0)

refused <- function(expression, reason) {
  text <- tryCatch({ expression; "no error" }, error = conditionMessage)
  if (!grepl(reason, text, fixed = TRUE)) stop("said: ", text, "; want: ", reason)
}
refused(normlet_lookup(n, "a", k = 1000), "k is 1000: want 1 to 128")
refused(normlet_lookup(n, "a", namespace = "nowhere"), "nowhere")
refused(normlet_lookup(n, c("a", "b"), context = letters[1:3]), "3 contexts for 2 mentions")
refused(normlet_annotate(n, "a", types = "Oven"), "Oven")
refused(normlet_lookup(list(), "a"), "want what normlet_open returns")
refused(normlet_open("no such file"), "no such file")

for (i in 1:200) {
  normlet_lookup(n, rep("aspirin", 50), k = 1)
  normlet_names(n, "NCBIGene:93986")
}
normlet_close(n)
refused(normlet_lookup(n, "a"), "no pack is open")
rm(n)
invisible(gc())
cat("R: look-ups, a table, a text, names, errors\n")
