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

refused <- function(expression, reason) {
  text <- tryCatch({ expression; "no error" }, error = conditionMessage)
  if (!grepl(reason, text, fixed = TRUE)) stop("said: ", text, "; want: ", reason)
}
refused(normlet_lookup(n, "a", k = 1000), "k is 1000: want 1 to 128")
refused(normlet_lookup(n, "a", namespace = "nowhere"), "nowhere")
refused(normlet_lookup(n, c("a", "b"), context = letters[1:3]), "3 contexts for 2 mentions")
refused(normlet_lookup(list(), "a"), "want what normlet_open returns")
refused(normlet_open("no such file"), "no such file")

for (i in 1:200) normlet_lookup(n, rep("aspirin", 50), k = 1)
normlet_close(n)
refused(normlet_lookup(n, "a"), "no pack is open")
rm(n)
invisible(gc())
cat("R: look-ups, a table, errors\n")
