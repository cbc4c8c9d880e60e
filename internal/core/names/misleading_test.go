package names

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/knowledge"
)

func TestSheetDate(t *testing.T) {
	for _, tt := range []struct {
		mention, want string // a name that is read, "" for no date
		sure          certainty
	}{
		{"2-Sep", "sept2", written},
		{"2-sep", "septin2", written},
		{"02-Sep", "sep2", written},
		{"2 Sept", "sept2", written},
		{"1-Mar", "march1", written},
		{"1-Mar", "marc1", written},
		{"1-Mar", "mtarc1", written},
		{"1-Mar", "mar1", written},
		{"1-Dec", "delec1", written},
		{"Sep-2", "sept2", written},
		{"Sep-02", "sept2", written},
		{"SEP-2", "", written},
		{"sep-2", "", written},
		{"Sep 2", "", written},
		{"SEPT2", "", written},
		{"2-Sep-24", "sept2", written},
		{"2-Sep-2024", "sept2", written},
		{"September 2, 2020", "sept2", written},
		{"2020-09-02", "sept2", written},
		{"2020-09-02 00:00:00", "sept2", written},
		{"2020-09-02T00:00:00", "sept2", written},
		{"9/2/2024", "sept2", written},
		{"9/2/2024", "feb9", written},
		{"9/9/2024", "sept9", written},
		{"2.9.2024", "sept2", written},
		{"9/2", "sept2", short},
		{"9/2", "feb9", short},
		{"03-01", "march1", short},
		{"9/9", "sept9", short},
		{"9.2", "", short},
		{"13/13", "", short},
		{"0-3", "", short},
		{"120/80", "", short},
		{"2/", "", short},
		{"13/13/2020", "", written},
		{"0-Sep", "", written},
		{"32-Sep", "", written},
		{"2-Sep-1850", "", written},
		{"2-Se", "", written},
		{"2-Sepsis", "", written},
		{"4-Mai", "", written},
		{"44076", "sept2", dayNumber},
		{"44075", "sept1", dayNumber},
		{"44075.0", "sept1", dayNumber},
		{"32874", "jan1", dayNumber},
		{"32873", "", written},
		{"51501", "dec31", dayNumber},
		{"51502", "", written},
		{"4407", "", written},
		{"440755", "", written},
		{"2.31E+13", "", written},
		{"", "", written},
		{strings.Repeat("2-Sep", 100), "", written},
	} {
		read, sure := sheetDate(tt.mention, known.affixes["renamed"])
		if (len(read) > 0) != (tt.want != "") || tt.want != "" && !slices.Contains(read, tt.want) || sure != tt.sure && tt.want != "" {
			t.Errorf("%q: %q, certainty %v; want %q among them, %v", tt.mention, read, sure, tt.want, tt.sure)
		}
	}
}

func TestReadGroup(t *testing.T) {
	for _, tt := range []struct {
		mention, members string
		family           bool
	}{
		{"MEK", "MAP2K1 MAP2K2", true},
		{"MEKs", "MAP2K1 MAP2K2", true},
		{"laminin-511", "LAMA5 LAMB1 LAMC1", false},
		{"IL-12", "IL12B IL12A", false},
		{"BCR-ABL", "BCR ABL1", false},
		{"p38", "MAPK14 MAPK11 MAPK12 MAPK13", true},
		{"TET", "TET1 TET2 TET3", true},
		{"tet", "", false}, // a word
		{"MAP2K1", "", false},
		{"", "", false},
	} {
		g := known.readGroup(tt.mention)
		if got := strings.Join(g.Members, " "); got != tt.members || g.Family != tt.family {
			t.Errorf("%q: %q, a family: %v; want %q, %v", tt.mention, got, g.Family, tt.members, tt.family)
		}
	}
}

func TestReadList(t *testing.T) {
	for mention, want := range map[string]string{
		"SMAD2/3": "SMAD2|SMAD3", "SMAD1/2/3": "SMAD1|SMAD2|SMAD3", "ERK1/ERK2": "ERK1|ERK2", "caspase-3/7": "caspase-3|caspase-7",
		" ERK 1/2 ": "ERK 1|ERK 2",
		"MST1/2":    "", // a group of the table
		"1/2":       "", "9/2/2024": "", "BRCA1": "", "TNF/IL6": "", "BRCA1/": "", "BRCA/2": "",
		"X1" + strings.Repeat("/2", maxMembers): "",
	} {
		if got := strings.Join(known.readList(mention), "|"); got != want {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct{ mention, want string }{ // "" for nothing at all
		{"pSTAT3", "STAT3"},
		{"p-AKT", "AKT"},
		{"p-AKT (Ser473)", "AKT"},
		{"AKT pS473", "AKT"},
		{"p-ERK1/2 (Thr202/Tyr204)", "ERK1/2"},
		{"phospho-ERK", "ERK"},
		{"BRAFV600E", "BRAF"},
		{"TNF 10 ng/ml", "TNF"},
		{"DMSO 0.1%", "DMSO"},
		{"cisplatin (5 µM)", "cisplatin"},
		{"aspirin 81mg", "aspirin"},
		{"enalapril maleate", "enalapril"},
		{"erlotinib hydrochloride monohydrate", "erlotinib"},
		{"ethyl acetate", ""},
		{"ammonium acetate", ""},
		{"copper sulphate", ""},
		{"copper(II) sulphate", ""},
		{"head & neck", "head  and  neck"},
		{"Felis catus Linnaeus, 1758", "Felis catus"},
		{"Mus musculus domesticus (Schwarz & Schwarz 1943)", "Mus musculus domesticus"},
		{"Felis catus in 1758", ""},
		{"Paris 1758", ""},
		{"TP53R175H", "TP53"},
		{"BRAF V600E", "BRAF"},
		{"KRAS-G12D", "KRAS"},
		{"CFTR ΔF508", "CFTR"},
		{"GFP-tagged TP53", "TP53"},
		{"Flag-p53", "p53"},
		{"anti-CD3", "CD3"},
		{"anti-CD3 antibody", "CD3"},
		{"wild-type p53", "p53"},
		{"siTP53", "TP53"},
		{"hTERT", "TERT"},
		{"TP53 KO", "TP53"},
		{"BRAF V600E mutation", "BRAF"},
		{"metformin 500 mg bid", "metformin"},
		{"metformin 500 bid", "metformin"},
		{"Lipitor 40", "Lipitor"},
		{"Lipitor 41", ""},
		{"Diovan HCT 80/12.5", "Diovan HCT"},
		{"Diovan HCT 80/13", ""},
		{"topical ibuprofen 5-10 mg once daily", "ibuprofen"},
		{"low-dose aspirin tablets", "aspirin"},
		{"suspected severe asthma", "asthma"},
		{"newly diagnosed gout", "gout"},
		{"Ca breast", "breast cancer"},
		{"pneumonia, unspecified", "pneumonia"},
		{"500 mg tablets", ""},
		{"p53KO", "p53"},
		{"Trp53fl/fl", "Trp53"},
		{"EGF receptor", "EGFR"},
		{"EGF-receptor", "EGFR"},
		{"IL-2 receptor alpha", "IL-2R alpha"},
		{"b-actin", "actin beta"},
		{"b-catenin", "beta-catenin"},
		{"PKCd", "PKCdelta"},
		{"EGFR p.Leu858Arg", "EGFR"},
		{"JAK2V617F", "JAK2"},
		{"AGAP10P", ""}, // no P to P: a symbol
		{"LCK (pY394)", "LCK"},
		{"ERK (Thr202/Tyr204)", "ERK"},
		{"pAkt", "Akt"},
		{"pSmad2", "Smad2"},
		{"rhIL-2", "IL-2"},
		{"CD5 (clone 4F-2)", "CD5"},
		{"tubulin (B512)", "tubulin"},
		{"collagen (type 4)", "type 4 collagen"},
		{"interleukin (17)", "17 interleukin"}, // not every interleukin
		{"seminoma (metastatic)", "metastatic seminoma"},
		{"Felis catus L.", "Felis catus"},
		{"D. busckii w12", "D. busckii"},
		{"Zea mays B73", "Zea mays"},
		{"Night blindness NB12", ""},    // a kind of it
		{"Malacosoma neustria NPV", ""}, // its virus
		{"Streptomyces sp. A1", ""},
		{"Sodium iodide I-125", ""}, // no name of a species
		{"KG-1 leukemia cells", "KG-1"},
		{"Ramos cell line", "Ramos"},
		{"Kitten cells", ""},
		{"CD2+ cells", ""},
		{"-cells", ""},
		{"Ramos cell", "Ramos"},
		{"gastric cell", ""},
		{"ptosis (disorder)", "ptosis"},
		{"naproxen 25 MG/ML Oral Suspension [Naprosyn]", "naproxen"},
		{"12 HR tramadol hydrochloride 100 MG Extended Release Oral Tablet [Ultram]", "tramadol"},
		{"ranitidine 15 mg/5 mL syrup", "ranitidine"},
		{"sodium chloride 9 mg/mL solution for infusion", "sodium chloride"},
		{"budesonide 0.09 MG/ACTUAT Dry Powder Inhaler", "budesonide"},
		{"ranitidine 15 mg/5", ""},
		{"very early vitiligo (Vi)", "vitiligo"},
		{"very early vitiligo (Ca)", "very early vitiligo"},
		{"10 mM glycine", "glycine"},
		{"2,4-D amine", ""},
		{"tricine buffer, pH 8.1", "tricine"},
		{"sarcoma stage IIB", "sarcoma"},
		{"goitre stage", ""},
		{"rt ankle fx", "right ankle fracture"},
		{"fx", ""},
		{"gout w/ tophi", "gout"},
		{"psoriasis since 2019", "psoriasis"},
		{"goitre since", ""},
		{"asthma, severe persistent", "asthma"},
		{"p-S6 (Ser240/244)", "S6"},
		{"HEXA c.1274_1277dup", "HEXA"},
		{"CFTR dI507", "CFTR"},
		{"Wnt ligand d1", ""},
		{"Coxsackievirus A16", ""}, // a strain
		{"CDK12", ""},
		{"E2F1", ""},
		{"anti-GFP", ""},
		{"mRFP", ""},
		{"TP53", ""},
		{"insulin", ""},
		{"protein", ""},
		{"", ""},
	} {
		var got []string
		for _, p := range known.plainNames(tt.mention) {
			got = append(got, p.name)
		}
		if tt.want == "" && len(got) > 0 || tt.want != "" && !slices.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.mention, got, tt.want)
		}
	}
}

func TestLooksPhosphorylated(t *testing.T) {
	for mention, want := range map[string]bool{"pERK": true, "pSTAT3": true, "PERK": false, "perk": false, "p53": false, "pX": false, "p": false, "": false} {
		if got := looksPhosphorylated(mention); got != want {
			t.Errorf("%q: %v", mention, got)
		}
	}
}

// TestGroups requires the lines of the table to be whole, without repetition, and each group to have a source.
func TestGroups(t *testing.T) {
	seen := map[string]bool{}
	unique := func(key, line string) {
		if seen[key] {
			t.Errorf("%q is in the table twice, in the second line %q", key, line)
		}
		seen[key] = true
	}
	for f := range knowledge.Rows(knowledge.Groups) {
		line := strings.Join(f, "\t")
		if len(f) != 4 || !slices.Contains([]string{"complex", "family", "list", "protein"}, f[0]) || f[3] == "" {
			t.Errorf("groups.tsv: %q is not kind, names, members and source", line)
			continue
		}
		if members := strings.Fields(f[2]); (len(members) == 1) != (f[0] == "protein") || len(members) > 16 {
			t.Errorf("groups.tsv: %q: %d members", line, len(members))
		}
		keys := map[string]bool{}
		for name := range strings.SplitSeq(f[1], "|") {
			if keys[Key(name)] {
				continue // in another spelling, for the reader
			}
			keys[Key(name)] = true
			unique("group "+Key(name), line)
		}
	}
}

func TestDenied(t *testing.T) {
	for text, want := range map[string]string{
		"no fever": "fever", "No sign of fever": "fever", "without chest pain": "chest pain", "fever-free": "fever", "tumor free": "tumor",
		"cough absent": "cough", "pneumonia ruled out": "pneumonia", "Testosterone, free": "", "no-reflow phenomenon": "", "free": "", "no": "",
		"nodular goitre": "", "no fever or chills": "fever or chills", "cancer was ruled out": "cancer", "not able to walk": "",
		"fever": "", "freedom": "",
	} {
		if got := string(known.Denied([]byte(Form(text)))); got != want {
			t.Errorf("%q denies %q, want %q", text, got, want)
		}
	}
}

func TestPlainly(t *testing.T) {
	for mention, want := range map[string]string{
		"mumps (disease)": "mumps", "Felis catus [organism]": "Felis catus", "lichen, red": "red lichen", "cyst, ovarian, large": "large ovarian cyst",
		"mumps (rare)": "", "mumps": "", "1,2-dichloroethane": "", "": "",
	} {
		got, ok := known.Plainly(mention, 0)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q is written %q, %v; want %q", mention, got, ok, want)
		}
	}
}

// TestReadingsOfNames requires a mention that is a name to keep all readings that count for it.
func TestReadingsOfNames(t *testing.T) {
	named := func(mention string, is bool) (out []Reading) {
		for r := range known.Readings(mention, is, 0) {
			if r.Named {
				out = append(out, r)
			}
		}
		return out
	}
	for mention, want := range map[string]int{"2-Sep": 1, "pSTAT3": 1, "SMAD1/2/3": 1, "suspected gout": 0, "gout": 0} {
		all, kept := named(mention, false), named(mention, true)
		if len(all) < want || want == 0 && len(all) > 0 || !reflect.DeepEqual(all, kept) {
			t.Errorf("%q: %+v of %+v are kept, want all, at least %d", mention, kept, all, want)
		}
	}
	for r := range known.Readings("suspected gout", true, 0) {
		t.Errorf("a name is read as %+v, which does not count", r)
	}
}

// FuzzMisleading requires every text to have bounded readings with a letter in each.
func FuzzMisleading(f *testing.F) {
	for _, s := range []string{"2-Sep", "44075", "p-ERK1/2 (Thr202/Tyr204)", "b-actin", "SMAD1/2/3", "\xff/\xfe2", "EGF receptor", "wild-type ", "0 0/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = Cut(s, maxReading)
		dates, _ := sheetDate(s, known.affixes["renamed"])
		plain, list := known.plainNames(s), known.readList(s)
		if len(dates) > 24 || len(list) > maxMembers || len(plain) > 8*maxStrips+maxReading/2 {
			t.Errorf("%q: %d dates, %d of a list, %d plain", s, len(dates), len(list), len(plain))
		}
		for _, read := range slices.Concat(dates, list) {
			if !HasLetter(read) {
				t.Errorf("%q is read as %q", s, read)
			}
		}
		known.readGroup(s)
	})
}

// TestPossessive reads a first word with the ending 's, or without it.
func TestPossessive(t *testing.T) {
	for mention, want := range map[string]string{
		"Bright nephritis": "Bright's nephritis", "vogt’s ataxia": "vogt ataxia", "Graves disease": "", "Bright": "", "H pylori": "", "IL-2 receptor": "",
	} {
		if got, ok := possessive(mention); ok && got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", mention, got, ok, want)
		}
	}
}
