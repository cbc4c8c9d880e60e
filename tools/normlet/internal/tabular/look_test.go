package tabular

import (
	"os"
	"strings"
	"testing"
)

// TestLook paints a table: what counts is bold, and p in the colour of its verdict. Widths are those of the text.
func TestLook(t *testing.T) {
	rows := func() [][]string {
		return [][]string{{"ID", "NAME", "STAGE", "P"}, {"A:1", "one", "exact", "0.950"}, {"", "three", "word", "0.600"}, {"NIL", "", "", "0.1"}, {"", "", "", "", "next"}}
	}
	for _, tt := range []struct {
		look Look
		want string
	}{
		{Look{}, "ID   NAME   STAGE      P\nA:1  one    exact  0.950\n     three  word   0.600\nNIL                  0.1\n                          next\n"},
		{Look{true}, "~2ID~0   ~2NAME~0   ~2STAGE~0      ~2P~0\nA:1  ~1one~0    ~2exact~0  ~320.950~0\n" +
			"     ~1three~0  ~2word~0   ~330.600~0\nNIL                  ~310.1~0\n                          next\n"},
	} {
		var b strings.Builder
		if err := tt.look.Write(&b, rows(), 3); err != nil {
			t.Fatal(err)
		}
		short := strings.NewReplacer("\x1b[", "~", "m", "").Replace(b.String())
		if short != tt.want {
			t.Errorf("%+v:\n%s\nwant\n%s", tt.look, short, tt.want)
		}
	}
}

// TestLookOn: files and pipes get no colours.
func TestLookOn(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if LookOn(w).colours || LookOn(new(strings.Builder)).colours {
		t.Error("colours in a pipe")
	}
}
