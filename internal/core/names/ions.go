package names

import (
	"strconv"
	"strings"
	"sync"

	"github.com/normlet/normlet/knowledge"
)

// element is one whose ions people write with their charge.
type element struct {
	name    string
	charges string // figures with blanks between
}

// elements are those of the table of ions by symbol and by name.
var elements = sync.OnceValue(func() map[string]element {
	m := map[string]element{}
	for f := range knowledge.Rows(knowledge.Ions) {
		m[f[0]] = element{f[1], f[2]}
		m[f[1]] = m[f[0]]
	}
	return m
})

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

var plainCharge = strings.NewReplacer(" ions", "", " ion", "", " ", "", "^", "", "[", "(", "]", ")")

// readIon returns the element that a mention names by its symbol, or by its name, with a charge: Pb(II), Fe3+, lead(2+).
// A gene or a cell line may have the letters and digits of the former, as PB2 has.
func readIon(mention string) (name string, bySymbol bool) {
	at := strings.IndexFunc(mention, func(r rune) bool { return !isLetter(r) })
	if at < 1 {
		return "", false
	}
	e, bySymbol := elements()[mention[:at]]
	if !bySymbol {
		e = elements()[Form(mention[:at])]
	}
	charge := charges[plainCharge.Replace(Form(mention[at:]))]
	if charge == "" || !strings.Contains(e.charges, charge) {
		return "", false
	}
	return e.name, bySymbol && mention[:at] != e.name
}
