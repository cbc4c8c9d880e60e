// Package pack reads and writes packs. A pack is a file with a terminology and everything else that a look-up needs; format.go
// specifies it.
//
// To build a pack, fill in a Contents and call Append. To use one, call Parse. It checks everything once, so that reading the
// tables later cannot fail. It refuses a file with a changed bit, or with a missing or an additional byte.
package pack
