// Package output writes the files of commands. A file appears under its name whole or not at all, and a user's files
// are safe:
//
//	Set        the files of one command: what it reads, what it has written
//	  Reserve  a name to write to: checked, locked, cleared of what a killed run left
//	    File       one file; Commit gives it the name
//	    Resumable  a file that a later run can continue, with a record of what is done
//
// Checks. Reserve refuses a name that leads to an input of the command (by links or other names, too), to an output
// that it has written already, or, without Set.Force, to a file of another Kind. Empty files may be replaced.
//
// The lock. The operating system locks OUT.normlet-lock while a process writes OUT, so a crash frees it. The file names
// the holder. File systems without locks do without.
//
// The steps of a File. If the machine stops after any of them, the old file or the new one is there, whole:
//
//	create OUT.normlet-tmp, following no link, with the mode of the file to replace
//	write, sync it
//	rename it to OUT
//	sync the folder
//
// A Resumable writes OUT.part, and OUT.state, which says how far OUT.part is right: digests of its beginnings, each
// recorded after the bytes were synced.
//
// Below Set.Root, names are resolved by the operating system at each step, so nobody who swaps links and folders
// meanwhile leads a write elsewhere. Links at OUT itself are refused there.
//
// "-" is standard output. It is written directly, as pipes and devices are, without these promises.
//
// The steps go through durable.FS. Tests replace it by one that fails at any step and forgets what was not synced.
package output
