// Package output is the one place through which commands write files. A file that
// it writes appears under its name as a whole or not at all, and nothing that a user
// has is lost on the way:
//
//	Set        the files of one command: what it reads, what it has written
//	  Reserve  a name to write to: checked, locked, cleared of what a killed run left
//	    File       one file; Commit gives it the name
//	    Resumable  a file that a later run can go on with, beside a record of what is done
//
// What is checked. A name is refused when it leads to a file that the command reads
// (links followed, other names of one file included) or that it has written already,
// and when a file is there that is not of the Kind that the command writes, unless
// Set.Force says that it may go. An empty file is nobody's.
//
// The lock. OUT.normlet-lock is locked for as long as a process writes to OUT, by the
// operating system, so that a crash frees it; it names its holder. File systems
// without locks have none.
//
// The steps of a File, each of which leaves the old file or the new one, whole, if the
// machine stops after it:
//
//	create OUT.normlet-tmp, which follows no link, with the mode of the file to replace
//	write, sync it
//	rename it to OUT
//	sync the folder
//
// A Resumable has OUT.part instead, and OUT.state, which says how far OUT.part is right:
// the digests of its beginnings, each recorded after the bytes were synced.
//
// "-" is standard output, which, like pipes and devices, is written directly and so
// without any of these promises.
//
// The steps go through FS, in whose place tests put one that fails at any step and
// forgets what was not synced (package crashfs).
package output
