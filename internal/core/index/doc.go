// Package index finds rows of a pack by their names, without a search among codes: by the letters and digits of a mention
// (Rows), by those that a name begins with (Begin), by parts of a mention (Words), and restricts what is found to some
// namespaces (Filters).
package index
