package assemble

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// TestFormsFor keeps the forms of words that names end with: of the table, and of other words of names, by their endings.
func TestFormsFor(t *testing.T) {
	list := pack.NewStrings([]string{"Ovum of sheep", "fertile ovum", "Larynges of hens", "larynx", "blorbus", "blorbal lobe", "blorbi and quandria", "quandrion 2",
		"zorbal lobe", "zorbus 7", strings.Repeat("x", maxForm) + "al lobe", strings.Repeat("x", maxForm)})
	lines := formsFor(list)
	known, err := names.ParseFrequencies(names.CountWords(list.Range(0, list.Len()), list.Len(), nil), list.Len())
	if err != nil {
		t.Fatal(err)
	}
	parsed(t, rewritesFor(known, lines...))
	for line, want := range map[string]bool{
		"ova\tovum": true, "larynges\tlarynx": true, "laryngeal\tlarynx": true, "blorbal\tblorbus": true, "blorbi\tblorbus": true,
		"quandria\tquandrion": false, "zorbal\tzorbus": false, "lobar\tlobe": true, "ovine\tsheep": true, "hepatic\tliver": false,
		strings.Repeat("x", maxForm) + "al\t" + strings.Repeat("x", maxForm): false,
	} {
		if got := slices.Contains(lines, "word\t"+line+"\n"); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

// TestManyForms requires that no list gets more forms than a pack may have.
func TestManyForms(t *testing.T) {
	var list []string
	for i := range maxFormed + 10 {
		word := strings.Map(func(r rune) rune { return 'b' + r - '0' }, fmt.Sprintf("%05d", i))
		list = append(list, word+"al "+word+"us")
	}
	if n := len(formsFor(pack.NewStrings(list))); n != maxFormed {
		t.Errorf("%d forms, want %d", n, maxFormed)
	}
}

// TestRewritesOnce requires that the vocabulary counts where other lines rewrite the same.
func TestRewritesOnce(t *testing.T) {
	list := pack.NewStrings([]string{"kidney", "loin"})
	known, err := names.ParseFrequencies(names.CountWords(list.Range(0, list.Len()), list.Len(), nil), list.Len())
	if err != nil {
		t.Fatal(err)
	}
	kept := string(rewritesFor(known, "word\trenal\tloin\n", "word\tlumbar\tloin\n", "word\tlumbar\tback\n"))
	if strings.Count(kept, "word\t") != 2 || !strings.Contains(kept, "word\trenal\tkidney\n") || !strings.Contains(kept, "word\tlumbar\tloin\n") {
		t.Errorf("%q", kept)
	}
}
