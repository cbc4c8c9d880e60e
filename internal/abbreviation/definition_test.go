package abbreviation

import (
	"strings"
	"testing"
)

func TestAbbreviations(t *testing.T) {
	for _, tt := range []struct {
		text, want string // SHORT=long form, separated by "|"
	}{
		{"patients with ataxia telangiectasia (AT) were", "AT=ataxia telangiectasia"},
		{"AT (ataxia telangiectasia) is", "AT=ataxia telangiectasia"},
		{"( AT ) as tokens: heat shock protein ( HSP ) .", "HSP=heat shock protein"},
		{"heat shock transcription factor (HSF)", "HSF=heat shock transcription factor"},
		{"tumor necrosis factor-alpha (TNFα)", ""}, // α is no letter of "alpha"
		{"tumour necrosis factor (TNF)-α", "TNF=tumour necrosis factor"},
		{"glucose-6-phosphate dehydrogenase (G6PD) deficiency", "G6PD=glucose-6-phosphate dehydrogenase"},
		{"3,4-methylenedioxymethamphetamine (MDMA)", "MDMA=3,4-methylenedioxymethamphetamine"},
		{"the adenomatous polyposis coli [APC] gene", "APC=adenomatous polyposis coli"},
		{"embryonic stem cells (ESCs)", "ESCs=embryonic stem cells"},
		{"ataxia telangiectasia (AT; OMIM 208900)", "AT=ataxia telangiectasia"},
		{"ataxia telangiectasia (A-T) and Wiskott-Aldrich syndrome (WAS)", "A-T=ataxia telangiectasia|WAS=Wiskott-Aldrich syndrome"},
		{"familial adenomatous polyposis coli (APC (a gene))", ""},
		{"β-catenin transfer factor (βCTF)", "βCTF=β-catenin transfer factor"},
		// No definitions.
		{"", ""},
		{"see the figure (a) and (b)", ""},
		{"we saw many (n = 5) of them", ""},
		{"A sentence ends. Then (ASE) stands", ""},
		{"the gene TP53 (TP53)", ""},
		{"growth factor (1999)", ""},
		{"an open parenthesis (AP", ""},
		{"closed) here (", ""},
		{"ataxia telangiectasia\n(AT", ""},
		{"some words (" + strings.Repeat("w ", 200) + ")", ""},
		{"(AT)", ""},
		{"x (y)", ""},
	} {
		var got []string
		for _, d := range Definitions(tt.text) {
			got = append(got, d.Short+"="+d.Long)
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, s, tt.want)
		}
	}
}

func TestExpand(t *testing.T) {
	defs := []Definition{{Short: "AT", Long: "ataxia telangiectasia"}, {Short: "IL", Long: "interleukin"}, {Short: "AT", Long: "another"}, {Short: "A-T", Long: "ataxia with T"}}
	for _, tt := range []struct {
		mention, want string
		ok            bool
	}{
		{"AT", "ataxia telangiectasia", true},
		{"ATs", "ataxia telangiectasia", true},
		{"sporadic AT patients", "sporadic ataxia telangiectasia patients", true},
		{"IL-2", "interleukin-2", true},
		{"A-T", "ataxia with T", true},
		{"AT", "ataxia telangiectasia", true},
		{"at", "at", false},
		{"ATM", "ATM", false},
		{"éAT", "éAT", false},
		{"", "", false},
	} {
		if got, ok := expand(tt.mention, defs); got != tt.want || ok != tt.ok {
			t.Errorf("%q: %q, %v", tt.mention, got, ok)
		}
	}
	if _, ok := expand("AT", nil); ok {
		t.Error("expanded without definitions")
	}
}

func FuzzAbbreviations(f *testing.F) {
	for _, s := range []string{"ataxia telangiectasia (AT)", "AT (ataxia telangiectasia)", "((((", "a\xff (\xff\xfe)", "x [(AT)]", "Σ (σσ)", "a (AT, b) c (d)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range Definitions(text) {
			if !strings.Contains(text, d.Short) || !strings.Contains(text, d.Long) {
				t.Errorf("%q does not hold %+v", text, d)
			}
			if !isShort(d.Short) || len(d.Long) == 0 {
				t.Errorf("%q: %+v", text, d)
			}
			if got, ok := expand(d.Short, []Definition{d}); !ok || got != d.Long {
				t.Errorf("%q expands to %q, %v", d.Short, got, ok)
			}
		}
	})
}
