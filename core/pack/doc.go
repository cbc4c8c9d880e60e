// Package pack reads and writes the file that holds a terminology with all that a look-up needs. format.go specifies
// it.
//
// To build a pack, fill in a Contents and call Append. To use one, call Parse, which checks everything once: reading
// the tables later cannot fail. Parse refuses a file with any bit changed, and any byte missing or added.
package pack
