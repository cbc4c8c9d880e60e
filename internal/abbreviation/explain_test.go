package abbreviation

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExplain(t *testing.T) {
	for _, tt := range []struct {
		mention, neighbours, want string // neighbours separated by "|"
	}{
		{"OAB", "overactive bladder", "OAB=overactive bladder"},
		{"OAB", "pain|overactive bladder|oh a bladder", "OAB=oh a bladder"}, // more initials
		{"VT", "ventricular tachycardia|venous thromboembolism", "VT=ventricular tachycardia"},
		{"PILO", "pilocarpine", "PILO=pilocarpine loose"},
		{"5-HT", "5-hydroxytryptamine", "5-HT=5-hydroxytryptamine"},
		{"EDDs", "entacapone drug delirium", "EDD=entacapone drug delirium"},
		{"sporadic AT", "ataxia telangiectasia", "AT=ataxia telangiectasia"},
		{"HPT (JT)", "jaw tumour", "JT=jaw tumour"},
		{"A-T", "A-T patients|ataxia telangiectasia", "A-T=ataxia telangiectasia"},
		{"G6PD", "glucose-6-phosphate dehydrogenase (G6PD) deficiency", "G6PD=glucose-6-phosphate dehydrogenase"},
		{"EDDs", "entacapone drug delirium (EDD) trial", "EDD=entacapone drug delirium"}, // defined there, in the singular
		{"NSVT", "ventricular tachycardia", ""},
		{"MI", "myocardial damage", ""},                                                   // no letter of the last word
		{"AT", "type A tumour", ""},                                                       // not all of it
		{"DM", "deficiency of many things in man", ""},                                    // too many words
		{"TGF-betaRI", "TGF-betaRII", ""},                                                 // an abbreviation explains none
		{"pain", "pain and itch need", ""},                                                // no capitals
		{"Ub", "ubiquitin", ""},                                                           // one is not enough
		{"THELONGESTONE", "the long entire list of names generates every short tone", ""}, // too long
		{"OAB", " overactive bladder ", "OAB=overactive bladder"},
		{"OAB", "an overactive bladder", ""}, // not from its first word
		{"OAB", "", ""},
		{"OAB", strings.Repeat("long ", 110) + "(LONG) overactive bladder (OAB)", ""}, // a text
		{strings.Repeat("long ", 110) + "OAB", "overactive bladder", ""},
		{"", "overactive bladder", ""},
		{"type II", "isolated thrombocytopenia", ""}, // a number
		{"type IIA", "inherited Alzheimer", ""},
		{"MI", "myocardial infarction", "MI=myocardial infarction"},
		{"AAPC", "adenomatous polyposis coli", "AAPC=adenomatous polyposis coli"},
		{"AAPC", "APC|adenomatous polyposis coli", ""},
		{"APC", "AAPC|adenomatous polyposis coli", "APC=adenomatous polyposis coli"},
		{"\xffAB", "\xffa b", ""},
	} {
		got := ""
		if d, ok := Explain(tt.mention, func() []string { return strings.Split(tt.neighbours, "|") }); ok {
			got = d.Short + "=" + d.Long
			if d.Loose {
				got += " loose"
			}
		}
		if got != tt.want {
			t.Errorf("%q beside %q: %q, want %q", tt.mention, tt.neighbours, got, tt.want)
		}
	}
}

func TestSharesHead(t *testing.T) {
	for _, tt := range []struct {
		short, mention string
		abbreviation   bool
		want           bool
	}{
		{"CIN", "nephropathy", true, true},
		{"RIHA", "severe hemolytic anemia", true, true},
		{"RIHA", "anemia, hemolytic", true, false},
		{"MDs", "mood disorder", true, true},
		{"MDs", "schizophrenia", true, false},
		{"IL-2", "interleukin 2", true, true},
		{"IL-", "lung", true, true},
		{"CIN", "", true, false},
		{"CIN", " - ", true, false},
		{"Cin", "nephropathy", false, true},
		{"CIN 3", "3", false, true},
		{"s", "x", false, false},
		{"\xff", "\xff", false, false},
	} {
		if got := SharesHead(tt.short, tt.mention); got != tt.want {
			t.Errorf("%q, %q: %v", tt.short, tt.mention, got)
		}
		if got := IsAbbreviation(tt.short); got != tt.abbreviation {
			t.Errorf("%q is an abbreviation: %v", tt.short, got)
		}
	}
}

func FuzzExplain(f *testing.F) {
	for _, s := range [][2]string{{"OAB", "overactive bladder"}, {"ATs", "ataxia telangiectasia"}, {"\xffAB", "\xff b"}, {"ΣΣ", "σ σ"}, {"G6PD", "x (G6PD)"}, {"ŽŽ", "ž\u0301ž"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, mention, neighbour string) {
		d, ok := Explain(mention, func() []string { return []string{neighbour} })
		if !ok {
			return
		}
		if !strings.Contains(neighbour, d.Long) || utf8.RuneCountInString(d.Long) <= utf8.RuneCountInString(d.Short) {
			t.Errorf("%q beside %q: %+v", mention, neighbour, d)
		}
		if got, ok := NewGlossary("").Expand(mention, 0, d); len(got) <= maxExpanded && (!ok || !strings.Contains(got, d.Long)) && len(mention)+len(d.Long) <= maxExpanded {
			t.Errorf("%q with %+v is %q, %v", mention, d, got, ok)
		}
	})
}
