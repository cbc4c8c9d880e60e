// Package normlet maps tables to entities on Apache Beam: the rows that normlet map writes, by as many workers as the
// runner has.
//
//	files --Read--> question -> row --group--> Map: a look-up for each question --part -> row--> Write: part files
//	          \--> dead letters ----------------------------------------------------------------------^
//
// A question is all that an answer depends on: the mentions of a row and the text around them, or with
// Job.Document the rows of one document. Rows with the same question come together by a GroupByKey, so each question is
// looked up once, however often it is asked, and its rows are joined back by being the values of the group. A group
// that is too large to hold is looked up at once, and its rows stream past.
//
// The pack is opened once in a process, mapped, and shared by its goroutines. Look-ups go in batches, as in
// tools/normlet/mapping, whose Table and Mapper read and write the rows.
//
// # Order and restarts
//
// Which part a row goes to follows from its file and number, and a part is sorted by them, so every run writes the same
// bytes, whatever the runner does. A part appears under its name when it is complete. A run that was killed leaves
// whole parts only; the next one writes all parts again. counters.json comes last: where it is, all parts are.
//
// # Dead letters
//
// A row that cannot be read, and a file, or the rest of one, are counted and listed in dead-letters.jsonl, with file,
// line and reason. All other rows are mapped.
package normlet
