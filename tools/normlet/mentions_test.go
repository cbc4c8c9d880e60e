package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/answer"
)

// TestMinP requires --min-p to make NIL of an answer whose best entity is less likely, and of no other.
func TestMinP(t *testing.T) {
	f := newFixture(t)
	tiny := f.write("tiny.normpack", tinyPack())
	lookup := func(minP float64) (out answer.Answer) {
		code, stdout, stderr := f.run(nil, "lookup", "--format", "json", "--pack", tiny, "--min-p", fmt.Sprint(minP), "catalase")
		if code != exitDone {
			t.Fatalf("--min-p %v: status %d, %s", minP, code, stderr)
		}
		f.check(json.Unmarshal([]byte(stdout), &out))
		return out
	}
	p := lookup(0).Matches[0].P
	if p <= 0.1 || p >= 0.999 || lookup(p-0.001).NIL || !lookup(p+0.001).NIL {
		t.Errorf("p is %v: NIL with less, or not with more", p)
	}
	for _, bad := range []string{"2", "-1", "NaN"} {
		if code, _, stderr := f.run(nil, "lookup", "--pack", tiny, "--min-p", bad, "catalase"); code != exitUsage || !strings.Contains(stderr, "--min-p "+bad+": want 0 to 1") {
			t.Errorf("--min-p %s: status %d, %s", bad, code, stderr)
		}
	}
}

// rare is a short list of rare diseases. Who writes of diabetes, or of breast cancer, mostly means something else.
const rare = `R:1	hereditary hemochromatosis
R:1	bronze diabetes
R:2	male breast cancer
R:2	carcinoma of the male breast
R:3	manic depression
R:3	bipolar disorder
R:4	neonatal diabetes mellitus
R:4	diabetes of the newborn
R:5	nephrogenic diabetes insipidus
R:6	juvenile rheumatoid arthritis
R:6	Still disease
R:7	congenital heart block
R:8	pulmonary arterial hypertension
R:9	familial Mediterranean fever
R:10	Wilson disease
R:10	hepatolenticular degeneration
R:11	sickle cell anemia
R:12	Fanconi anemia
R:13	Diamond-Blackfan anemia
R:14	Duchenne muscular dystrophy
R:15	Becker muscular dystrophy
R:16	Huntington disease
R:16	Huntington chorea
R:17	cystic fibrosis
R:17	mucoviscidosis
R:18	amyotrophic lateral sclerosis
R:19	infantile spinal muscular atrophy
R:20	hereditary angioedema
R:21	Gaucher disease
R:22	Marfan syndrome
R:23	Ehlers-Danlos syndrome
R:24	osteogenesis imperfecta
R:24	brittle bone disease
R:25	retinitis pigmentosa
R:26	Hodgkin lymphoma
`

// TestTermsThatTheListLacks requires general terms of which a list has only special kinds to be NIL where only sure
// answers are wanted, while its own names are answered.
func TestTermsThatTheListLacks(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	f.write("rare.tsv", rare)
	if code, _, stderr := f.run(nil, "build", "DIR/rare.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/rare.normpack"); code != exitDone {
		t.Fatal(stderr)
	}
	lookup := func(mention string) string {
		_, stdout, _ := f.run(nil, "lookup", "--format", "json", "--pack", "DIR/rare.normpack", "--min-p", "0.8", mention)
		return stdout
	}
	for _, mention := range []string{"diabetes", "depression", "breast cancer", "hypertension", "anemia", "arthritis", "heart block", "lung cancer", "muscular dystrophy", "lymphoma", "severe asthma"} {
		if stdout := lookup(mention); !strings.Contains(stdout, `"nil":true`) {
			t.Errorf("%s: %s", mention, stdout)
		}
	}
	for mention, id := range map[string]string{"bronze diabetes": "R:1", "Male breast cancer": "R:2", "bipolar disorder": "R:3", "sickle-cell anaemia": "R:11", "cystic fibrosis": "R:17"} {
		if stdout := lookup(mention); !strings.Contains(stdout, `"nil":false,"matches":[{"id":"`+id+`"`) {
			t.Errorf("%s: %s", mention, stdout)
		}
	}
}

func TestBuildMentions(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	f.write("names.tsv", terminology)
	f.write("mentions.tsv", "speech gene\tG:1\nspeech gene\tG:2\nspeech gene\tG:1\nunheard of\tG:77\n")
	f.write("more.tsv", "language gene\tG:2\n")
	code, _, stderr := f.run(nil, "build", "DIR/names.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/m.normpack", "--mentions", "DIR/mentions.tsv,DIR/more.tsv")
	if want := "5 labelled mentions: 2 names added, 1 mentions of ids that are not in the terminology, 1 that differ"; code != exitDone || !strings.Contains(stderr, want) {
		t.Fatalf("status %d, %s", code, stderr)
	}
	_, stdout, _ := f.run(nil, "lookup", "--format", "tsv", "-k", "1", "--pack", "DIR/m.normpack", "speech gene", "language gene")
	if !strings.Contains(stdout, "speech gene\tG:1\t") || !strings.Contains(stdout, "language gene\tG:2\t") {
		t.Error(stdout)
	}
	for file, mentions := range map[string][]string{"with": {"--mentions", "DIR/mentions.tsv,DIR/more.tsv"}, "without": nil} {
		args := []string{"build", "DIR/names.tsv", "--out", "DIR/" + file + ".normpack", "--encoder", "train"}
		if code, _, stderr := f.run(nil, append(args, mentions...)...); code != exitDone {
			t.Fatalf("%s: status %d, %s", file, code, stderr)
		}
		if _, stdout, _ := f.run(nil, "lookup", "--pack", "DIR/"+file+".normpack", "--format", "tsv", "-k", "1", "fox-p2"); !strings.Contains(stdout, "G:1\tFOXP2") {
			t.Errorf("%s: %s", file, stdout)
		}
	}
	digest := regexp.MustCompile(`encoder\.sha256: "\w+"`)
	_, with, _ := f.run(nil, "inspect", "DIR/with.normpack")
	_, without, _ := f.run(nil, "inspect", "DIR/without.normpack")
	if a, b := digest.FindString(with), digest.FindString(without); a == "" || a == b {
		t.Errorf("encoders trained with mentions and without: %q and %q", a, b)
	}
	if code, _, stderr := f.run(nil, "build", "DIR/names.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/n.normpack", "--mentions", "DIR/none.tsv"); code != 1 || !strings.Contains(stderr, "none.tsv") {
		t.Errorf("status %d, %s", code, stderr)
	}
}
