package build

const help = `Make a pack of one or more terminology files, each in any of these formats, which
are told apart by their content, compressed (.gz, .zst) or not: OBO, OBO Graphs JSON,
UMLS RRF (MRCONSO, and with it MRSTY, MRDEF, MRREL), CTD, HGNC, UniProt flat file and
UniProt TSV, NCBI gene_info, taxdump (also its taxnodes, taxmerged, taxdeleted), MeSH XML, Gilda,
BioSyn, scispaCy, ZESHEL, SSSLM, SSSOM, OWL and SKOS in rdfxml, turtle, ntriples, jsonld and owl-functional,
SNOMED (also snomed-concepts, snomed-relations), BioPortal CSV, JSON, a table (CSV, TSV,
.xlsx or .ods), and lines of

  id TAB name [TAB kind [TAB weight [TAB namespace]]]

How each file was read is said on standard error, and columns that look swapped stop the
build. Obsolete terms are left out, and what is left out is counted. The namespace of an
entity, for lookup --namespace, is the prefix of its id, or the one before the file:
gene=genes.tsv.

A weight says how often people write about an entity, which decides between entities
that fit equally well. --weights takes a file of them, lines of id TAB weight. If there
are none, build borrows them from the entities of the same names in the pack of
--weights-from or in the default pack, as for a list of proteins, or else estimates them
from the list. --texts adds how often names of an entity occur in your own texts, which
need no ids: PubTator or BioC, lines of text, or with --text-column a column of a table.

The encoder is the default pack's, one from a file (an encoder or a pack), or is
trained on the terminology itself, which takes longer and pays for names unlike
those of genes. --head takes a finished binarizer, too: if names of another kind
join those that an encoder was trained on, the pack of the latter has the better one.

--mentions takes what people wrote with the ids they meant, as query files: lines
of mention TAB id[|id...], or sheets of map --review, filled in. Each becomes a name of
the first of its ids that the terminology has, or of the one that most mentions of its
spelling mean; an encoder that is trained learns them, too. The ranker and its probabilities are fitted on them
as well, each as if the pack had been built without its tenth of the lines.

--profiles adds what the entities of a namespace are about, so that a look-up may use
the text around a mention (lookup --context). It is learned from their names, from
the definitions and relations that the terminology files state, and from those of
--definitions and --relations. More of them help, and so do relations to things
without a name, such as publications that several entities share.

--recipe builds a pack of several sources as a recipe says, from files in the folders of
--from: one that normlet packs lists, or a TOML file of your own. The pack names every
source with version, licence and digest.

--details keeps what normlet names shows beside the names: full names of symbols, the first
sentence of definitions, cross-references to other databases, and former ids, which lead to
the entities that replaced them. They come from the terminology files, --definitions and
--xrefs, lines of id TAB id in another database. No look-up needs them; they are read when
somebody asks. Cross-references between entities of the pack also say which are the same
thing in two namespaces, with or without --details: see normlet lookup --prefer.`

const examples = `  normlet build genes.tsv.gz --out genes.normpack --license CC0-1.0
  normlet build go.obo gene=Homo_sapiens.gene_info.gz --prefix auto --out both.normpack
  normlet build MRCONSO.RRF MRSTY.RRF --sources MSH,SNOMEDCT_US --out umls.normpack
  normlet build drugs.csv --columns id=code,name=label,synonyms=also --out drugs.normpack
  normlet build drugs.xlsx --sheet 2 --columns id=3,name=1 --out drugs.normpack
  normlet build chemicals.tsv --out chemicals.normpack --encoder train --bits 256
  normlet build diseases.tsv --out diseases.normpack --mentions train.tsv
  normlet build species.tsv --out species.normpack --texts abstracts.txt.gz
  normlet build go.obo --out go.normpack --profiles all
  normlet build --recipe diseases --from downloads --out diseases.normpack
  openssl genpkey -algorithm ed25519 -out key.pem
  normlet build genes.tsv --out genes.normpack --sign key.pem`
