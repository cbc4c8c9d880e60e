package names

import (
	"strconv"
	"strings"
)

// element is one whose ions people write with their charge.
type element struct {
	name    string
	charges string // figures with blanks between
}

// charges are the figures of charges by how plainCharge leaves them: 2 of 2+, +2, (2+), ++ and (ii).
var charges = func() map[string]string {
	m := map[string]string{}
	for n := 8; n > 0; n-- {
		figure := strconv.Itoa(n)
		for _, as := range [...]string{figure + "+", "+" + figure, "(" + figure + "+)", strings.Repeat("+", n), "(" + romans[n] + ")"} {
			m[as] = figure
		}
	}
	return m
}()

var plainMarks = strings.NewReplacer(" ", "", "^", "", "[", "(", "]", ")")

// plainCharge leaves words for ions out of the text form of a charge.
func (k *Knowledge) plainCharge(form string) string {
	var out strings.Builder
	for word := range strings.FieldsSeq(form) {
		if k.affixes["ionic"][word] == "" {
			plainMarks.WriteString(&out, word)
		}
	}
	return out.String()
}

// readIon returns the element that a mention names by its symbol, or by its name, with a charge: Pb(II), Fe3+, lead(2+).
// A gene or a cell line may have the letters and digits of the former, as PB2 has.
func (k *Knowledge) readIon(mention string) (name string, bySymbol bool) {
	at := strings.IndexFunc(mention, func(r rune) bool { return !isLetter(r) })
	if at < 1 {
		return "", false
	}
	e, bySymbol := k.elements[mention[:at]]
	if !bySymbol {
		e = k.elements[Form(mention[:at])]
	}
	charge := charges[k.plainCharge(Form(mention[at:]))]
	if charge == "" || !strings.Contains(e.charges, charge) {
		return "", false
	}
	return e.name, bySymbol && mention[:at] != e.name
}
