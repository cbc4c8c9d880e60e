//go:build nodefaultpack

package mobile_test

import (
	"testing"

	"github.com/normlet/normlet/mobile"
)

func TestOpenDefault(t *testing.T) {
	_, err := mobile.OpenDefault()
	wantKind(t, "without a default pack", err, mobile.KindNoDefault)
}
