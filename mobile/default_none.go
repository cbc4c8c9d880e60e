//go:build nodefaultpack

package mobile

import "github.com/normlet/normlet/core"

func openDefault() (*core.Normalizer, error) {
	return nil, failuref(KindNoDefault, "this library was built without one; open a pack of the app instead")
}
