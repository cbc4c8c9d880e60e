//go:build !unix && !windows

package output

import "os"

const noFollow = 0

const nonBlock = 0

func tryLock(*os.File) (bool, error) { return true, nil }
