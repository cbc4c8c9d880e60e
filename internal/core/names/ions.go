package names

import (
	"strconv"
	"strings"
)

// element is a chemical element whose ions people write with their charge.
type element struct {
	name    string
	charges string // digits, separated by blanks
}

// charges maps the spellings of a charge, as plainCharge returns them, to its digit: 2+, +2, (2+), ++ and (ii) to 2.
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

// plainCharge returns the text form of a charge without blanks, carets and words for ions.
func (k *Knowledge) plainCharge(form string) string {
	var out strings.Builder
	for word := range strings.FieldsSeq(form) {
		if k.affixes["ionic"][word] == "" {
			plainMarks.WriteString(&out, word)
		}
	}
	return out.String()
}

// readIon returns the element that a mention names with a charge, by its symbol or by its name: Pb(II), Fe3+, lead(2+). It
// also reports whether it was by the symbol, because a gene or a cell line may have those letters and digits, as PB2 has.
func (k *Knowledge) readIon(mention string) (name string, bySymbol bool) {
	at := strings.IndexFunc(mention, func(r rune) bool { return !isLetter(r) })
	if at < 1 {
		return "", false
	}
	e, bySymbol := k.elements[mention[:at]]
	if !bySymbol {
		e = k.elements[Form(mention[:at])]
	}
	if e.charges == "" {
		return "", false
	}
	charge := charges[k.plainCharge(Form(mention[at:]))]
	if charge == "" || !strings.Contains(e.charges, charge) {
		return "", false
	}
	return e.name, bySymbol && mention[:at] != e.name
}
