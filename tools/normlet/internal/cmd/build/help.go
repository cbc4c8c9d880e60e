package build

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/tools/normlet/internal/inputs"
)

// formats lists them in short lines.
func formats() string {
	var lines []string
	for names := range slices.Chunk(inputs.FormatNames(), 7) {
		lines = append(lines, strings.Join(names, ", "))
	}
	return strings.Join(lines, ",\n  ")
}

var help = `Make a pack of one or more terminology files, compressed (.gz, .zst) or not. The
content tells the format, which is one of

  ` + formats() + `

A table is CSV, TSV, .xlsx or .ods, and tsv has lines of

  id TAB name [TAB kind [TAB weight [TAB namespace]]]

Standard error says how each file was read, with what separates synonyms in a cell if it is
not a bar; columns that look swapped stop the build. A column db goes before ids. XML is
read in the encoding that it states. Obsolete terms are left out, names given twice dropped:
both are counted. The namespace of an entity, for lookup
--namespace, is the prefix of its id, or the one before the file: gene=genes.tsv.

A weight says how often people write about an entity, and decides between entities that
fit equally well. --weights reads a file of them, lines of id TAB weight. If there are
none, build borrows them from entities with the same names in the pack of --weights-from
or the default pack, or else estimates them from the list. --texts adds how often names of
an entity occur in your own texts, which need no ids: PubTator, BioC, lines of text, or
with --text-column a column of a table. An abbreviation that they define, as in "blood
pressure (BP)", becomes a name of its entity, and means what most of them define.

An entity with one name borrows others that MeSH, the Disease Ontology or ChEBI have for it
if the names of its namespace show that it is of their field. --synonyms-from reads a
terminology that lends its names of one to three words instead, to any list; none lends
nothing.

The encoder is the default pack's, one from a file (an encoder or a pack), or is trained on
the terminology itself. By default, build trains one of a list of at most 100,000 names that
the default pack does not know, in about a minute at most, and keeps it if it finds more of
the names that it has not seen; it says so. --encoder train takes longer and is a little
better. --head reads a finished binarizer. Adding names of another
kind? Reuse the binarizer of the pack without them.

--mentions reads what people wrote and the ids they meant, as query files: lines of
mention TAB id[|id...], or sheets of map --review, filled in. Each mention becomes a name
of its first id in the terminology, or of the id that most mentions of this spelling mean.
An encoder trained here learns the mentions. They also fit the ranker and its
probabilities, each tenth of the lines as if the pack had been built without it.

--company adds which entities of a namespace are written about together, so that a look-up
tells entities of one name apart by what else the text around a mention names (lookup
--context). Build learns it from relations, in the terminology files and of --relations, to
things without a name that several entities share, such as publications.

--relations also keeps what the entities are kinds of, by is_a, parent and broader, so that
an unsure answer among siblings says what it may be a kind of. --relations own does so with
what the terminology states itself, such as is_a of OBO and the tree of MeSH.

Names in several languages say what their words mean: --translations reads files of such
names, by the ids of the entities. A look-up then finds an entity without a name in a
language by the words of the others' names, from 20 entities on. --lend-language takes over
what another pack knows of its languages.

Normlet annotate finds entities in texts. Build finds out by the names of each namespace
whether its entities are diseases, chemicals, genes, species or cell lines, for which there
is a tagger, and says so; all namespaces of a type are searched together. --type Disease
states it, --type MESH=Disease of one namespace; those of the type none are found by their
names. --documents learns a tagger from your own documents, in which all entities of a type
are marked, in seconds.

--recipe builds a pack of several sources as a recipe says, from files in the folders of
--from: one that normlet packs lists, or a TOML file of your own. The pack names every
source with version, licence and digest. --download first brings today's files of the
sources' owners to a folder.

--details keeps what normlet names shows beside the names: full names of symbols, the
first sentence of definitions, cross-references to other databases, and former ids, which
lead to the entities that replaced them. They come from the terminology files,
--definitions and --xrefs, lines of id TAB id in another database. No look-up reads them.
Cross-references between entities of the pack also say which are the same thing in two
namespaces, with or without --details: see normlet lookup --prefer.`

const examples = `  normlet build genes.tsv.gz --out genes.normpack --license CC0-1.0
  normlet build go.obo gene=Homo_sapiens.gene_info.gz --prefix auto --out both.normpack
  normlet build MRCONSO.RRF MRSTY.RRF --sources MSH,SNOMEDCT_US --out umls.normpack
  normlet build drugs.csv --columns id=code,name=label,synonyms=also --out drugs.normpack
  normlet build drugs.xlsx --sheet 2 --columns id=3,name=1 --out drugs.normpack
  normlet build chemicals.tsv --out chemicals.normpack --encoder train --bits 256
  normlet build diseases.tsv --out diseases.normpack --mentions train.tsv
  normlet build species.tsv --out species.normpack --texts abstracts.txt.gz
  normlet build go.obo --out go.normpack --company all
  normlet build hp.obo --translations hp-es.babelon.tsv,hp-fr.babelon.tsv --out hp.normpack
  normlet build --recipe diseases --from downloads --out diseases.normpack
  normlet build --recipe diseases --download today --out diseases.normpack
  openssl genpkey -algorithm ed25519 -out key.pem
  normlet build genes.tsv --out genes.normpack --sign key.pem`
