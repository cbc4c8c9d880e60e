// Package data reads and writes terminologies, the lists of entities and names that packs are built from, and the query
// files that judge them.
//
// # Terminology files
//
// ReadSources recognizes the formats of package format by content; other content is the project's own format. It is UTF-8
// with one name on each line, of at most limit.Limits.Line bytes, and one TAB between columns:
//
//	id TAB name [TAB kind [TAB weight [TAB namespace [TAB languages]]]]
//
// The rows of one entity share its id and need not be adjacent. Empty columns count as absent.
//
//   - id: any text without blanks around it; usually a CURIE such as NCBIGene:7157, whose prefix has
//     to be spelled the same way in all rows.
//   - name: kept to the byte; two rows may not repeat an (id, name) pair.
//   - kind: primary, exact, alias (if absent) or related, or a word of format/kinds.go. An exact
//     name of kind full_name is what the primary one, a symbol, stands for.
//   - weight: how prominent the entity is, such as its number of publications; a finite number >= 0,
//     the same in all rows of the entity that state it.
//   - namespace: of the entity, too; else ReadOptions.Namespace, the prefix of the id, or none.
//   - languages: of the name, as BCP 47 tags with blanks between; mostly absent.
//
// Lines before the first row that start with '#' are comments; no id starts with '#'. A byte order mark and CRLF line
// ends are accepted, and gzip and Zstandard by content.
//
// Every entity has exactly one primary name, its first. If a source marks several, the first keeps the mark and the
// others become exact. If it marks none, the first of the strongest kind becomes primary. Report counts both cases.
//
// # Other formats
//
// A format.Format reads a file entry by entry into a sink, which makes ids CURIEs, cleans names, leaves out obsolete
// terms and remembers what replaces them. It accepts repeated names and prefixes in two spellings, which are usual
// there. The Report counts what was left out, by reason.
//
// # Bad rows
//
// A row that breaks a rule above ends the reading with its file, line and reason: a silently shortened terminology
// would show only later. ReadOptions.SkipBad leaves such rows out and lists them in the Report. Unreadable files, too
// long lines and empty files are errors in any case.
//
// # Query files
//
// A query file holds one mention on each line, with the ids that it should resolve to, and no comments:
//
//	mention TAB gold[|gold...] [TAB type [TAB sentence]]
package data
