// Package data reads and writes terminologies, the lists of entities and names
// that everything else is built from, and the query files used to judge them.
//
// # Terminology files
//
// Terminologies come in the formats of package format, which their content tells
// apart, and in the project's own, which is what other content is taken for. A
// file in the latter holds one name per line, UTF-8, columns separated by one
// TAB, at most 1 MiB a line:
//
//	id TAB name [TAB kind [TAB weight [TAB namespace]]]
//
// The rows of one entity share its id and need not be adjacent. An empty
// optional column counts as absent.
//
//   - id: any text without blanks around it; usually a CURIE such as
//     NCBIGene:7157, whose prefix has to be spelled the same way in all rows.
//   - name: kept to the byte; two rows may not repeat an (id, name) pair.
//   - kind: primary, exact, alias or related, or the word of a source database
//     listed in format/kinds.go. Rows without a kind are aliases.
//   - weight: how prominent the entity is, for example its number of
//     publications; a finite number >= 0. It belongs to the entity: the rows
//     that state it agree. Absent everywhere it is 0.
//   - namespace: likewise of the entity. Without it the entity is in
//     ReadOptions.Namespace, or else in the prefix of its id, or else in none.
//
// Lines before the first row that start with '#' are comments. There is no
// other header, and no id starts with '#'. A byte order mark at the start and
// CRLF line ends are accepted. The file may be compressed with gzip or
// Zstandard: its content decides, not its name.
//
// Every entity of a Terminology has exactly one primary name, its first. Where
// a source marks several, the first keeps the mark and the others become
// exact; where it marks none, the strongest of its names, the earliest among
// equals, becomes primary. Report counts both cases.
//
// # Other formats
//
// A format.Format reads a file entry by entry into a sink, which makes ids CURIEs,
// cleans names, leaves out obsolete terms and remembers what replaces them. Two
// things are usual there and errors here: a name that an entity has already, and
// a prefix in two spellings. The Report counts what was left out, by reason.
//
// # Bad rows
//
// A row that breaks a rule above ends the reading with its file, line and
// reason, because a silently shortened terminology shows only later, as names
// that are not found. ReadOptions.SkipBad leaves such rows out and lists each
// of them in the Report. Unreadable files, lines above the limit and files
// without a row are errors in both modes.
//
// # Query files
//
// A query file holds one mention per line, with the ids it should resolve to:
//
//	mention TAB gold[|gold...] [TAB type [TAB sentence]]
//
// It has no comments, since a mention may start with any character.
package data
