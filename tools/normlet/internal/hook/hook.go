// Package hook has what tests put in the place of the real thing: of clocks, servers and compilers. Nothing else sets it.
package hook

import (
	"time"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/program"
)

// MadeUp is on how many mentions that are made up a ranker is fitted: 0 for as many as are good. Tests, which build a
// hundred packs in a process, make do with few.
var MadeUp int

// ParseDefault parses the default pack, which tests read once.
var ParseDefault = pack.Parse

// Clock tells what has expired. Tests set it.
var Clock = time.Now

// FetchOptions bound what servers may do. Tests set them.
var FetchOptions = download.Defaults

// PageProgram returns the program of the page; tests have one that needs no compiler.
var PageProgram = program.Get
