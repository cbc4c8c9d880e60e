// Package archtest holds the tests of the architecture itself: which package may
// reach which, and that every package says what it is. It has no code.
package archtest
