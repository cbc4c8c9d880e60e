package tag

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/tag"
)

// Parts of names that make lists of some type, and of none.
var (
	diseases = made("chronic acute congenital familial", "renal hepatic pulmonary gastric", "insufficiency carcinoma dysplasia")
	drugs    = made("2-methyl 3-chloro 4-hydroxy", "benzoic phenylacetic cinnamic", "acid hydrochloride")
	jobs     = made("senior chief junior", "transport railway office kitchen", "manager planner assistant")
)

func made(parts ...string) []string {
	out := []string{""}
	for _, p := range parts {
		var longer []string
		for _, before := range out {
			for _, word := range strings.Fields(p) {
				longer = append(longer, strings.TrimSpace(before+" "+word))
			}
		}
		out = longer
	}
	return out
}

// list is a pack with names of namespaces.
func list(of map[string][]string, namespaces ...string) *pack.Contents {
	c := &pack.Contents{Namespaces: namespaces}
	var all []string
	for ns, name := range namespaces {
		for _, n := range of[name] {
			c.EntityNamespace = append(c.EntityNamespace, uint16(ns))
			c.RowEntity = append(c.RowEntity, uint32(len(all)))
			all = append(all, n)
		}
	}
	c.Names = pack.NewStrings(all)
	return c
}

// models returns the types of the tagger of a pack, each with its namespaces.
func models(t *testing.T, c *pack.Contents, s Stated) string {
	t.Helper()
	b := For(c, FindTypes(c, nil, s))
	if b == nil {
		return ""
	}
	_, all, err := tag.ParseModels(b)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range all {
		out = append(out, m.Type+" "+strings.Join(m.Namespaces, "+"))
	}
	return strings.Join(slices.Compact(out), ", ") // those for long texts follow
}

// TestTypes finds the types of namespaces by their names, whatever the namespaces are called.
func TestTypes(t *testing.T) {
	all, jumbled := map[string][]string{}, append(slices.Clone(diseases), drugs...)
	all[""], all["OMIM"], all["X/10090"], all["X/9606"] = diseases[:20], diseases[20:], drugs[:3], drugs[3:]
	all["MONDO"], all["both"], all["one"], all["blank"], all["none"] = jobs, jumbled, diseases[:1], []string{" ", "\u00a0", "--", ""}, nil
	all["two"] = jobs[:2]
	for _, tt := range []struct {
		namespaces []string
		stated     []string
		want       string
	}{
		{[]string{"", "OMIM"}, nil, "Disease +OMIM"},                    // ids with and without a prefix
		{[]string{"X/10090", "X/9606"}, nil, "Chemical X/10090+X/9606"}, // organisms are one list
		{[]string{"MONDO"}, nil, ""},                                    // a name of diseases for a list of jobs
		{[]string{"MONDO", "OMIM"}, nil, "Disease OMIM"},
		{[]string{"both"}, nil, ""},                        // of no one type
		{[]string{"one"}, nil, ""},                         // one name shows nothing
		{[]string{"OMIM", "one"}, nil, "Disease OMIM+one"}, // but goes with the others
		{[]string{"OMIM", "two"}, nil, "Disease OMIM"},     // unless it is of something else
		{[]string{"blank"}, nil, ""},
		{[]string{"none"}, nil, ""},
		{nil, nil, ""},
		{[]string{"one"}, []string{"disease"}, "Disease one"},
		{[]string{"MONDO", "OMIM"}, []string{"Gene", "OMIM=none"}, "Gene MONDO"},
		{[]string{"", "OMIM"}, []string{"=Gene"}, "Disease OMIM, Gene "},
		{[]string{"X/10090", "X/9606"}, []string{"X=Gene"}, "Gene X/10090+X/9606"},
	} {
		s, err := ParseStated(tt.stated)
		if err != nil {
			t.Fatal(err)
		}
		if got := models(t, list(all, tt.namespaces...), s); got != tt.want {
			t.Errorf("%q %q: %q, want %q", tt.namespaces, tt.stated, got, tt.want)
		}
	}
}

// TestKnownNames goes by the types of a known pack where it has a name.
func TestKnownNames(t *testing.T) {
	of := map[string][]string{"jobs": jobs, "list": jobs, "ills": diseases}
	known := list(of, "ills", "jobs")
	known.Tagger = For(known, FindTypes(known, nil, Stated{Of: map[string]string{"jobs": "Species", "ills": NoType}}))
	if got := FindTypes(list(of, "list"), known, Stated{})[0]; got.Type != "Species" || got.Names != len(jobs) {
		t.Errorf("%+v", got)
	}
	if got := FindTypes(list(of, "ills"), known, Stated{})[0]; got.Type != NoType {
		t.Errorf("%+v", got)
	}
	known.Tagger = []byte{1}
	if got := FindTypes(list(of, "list"), known, Stated{})[0]; got.Type != NoType {
		t.Errorf("a damaged tagger: %+v", got)
	}
}

// TestStated refuses types and namespaces that there are not.
func TestStated(t *testing.T) {
	for text, want := range map[string]string{
		"Diseases":            `unknown type "Diseases"; did you mean "Disease"?; types are Disease, Chemical, Gene, Species, CellLine, CellType, Anatomy, GO, none`,
		"":                    `unknown type ""`,
		"MESH=":               `unknown type ""`,
		"Gene,Disease":        "one type",
		"MESH=Gene,MESH=none": "one type",
	} {
		if _, err := ParseStated(strings.Split(text, ",")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	s, err := ParseStated([]string{"mesh=Gene"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check([]string{"MESH", "NCBIGene/10090"}); err == nil || !strings.Contains(err.Error(), `did you mean "MESH"?`) {
		t.Error(err)
	}
	if err := s.Check([]string{"mesh"}); err != nil {
		t.Error(err)
	}
}

// TestLooksFile refuses a damaged file, and keeps it small.
func TestLooksFile(t *testing.T) {
	if len(looksFile) > 100<<10 {
		t.Errorf("looks.bin has %d bytes, more than 100 kB", len(looksFile))
	}
	if all := defaultLooks().Types; !slices.Equal(Types(), all) {
		t.Errorf("types %v at the beginning, %v in all", Types(), all)
	}
	for _, bad := range []string{"", "\x03\x00", "\x11\x01\x01A", "\x03\x01\x01A", "\x00\x01\x01A\x05\x05"} {
		var file bytes.Buffer
		z := gzip.NewWriter(&file)
		z.Write([]byte(bad))
		z.Close()
		if _, err := ReadLooks(file.Bytes()); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
