package pack

// FormatVersion is the version this package writes.
//
//	1  first version: sections META ENTI NSPC PRIO NAME ROWE ROWK PROW CODE
//	   ENCW HEAD CALB SELF DELT SIGN
//
// A change that old readers can ignore (a new optional section) raises
// FormatVersion only; a change they would misread raises minReader as well.
const FormatVersion = 1

// minReader is the oldest FormatVersion whose reader understands what this
// package writes.
const minReader = 1
