package names

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParseRewrites(t *testing.T) {
	r := rewrites(t)
	if want := []rewrite{{"ae", "e"}, {"lph", "lf"}, {"oe", "e"}, {"our", "or"}}; !slices.Equal(r.spelling, want) {
		t.Errorf("spelling: %q, want %q", r.spelling, want)
	}
	if want := []rewrite{{"ate", "ic acid"}}; !slices.Equal(r.endings, want) {
		t.Errorf("endings: %q, want %q", r.endings, want)
	}
	for _, c := range []struct {
		kind     string
		of       map[string]string
		count    int
		from, to string
	}{
		{"head", r.heads, 2, "damage", "disease"}, {"root", r.roots, 4, "nephr", "kidney"},
		{"tail", r.tails, 5, "pathies", "diseases"}, {"word", r.words, 2, "renal", "kidney"},
	} {
		if to, ok := c.of[c.from]; !ok || to != c.to || len(c.of) != c.count {
			t.Errorf("%s %s: %q, %t, of %d; want %q of %d", c.kind, c.from, to, ok, len(c.of), c.to, c.count)
		}
	}
	if r, err := parseRewrites(nil); err != nil || r == nil {
		t.Errorf("a pack without rewrites: %v, %v", r, err)
	}
}

func TestRewritesRefused(t *testing.T) {
	for what, c := range map[string]struct{ data, reason string }{
		"another kind":         {"stop\tof\t\n", `line 1 of the rewrites: unknown kind "stop"`},
		"no kind":              {"\ta\tb\n", "unknown kind"},
		"kinds out of order":   {"word\ta\tb\nroot\ta\tb\n", "line 2"},
		"words out of order":   {"word\tb\tb\nword\ta\tb\n", "line 2"},
		"twice":                {table + "word\trenal\trena\n", "out of order"},
		"two fields":           {"word\ta\n", "line 1"},
		"four fields":          {"word\ta\tb\tc\n", "line 1"},
		"an empty line":        {table + "\n", "line 25"},
		"no from":              {"word\t\tb\n", "line 1"},
		"from in capitals":     {"word\tRenal\tkidney\n", "text form"},
		"to in capitals":       {"word\trenal\tKidney\n", "text form"},
		"to ends in a blank":   {"word\trenal\tkidney \n", "text form"},
		"from with an accent":  {"word\tr\u00e9nal\tkidney\n", "text form"},
		"from is no UTF-8":     {"word\t\xff\tkidney\n", "text form"},
		"line ends of Windows": {"word\trenal\tkidney\r\n", "text form"},
		"cut off":              {strings.TrimSuffix(table, "\n"), "line 24"},
		"a long from":          {"word\t" + strings.Repeat("a", maxRewrite+1) + "\tb\n", "more than 64 bytes"},
		"a long to":            {"word\ta\t" + strings.Repeat("b", maxRewrite+1) + "\n", "more than 64 bytes"},
		"many spellings":       {spellings(maxTried + 1), "more than 64 of kind spelling"},
		"too much":             {strings.Repeat("word\ta\tb\n", maxRewrites/9+1), "at most 524288"},
	} {
		if r, err := parseRewrites([]byte(c.data)); err == nil || r != nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v, want one with %q", what, err, c.reason)
		}
	}
	for i := range strings.Count(table, "\n") - 1 {
		if _, err := parseRewrites([]byte(changed(func(l []string) []string { l[i], l[i+1] = l[i+1], l[i]; return l }))); err == nil {
			t.Errorf("lines %d and %d exchanged: no error", i+1, i+2)
		}
		if _, err := parseRewrites([]byte(changed(func(l []string) []string { return slices.Delete(l, i, i+1) }))); err != nil {
			t.Errorf("without line %d: %v", i+1, err)
		}
	}
}

// spellings returns n rewrites of kind spelling.
func spellings(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "spelling\tx%05d\tb\n", i)
	}
	return b.String()
}

// TestMostRewrites reads as many and as long ones as are allowed.
func TestMostRewrites(t *testing.T) {
	long := strings.Repeat("a", maxRewrite)
	if r, err := parseRewrites([]byte(spellings(maxTried) + "word\t" + long + "\t" + long + "\n")); err != nil || len(r.spelling) != maxTried || r.words[long] != long {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestEquivalent(t *testing.T) {
	r := rewrites(t)
	f := counted(t, []string{"Kidney Diseases", "drug toxicity", "edema of the leg", "tumor", "nephritis", "arthritis", "hemorrhage"}, nil)
	for mention, want := range map[string]string{
		"nephrotoxicity":              "kidney toxicity",
		"Nephro-toxicity, acute":      "", // two words, and neither a compound
		"acute nephrotoxicity":        "acute kidney toxicity",
		"cardiotoxic arthropathy":     "heart toxicity joint disease",
		"gastroenteritis":             "", // a root that is not in the list
		"leg oedema":                  "leg edema",
		"Haemorrhage":                 "hemorrhage",
		"tumours":                     "tumor",
		"glamour":                     "", // no name has glamor
		"nephritis":                   "", // a name has it
		"pathy":                       "", // nothing before it
		"kidney":                      "",
		"":                            "",
		"胰岛素 nephropathies of oedema": "胰岛素 kidney diseases of edema",
	} {
		got, ok := r.Equivalent(read(mention), f.Known)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v, want %q", mention, got, ok, want)
		}
	}
	for mention, off := range map[string]Rule{"nephrotoxicity": Compounds, "leg oedema": Spelling} {
		x := Text{Off: without(off)}
		x.Read(mention)
		if got, ok := r.Equivalent(&x, f.Known); ok {
			t.Errorf("%q without %s: %q", mention, Rules[off].Name, got)
		}
	}
}

func TestApproximate(t *testing.T) {
	r := rewrites(t)
	for mention, want := range map[string][]string{
		"Encephalopathy":       {"brain disease"},
		"renal pain":           {"kidney pain"},
		"renal damage":         {"kidney damage", "renal disease", "kidney disease"},
		"mitochondrial injury": {"mitochondrial disease"},
		"L-glutamate":          {"l-glutamic acid"},
		"hepatic citrate":      {"hepatic citric acid", "liver citrate"},
		"renal cavities":       {"renal cavity", "kidney cavities"},
		"sinuses":              {"sinus"},
		"sties":                {"sty"},
		"hepatic":              {"liver"},
		"acute hepatic":        {"acute liver"},
		"series of cavities":   {"series of cavity"}, // the last word alone
		"ties":                 nil,                  // too short
		"damage":               nil,                  // to what?
		"late":                 nil,                  // too short for an acid
		"kidney disease":       nil,
		"腎 damage":             {"腎 disease"},
		"":                     nil,
	} {
		if got := r.Approximate(read(mention)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
	for _, c := range []struct {
		mention string
		off     []Rule
		want    []string
	}{
		{"encephalopathy", []Rule{Compounds}, nil},
		{"renal damage", []Rule{WordRewrites}, []string{"renal disease"}},
		{"renal damage", []Rule{HeadRewrites}, []string{"kidney damage"}},
		{"hepatic citrate", []Rule{EndingRewrites}, []string{"liver citrate"}},
		{"hepatic citrate", []Rule{EndingRewrites, WordRewrites}, nil},
		{"renal cavities", []Rule{WordRewrites}, nil},
	} {
		x := Text{Off: without(c.off...)}
		x.Read(c.mention)
		if got := r.Approximate(&x); !slices.Equal(got, c.want) {
			t.Errorf("%q without %v: %q, want %q", c.mention, c.off, got, c.want)
		}
	}
}

func FuzzParseRewrites(f *testing.F) {
	for _, s := range []string{table, "", "word\trenal\tkidney\n", "spelling\tae\t\n", "root\ta\t\ntail\tb\t\n", "head\tb\ta\nhead\ta\tb\n", "ending\tα\tβ\n", "filler\tof\t\nmention\tdamag\tb\nphrase\trenal\tkidney\n"} {
		f.Add([]byte(s), "renal Encephalopathy of COLVII, haemoglobinate damage")
	}
	f.Fuzz(func(t *testing.T, data []byte, mention string) {
		r, err := parseRewrites(data)
		if err != nil {
			return
		}
		entries := len(r.spelling) + len(r.endings) + len(r.roots) + len(r.tails) + len(r.words) + len(r.heads) +
			len(r.mentions) + len(r.phrases) + len(r.fillers)
		if lines := strings.Count(string(data), "\n"); entries != lines {
			t.Errorf("%d entries of %d lines", entries, lines)
		}
		x := read(mention)
		out := r.Approximate(x)
		if other, ok := r.Equivalent(x, func(word uint32) bool { return word%2 == 0 }); ok {
			out = append(out, other)
		}
		if lay, ok := r.Lay(x); ok {
			out = append(out, lay)
		}
		loose := r.AppendLoose(nil, x.Compact, 0)
		if !r.IsLoose(loose, x.Compact, 0) || r.IsLoose(append(loose, 'x'), x.Compact, 0) {
			t.Errorf("IsLoose and AppendLoose disagree on %q", mention)
		}
		out = append(out, string(loose))
		for _, s := range out {
			if len(s) > 2*(maxRewrite+1)*(len(x.Form)+1) {
				t.Errorf("%q becomes %d bytes", mention, len(s))
			}
		}
	})
}
