package names

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/knowledge"
)

func TestReadIon(t *testing.T) {
	for mention, want := range map[string]string{
		"Pb(II)": "lead", "Fe (III)": "iron", "Fe3+": "iron", "Fe+3": "iron", "Ca++": "calcium", "Cu²⁺": "copper", "Mg 2+": "magnesium",
		"Zn[2+]": "zinc", "Cr^6+": "chromium", "K+": "potassium", "Ni2+ ions": "nickel", "lead(2+)": "lead", "Copper (II) ion": "copper",
		"Cd4+": "", "CaII": "", "Co2": "", "PB2+": "", "Fe": "", "CD4+": "", "2+": "", "iron": "", "(II)": "", "": "",
	} {
		got, bySymbol := known.readIon(mention)
		if got != want || bySymbol != (want != "" && !strings.HasPrefix(strings.ToLower(mention), want)) {
			t.Errorf("%q: %q, by its symbol %v; want %q", mention, got, bySymbol, want)
		}
	}
}

// TestIons requires every line of the table to be a symbol, a name in text form and figures of charges.
func TestIons(t *testing.T) {
	for f := range knowledge.Rows(knowledge.Ions) {
		if len(f) != 3 || len(f[0]) > 2 || !isUpper(f[0][0]) || Form(f[1]) != f[1] || strings.Trim(f[2], "12345678 ") != "" {
			t.Errorf("ions.tsv: %q is not symbol, name and charges", f)
		}
	}
}
