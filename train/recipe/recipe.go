// Package recipe makes a terminology of many files as a recipe says: a TOML file that states where names come from, and
// so what a pack built of them holds.
//
//	name = "genes"                     # how it is called; that of its file
//	title = "Human genes"
//	version = "1"                      # of the recipe
//	date = "2026-11-23"                # of the recipe
//	include = ["other"]                # recipes whose sources come first
//	titles = { cell_line = "Cell line" } # what people call an entity of a namespace; without it as the namespace
//
//	[build]                            # settings as the flags of normlet build have them
//	bits = 128
//	method = "itq"
//	company = ["NCBIGene"]
//	relations = [{ path = "triples.tsv.gz", sha256 = "…" }]
//	definitions = { path = "definitions.tsv.gz", sha256 = "…" }
//	without = ["pathway"]              # relations to leave out
//	parents = ["disease"]              # namespaces whose entities get their parents, as relations name them: is_a
//	details = true                     # as --details
//	references = ["DOID"]              # of details: cross-references to these lists alone, and no definitions
//	xrefs = { path = "xrefs.tsv.gz", sha256 = "…" }
//
//	[[source]]
//	title = "NCBI Gene"
//	license = "public domain"
//	url = "https://…"                  # where people download it
//	namespace = "NCBIGene"             # of all its entities
//	ids = 'NCBIGene:\d+'               # what every id has to be; finds columns that moved
//	names = "add"                      # adds aliases to entities that earlier sources have; "show": adds none,
//	                                   # and says which of theirs people are shown: its primary ones;
//	                                   # "new": gives entities that it joins, whose ids stay as they are, the names
//	                                   # that no other entity has, before or in this source;
//	                                   # "twin": one name each, of genes of another organism which have a name of a
//	                                   # human gene before, in other letters
//	                                   # "define": texts, which define abbreviations of them and weigh them
//	former = true                      # with "add": its primary names are former official ones, exact and no aliases
//	only = 'MONDO:\d+'                 # leaves out the entities of other ids, as ontologies import
//	join = true                        # makes one what is one by cross-reference or primary name
//	near = true                        # joins what shares names with something before, too
//	known = true                       # leaves out entities that no earlier source has
//	named = '[A-Za-z ]+'               # leaves out entities of other primary names
//	drop = ['.{41,}']                  # leaves out such names, but no primary ones
//	brief = true                       # leaves out names turned at a comma, and plurals of names
//	most = 100_000                     # keeps this many entities, of the largest weights
//	prominence = 0.7                   # estimates weights: that of the best known entity, by logarithms,
//	                                   # as a share of the largest one of the sources before
//	known_by = { path = "…", keep = …} # a list, id TAB name, of what is better known than names show;
//	                                   # or = { path = "…" }, a file as below, is read if that is not there
//	optional = true                    # is left out where none of its files is there
//	private = true                     # may not be passed on: read only if asked for
//	left_out = "what, and why"         # for people
//	own = "names/genes.tsv"            # a file beside the recipe, in place of those below
//
//	[[source.file]]                    # the first one that is there is read; of texts, all
//	path = "Homo_sapiens.gene_info.gz" # below one of the folders of the user
//	version = "2026-11"                # without it the pack says "not stated"
//	date = "2026-11-20"
//	sha256 = "…"                       # without it the file is one of "any version"
//	address = "https://…"              # where its owner publishes today's; in a .tar.gz, by the name of path
//	checksum = "https://…"             # where its owner publishes the MD5 of that
//	most_bytes = 500_000_000           # that today's may have, packed or not; 2 GiB where it is missing
//	header = ["GeneID", "Symbol"]      # columns that the first line has to name
//	bad_rows = 3                       # that it is known to have, which are left out
//	format = "gene_info"               # as --input-format; without it, by content
//	prefix = "NCBIGene"                # as --prefix
//	rename = { "NCBI taxon" = "NCBITaxon" } # prefixes of ids
//	taxa = ["9606"]                    # as --taxon; languages, sources, columns, trees alike
//	keep = { path = "…", sha256 = "…", id = "column", value = "column", prefixes = ["C"], without = ["C1"], tree = true }
//	weights = { path = "…", sha256 = "…" }  # lines id TAB weight
//	kinds = ["hgnc_alias_symbol"]      # of tsv files and taxdump: names of these kinds alone
//	through = { path = "…", sha256 = "…" }  # lines id TAB other id: entities get the one id that has theirs
//	xrefs = { path = "…", sha256 = "…" }    # lines id TAB id elsewhere: cross-references, beside those of the file;
//	                                   # with format = "gene_info", those of the ids of a list in such a format
//
// Parse reads a recipe, Find finds the files that it needs, Read reads their names; Published says where today's files
// are. Unknown keys are errors, and so are files with another digest than the recipe's, unless the caller allows any
// version. Two sources may not give an entity two primary names, unless the second one only adds names. Sources are
// read in the order of the recipe, so that the same files make the same terminology.
package recipe

import "io/fs"

// Recipe says what a pack is made of.
type Recipe struct {
	Name    string   `toml:"name"`
	Title   string   `toml:"title"`
	Version string   `toml:"version"`
	Date    string   `toml:"date"`
	Include []string `toml:"include"`
	Build   Build    `toml:"build"`
	Sources []Source `toml:"source"` // those of included recipes first

	Titles map[string]string `toml:"titles"` // namespace -> one entity of it, in words, with those of included recipes

	SHA256 string `toml:"-"` // of the texts of the recipe and of all that it includes
}

// Build has settings of normlet build.
type Build struct {
	Bits        int      `toml:"bits"`
	Method      string   `toml:"method"`
	Company     []string `toml:"company"`
	Relations   []Input  `toml:"relations"`
	Without     []string `toml:"without"`
	Parents     []string `toml:"parents"`
	Definitions *Input   `toml:"definitions"`
	Details     bool     `toml:"details"`
	References  []string `toml:"references"`
	XRefs       *Input   `toml:"xrefs"`
}

// Source is where names come from.
type Source struct {
	Title      string   `toml:"title"`
	License    string   `toml:"license"`
	URL        string   `toml:"url"`
	Namespace  string   `toml:"namespace"`
	IDs        string   `toml:"ids"`  // regular expression
	Only       string   `toml:"only"` // regular expression
	Names      string   `toml:"names"`
	Former     bool     `toml:"former"`
	Join       bool     `toml:"join"`
	Near       bool     `toml:"near"`
	Known      bool     `toml:"known"`
	Named      string   `toml:"named"` // regular expression
	Drop       []string `toml:"drop"`  // regular expressions
	Brief      bool     `toml:"brief"`
	Most       int      `toml:"most"`
	Prominence float64  `toml:"prominence"`
	KnownBy    *KnownBy `toml:"known_by"`
	Optional   bool     `toml:"optional"`
	Private    bool     `toml:"private"`
	LeftOut    string   `toml:"left_out"`
	Own        string   `toml:"own"`
	Files      []File   `toml:"file"`

	beside fs.FS   // the folder of its recipe
	of     *Recipe // that states it
}

// addNames marks a source that adds to the names of others, showNames one that says which of them are shown,
// defineNames texts that define abbreviations of them.
// newNames one whose entities are known by their names alone, and only give names that no other entity has. twinNames marks
// genes of another organism, of which a pack has the twins of human ones.
const addNames, showNames, defineNames, newNames, twinNames = "add", "show", "define", "new", "twin"

// File is one of the files that a source may be, and how it is read.
type File struct {
	Input
	Version   string            `toml:"version"`
	Date      string            `toml:"date"`
	BadRows   int               `toml:"bad_rows"`
	Address   string            `toml:"address"`
	Checksum  string            `toml:"checksum"`
	MostBytes int64             `toml:"most_bytes"`
	Header    []string          `toml:"header"`
	Format    string            `toml:"format"`
	Prefix    string            `toml:"prefix"`
	Rename    map[string]string `toml:"rename"` // prefix -> prefix
	Languages []string          `toml:"languages"`
	Sources   []string          `toml:"sources"`
	Taxa      []string          `toml:"taxa"`
	Trees     []string          `toml:"trees"`
	Columns   map[string]string `toml:"columns"`
	Keep      *Keep             `toml:"keep"`
	Weights   *Input            `toml:"weights"`
	Kinds     []string          `toml:"kinds"`
	Through   *Input            `toml:"through"`
	XRefs     *Input            `toml:"xrefs"`
}

// Input is a file below one of the user's folders.
type Input struct {
	Path   string `toml:"path"`
	SHA256 string `toml:"sha256"` // "" if the recipe does not know it
	Format string `toml:"format"` // of the list whose references are those of xrefs; "" for lines of two ids
}

// Keep filters entities by a table with a header: an id is kept if a row of it has a value with
// one of the prefixes, and none has one with those of without. Tree says that values are places in a tree, as MeSH numbers
// them, which say what is a kind of what.
type Keep struct {
	Input
	ID       string   `toml:"id"`    // column
	Value    string   `toml:"value"` // column
	Prefixes []string `toml:"prefixes"`
	Without  []string `toml:"without"`
	Tree     bool     `toml:"tree"`
}

// KnownBy is a list of well-known things.
type KnownBy struct {
	Input
	Keep *Keep `toml:"keep"`
	Or   *File `toml:"or"`
}
