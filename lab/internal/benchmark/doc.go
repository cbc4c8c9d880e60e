// Package benchmark measures a lookup from end to end, and opening a pack. A time says as much about the machine as about
// the program, so a look-up is also compared with the limit: one pass that adds up all codes.
package benchmark
