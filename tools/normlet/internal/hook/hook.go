// Package hook holds the variables that only tests replace: sizes, a clock, limits of downloads, a compiler.
package hook

import (
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/program"
)

// MadeUp is how many made-up mentions fit a ranker; 0 leaves the number to train/rank. Tests, which build a hundred packs
// in a process, use few.
var MadeUp int

// ParseDefault and OpenDefault parse and open the default pack. Tests do so once.
var (
	ParseDefault = pack.Parse
	OpenDefault  = func(content []byte) (*core.Normalizer, error) {
		defer assets.Release()
		return core.OpenBytes(content, &core.OpenOptions{Trusted: true})
	}
)

// Clock tells the time, which decides what has expired.
var Clock = time.Now

// FetchOptions limit what a server may send, and how slowly.
var FetchOptions = download.Defaults

// PageProgram returns the program of the page. Tests have one that needs no compiler.
var PageProgram = program.Get
