package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// known are the groups of the table.
var known = func() *names.Knowledge {
	l, _, err := names.ParseLexicon(names.Sections{Words: []byte{0}, Knowledge: knowledge.Section(func(table string, _ []string) bool { return table == "group" })}, 0)
	if err != nil {
		panic(err)
	}
	return l.Knowledge
}()

func TestComposite(t *testing.T) {
	for _, tt := range []struct {
		mention, want string // parts separated by "|", empty for one entity
	}{
		// Shared letters.
		{"BRCA1/2", "BRCA1|BRCA2"},
		{"SMAD2/3", "SMAD2|SMAD3"},
		{"SMAD2/3/4", "SMAD2|SMAD3|SMAD4"},
		{"caspase-3/7", "caspase-3|caspase-7"},
		{"caspase-3/-7", "caspase-3|caspase-7"},
		{"caspase 3/7", "caspase 3|caspase 7"},
		{"p42/44 MAPK", "p42 MAPK|p44 MAPK"},
		{"p38α/β", "p38α|p38β"},
		{"lamin A/C", "lamin A|lamin C"},
		{"HLA-A/B/C", "HLA-A|HLA-B|HLA-C"},
		{"BRCA1/2 mutations", "BRCA1 mutations|BRCA2 mutations"},
		{"PDH E2/E3", "PDH E2|PDH E3"},
		{"lisinopril/HCTZ 20/12.5", "lisinopril 20|HCTZ 12.5"},
		// Whole names.
		{"TNF/NF-kB", "TNF|NF-kB"},
		{"Hsc/Hsp70", "Hsc|Hsp70"},
		{"breast/ovarian cancer", "breast cancer|ovarian cancer"},
		{"PTH/PTHrP receptor", "PTH receptor|PTHrP receptor"},
		{"TNF and IL-6", "TNF|IL-6"},
		{"IL-2 and IL-6", "IL-2|IL-6"},
		{"TNF, IL-1 and IL-6", "TNF|IL-1|IL-6"},
		{"lung cancer and colon cancer", "lung cancer|colon cancer"},
		{"TP53 & MDM2", "TP53|MDM2"},
		// Lists that go on.
		{"IL-2, -4 and -6", "IL-2|IL-4|IL-6"},
		{"IL-2, -4, and -6", "IL-2|IL-4|IL-6"},
		{"IL-2, -4, -6", "IL-2|IL-4|IL-6"},
		{"interleukin 2 and 4", "interleukin 2|interleukin 4"},
		{"type 1 and 2 diabetes", "type 1 diabetes|type 2 diabetes"},
		{"factors VIII and IX", "factors VIII|factors IX"},
		{"hepatitis B and C virus", "hepatitis B virus|hepatitis C virus"},
		{"vitamin C or D", "vitamin C|vitamin D"},
		{"stage II and III colorectal carcinomas", "stage II colorectal carcinomas|stage III colorectal carcinomas"},
		// A shared head.
		{"breast and ovarian cancer", "breast cancer|ovarian cancer"},
		{"both breast and ovarian cancer", "breast cancer|ovarian cancer"},
		{"breast and/or ovarian cancer", "breast cancer|ovarian cancer"},
		{"brain, breast, and prostate cancer", "brain cancer|breast cancer|prostate cancer"},
		{"stage II and stage III colorectal cancer", "stage II colorectal cancer|stage III colorectal cancer"},
		{"sporadic breast and ovarian cancers", "sporadic breast cancers|ovarian cancers"},
		{"C6 and C7 deficiencies", "C6 deficiencies|C7 deficiencies"},
		{"laminin 511", "LAMA5|LAMB1|LAMC1"},
		{"EML4-ALK", "EML4|ALK"},
		{"MST1/2", "STK4|STK3"},
		{"MEK", ""}, // a family, of which any may be meant
		{"alpha and beta tubulin", "alpha tubulin|beta tubulin"},
		{"GST alpha, mu and pi", "GST alpha|GST mu|GST pi"},
		// A shared start.
		{"deficiency of C6 and C7", "deficiency of C6|deficiency of C7"},
		{"cancer of the breast and ovary", "cancer of the breast|cancer of the ovary"},
		// One entity.
		{"", ""},
		{"FOXP2", ""},
		{"C/EBPalpha", ""},
		{"A/C", ""},
		{"1/2", ""},
		{"n/a", ""},
		{"http://a.b/c", ""},
		{"diabetes mellitus, type 2", ""},
		{"carcinoma, renal cell", ""},
		{"1,2-dichloroethane", ""},
		{"solute carrier family 6 (neurotransmitter transporter, noradrenalin) member 2", ""},
		{"gene (alpha and beta) product", ""},
		{"Parkinson disease/dementia", ""},
		{"breast and", ""},
		{"and cancer", ""},
		{", cancer", ""},
		{"2 and 4", ""},
		{"cancer and cancer", ""},
		{strings.Repeat("a and b ", 60) + "c", ""},
		{"x" + strings.Repeat("/y1", 20), ""},
	} {
		got := ""
		if all := readings(tt.mention, known.Together(tt.mention)); len(all) > 0 {
			got = strings.Join(all[0], "|")
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.mention, got, tt.want)
		}
	}
}

func TestReadings(t *testing.T) {
	got := readings("asthma and allergic rhinitis", nil)
	want := [][]string{{"asthma rhinitis", "allergic rhinitis"}, {"asthma", "allergic rhinitis"}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzReadings(f *testing.F) {
	for _, s := range []string{"BRCA1/2", "IL-2, -4 and -6", "a,, and b", "\xff/\xfe2", "β/γ", "and/or", "cancer of the breast and of"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, parts := range readings(s, known.Together(s)) {
			if !good(parts) {
				t.Errorf("%q: %q", s, parts)
			}
			for _, p := range parts {
				if slices.Contains(known.Together(s), p) {
					continue
				}
				if strings.TrimSpace(p) != p || len(p) > 2*len(s) {
					t.Errorf("%q: the part %q", s, p)
				}
			}
		}
	})
}
