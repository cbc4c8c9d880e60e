// Package pack reads and writes the one file a normlet terminology lives in: format.go specifies it.
//
// To build a pack, fill in a Contents and call Append; to use one, call Parse,
// which checks everything once, so that reading the tables later has no error
// path. Any change of a bit, any missing and any added byte makes Parse fail.
package pack
