// Package archtest tests the architecture: which package may reach which, which writes files, and the form of package
// comments and Markdown pages. It has no code.
package archtest
