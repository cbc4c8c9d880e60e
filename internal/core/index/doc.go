// Package index finds rows of a pack by their names, without a search among codes: by all letters and digits of a name
// (Rows), by its first ones (Begin), and by parts of it (Words). Filters restrict the rows to some namespaces.
package index
