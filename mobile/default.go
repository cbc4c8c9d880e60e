//go:build !nodefaultpack

package mobile

import (
	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

func openDefault() (*core.Normalizer, error) {
	defer assets.Release()
	return core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true})
}
