// Package format reads the files in which other people keep terminologies. Start at formats.go, which lists each
// Format. A file of this package reads it; formats with named columns are rows of vocabulary.tsv, which lists.go reads:
//
//	format      what                                       file
//	obo         OBO 1.0 to 1.4                             obo.go
//	obograph    OBO Graphs JSON                            obograph.go
//	rdfxml      OWL or SKOS, RDF/XML                       rdfxml.go
//	turtle      OWL or SKOS, Turtle                        turtle.go
//	ntriples    OWL or SKOS, N-Triples or N-Quads          ntriples.go
//	owl-functional  OWL, functional syntax                 owl_functional.go
//	mrconso     UMLS MRCONSO.RRF                           lists.go
//	mrsty, mrdef, mrrel  UMLS, about the entities of MRCONSO  lists.go
//	ctd         CTD diseases, chemicals and genes, TSV     lists.go
//	hgnc        HGNC complete set, TSV                     lists.go
//	uniprot     UniProt flat file                          uniprot.go
//	uniprot-tsv UniProt, TSV                               lists.go
//	gene_info   NCBI gene_info                             lists.go
//	mesh        MeSH descriptors or supplementary records, XML  mesh.go
//	taxdump     NCBI Taxonomy names.dmp                    lists.go
//	taxnodes, taxmerged, taxdeleted  about its taxa        lists.go
//	snomed, snomed-concepts, snomed-relations  SNOMED RF2  lists.go
//	bioportal   BioPortal CSV                              lists.go
//	gilda       Gilda terms TSV                            lists.go
//	biosyn      id||name                                   lists.go
//	scispacy    scispaCy knowledge base, JSONL             scispacy.go
//	ssslm       SSSLM TSV                                  lists.go
//	sssom       SSSOM TSV, mappings                        lists.go
//	babelon     Babelon TSV, translations                  lists.go
//	json        objects of a list, or JSON Lines           json_terms.go
//	table       CSV or TSV with a header                   table.go
//
// A reader goes once through its input, holds one entry at a time, and hands Terms to a Sink with the ids and the kinds
// of names that the source states; a Sink does the work that all formats share. A reader keeps parts of an entry that
// may be anywhere in the file: the triples of RDF about terms (rdf_graph.go), and the newest rows of SNOMED. Detect
// recognizes formats by content, never by the name of the file.
//
// A reader passes entries that it leaves out to Sink.Skip, and faults of the file to Sink.Bad, each with a line: it
// drops nothing in silence. Lines, JSON values and XML elements are bounded, so a hostile file costs time but no
// memory.
//
// docs/terminologies.md describes each format.
package format
