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
		{"of combined oral contraceptives (COCs)", "COCs=combined oral contraceptives"},
		{"an X-ray and Computed Tomography (CT)", "CT=Computed Tomography"},
		{"maternal phenylketonuria (PKU)", "PKU=phenylketonuria"},
		{"ataxia telangiectasia (hereafter referred to as AT)", "AT=ataxia telangiectasia"},
		{"ataxia telangiectasia (AT for short)", "AT=ataxia telangiectasia"},
		// Without parentheses.
		{"We call ataxia telangiectasia, hereafter AT, rare", "AT=ataxia telangiectasia"},
		{"children with ataxia telangiectasia, AT, were", "AT=ataxia telangiectasia"},
		{"children with ataxia telangiectasia, abbreviated as AT", "AT=ataxia telangiectasia"},
		{"AT, ataxia telangiectasia, is rare", "AT=ataxia telangiectasia"},
		{"AT = ataxia telangiectasia; DOX: doxorubicin.", "AT=ataxia telangiectasia|DOX=doxorubicin"},
		{"Abbreviations: AT, ataxia telangiectasia; VL, kala-azar; DOX, doxorubicin. And AB, other.", "AT=ataxia telangiectasia|VL=kala-azar|DOX=doxorubicin"},
		{"Abbreviations: AT = ataxia, VL = kala-azar\nCD, other", "AT=ataxia|VL=kala-azar"},
		{"Abbreviations\nAT, ataxia\nVL, kala-azar\nThe VL, another", "AT=ataxia|VL=kala-azar"},
		{"Abbreviations: AT, ataxia of AB and CD, another; VL, kala-azar", "AT=ataxia of AB and CD, another|VL=kala-azar"},
		{"TP53, BRCA1, and MLH1, a repair gene, are", ""},
		{"heart, HR, and DOX, doxorubicin", ""}, // one word, after a comma alone
		{"in grade II, intermediate invasion", ""},
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

func FuzzAbbreviations(f *testing.F) {
	for _, s := range []string{"ataxia telangiectasia (AT)", "AT (ataxia telangiectasia)", "((((", "a\xff (\xff\xfe)", "x [(AT)]", "Abbreviations: AT, x; AB = b", "a b, or AB", "Σ (σσ)", "a (AT, b) c (d)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := NewGlossary(text)
		for _, word := range strings.Fields(text) {
			g.Beside(word)
		}
		for _, d := range Definitions(text) {
			if !strings.Contains(text, d.Short) || !strings.Contains(text, d.Long) {
				t.Errorf("%q does not hold %+v", text, d)
			}
			if !isShort(d.Short) || len(d.Long) == 0 {
				t.Errorf("%q: %+v", text, d)
			}
			if got, ok := NewGlossary("").Expand(d.Short, 0, d); !ok || got != d.Long {
				t.Errorf("%q expands to %q, %v", d.Short, got, ok)
			}
		}
	})
}
