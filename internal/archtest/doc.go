// Package archtest tests what holds across packages: what each may import and exports, and what apps see of core; that one
// place writes files, no code has words of a language, no test is timed, no command knows another; that every parser is
// fuzzed and every public package has an example; how long files, scripts and rooms are; and that ARCHITECTURE.md, NOTICE,
// package comments and Markdown pages are complete and in form. It has no code.
package archtest
