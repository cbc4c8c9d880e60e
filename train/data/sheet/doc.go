// Package sheet reads all tables row by row: terminologies, query files, and the input of normlet map. It detects what
// the caller does not state, and reports that in a Shape.
//
//	format  what                                                      file
//	csv     cells between commas, semicolons, bars, tabs or others    csv.go
//	tsv     cells between TABs, without quotation marks around them   lines.go
//	jsonl   an object a line                                          lines.go
//	json    an array of objects                                       json.go
//	xlsx    a workbook of Excel and of others                         xlsx.go
//	ods     a workbook of LibreOffice and of others                   ods.go
//
// # Text
//
// Decode converts UTF-16, and Latin-1 if the caller allows a guess, to UTF-8, and line ends that are CR alone, as Excel
// for Mac writes them, to LF. In CSV, blanks between a delimiter and a quotation mark are no part of the cell, and a
// quoted cell may have several lines.
//
// # Before the header
//
// A first line such as sep=; states the delimiter. Comments after # and titles (texts of several words that stand alone
// in their row) may precede the header; before.go has the rules, which Options.HeaderRow overrules.
//
// # Workbooks
//
// A cell is the text that the spreadsheet shows: a date, even one that was a gene's name, in the number format of its
// cell; the saved value of a formula; the word of an error, such as #N/A. A formula without a saved value is an empty
// cell, and Shape.Unsaved counts it. A cell that is merged with those below gives its text to their rows, too. Rows
// without any text are left out, rows that a filter hides are not. The sheet is the first that is visible and not
// empty, unless Options.Sheet names one.
//
// Memory holds the compressed workbook and, up to a limit, its shared strings, not its rows. Package limit bounds what
// they may grow to.
package sheet

// The formats of tables.
const (
	CSV       = "csv"
	TSV       = "tsv"
	JSONL     = "jsonl"
	jsonArray = "json"
	xlsx      = "xlsx"
	ods       = "ods"
)

// Formats returns the names of the formats.
func Formats() []string { return []string{CSV, TSV, JSONL, jsonArray, xlsx, ods} }

// Options says how to read a table. The zero value detects everything.
type Options struct {
	Format    string // one of Formats
	Delimiter string // of CSV and TSV: a character, or comma, semicolon, tab or bar
	Sheet     string // of a workbook: a name, or a number from 1
	NoHeader  bool   // the first row is a row like others
	HeaderRow int    // the row of the header, from 1: a line of a text, a row of a workbook; 0: found out
	Ragged    bool   // rows may lack cells at the end, or have more without text, as those of workbooks may
	Uneven    bool   // rows may have any number of cells, which Table.Short and Long count
}
