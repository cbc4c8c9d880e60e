//go:build !purego

package f32

import "golang.org/x/sys/cpu"

var hasDot4 = cpu.X86.HasAVX
