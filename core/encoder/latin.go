package encoder

import (
	"bytes"

	"github.com/normlet/normlet/core/form"
)

// spelled are the names of Greek letters long enough to be recognized inside a
// text form, and the Latin letter of each. No name begins with another.
var spelled = func() (list []spelling) {
	for _, r := range "αβγδεζθικλοσυω" {
		list = append(list, spelling{[]byte(form.Greek[r].Name), form.Greek[r].Latin})
	}
	return list
}()

type spelling struct {
	name  []byte
	latin byte
}

// AppendLatin appends the text form with every spelled-out Greek letter of four
// or more characters written as the Latin one: "plcgamma2" becomes "plcg2". It
// reports false, and appends nothing, when there is none.
func AppendLatin(dst, form []byte) ([]byte, bool) {
	start, found := len(dst), false
	for i := 0; i < len(form); {
		c, size := form[i], 1
		for _, g := range spelled {
			if g.name[0] == c && bytes.HasPrefix(form[i:], g.name) {
				c, size, found = g.latin, len(g.name), true
				break
			}
		}
		dst = append(dst, c)
		i += size
	}
	if !found {
		return dst[:start], false
	}
	return dst, true
}
