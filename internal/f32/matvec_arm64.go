//go:build !purego

package f32

// Every arm64 processor that Go supports has NEON.
const hasDot4 = true
