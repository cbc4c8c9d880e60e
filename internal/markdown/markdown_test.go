package markdown

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	word := strings.Repeat("ä", 39)
	if got, want := Wrap("- "+word+" "+word+"  "+word[:74]+" x", "  "), "- "+word+" "+word+" "+word[:74]+"\n  x"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Wrap("", "  "); got != "" {
		t.Errorf("%q of nothing", got)
	}
}
