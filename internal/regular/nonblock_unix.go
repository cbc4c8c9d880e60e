//go:build unix

package regular

import "syscall"

// nonblock makes opening a pipe return at once. It changes nothing about regular files.
const nonblock = syscall.O_NONBLOCK
