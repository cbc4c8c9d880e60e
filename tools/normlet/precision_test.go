package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
)

// pointsPack is the tiny pack with a guard that believes all answers equally, which is enough for 0.9, and promises 0.95.
func pointsPack(f *fixture) string {
	c, err := pack.Parse([]byte(tinyPack()))
	f.check(err)
	calibration, err := score.ParseCalibration(c.Calibration)
	f.check(err)
	for ground := range score.Grounds {
		calibration.Guard[ground] = 1
	}
	calibration.Points = []score.OperatingPoint{{Precision: 0.9, Threshold: 0.5, Coverage: 0.85}, {Precision: 0.95, Threshold: 0.9, Coverage: 0.625}}
	c.Calibration = calibration.AppendBinary(nil)
	content, err := c.Append(nil, nil)
	f.check(err)
	return f.write("points.normpack", string(content))
}

func TestMinPrecision(t *testing.T) {
	f := newFixture(t)
	points := pointsPack(f)
	for _, c := range []struct {
		args string
		nil  bool // of catalase, which 0.929 is promised of
	}{{"", false}, {"--min-precision 0.9", false}, {"--min-precision 0.92", false}, {"--min-precision 0.93", true}, {"--min-precision 0.95", true}} {
		args := append(strings.Fields("lookup --format json --pack "+points+" "+c.args), "catalase")
		code, stdout, stderr := f.run(nil, args...)
		if code != exitDone || strings.Contains(stdout, `"nil":true`) != c.nil || strings.Contains(stdout, `"ambiguous"`) == c.nil || !strings.Contains(stdout, `"assured":0.92`) {
			t.Errorf("%s: status %d, %s%s", c.args, code, stdout, stderr)
		}
	}
	tiny := f.write("tiny.normpack", tinyPack())
	cells := f.write("cells.csv", "name\ncatalase\n")
	for args, want := range map[string]string{
		"lookup --min-precision 0.99 --pack " + points + " catalase":                              "0.99: it promises at most 0.95, because names that a list lacks look like names that it has",
		"lookup --min-precision 2 --pack " + points + " catalase":                                 "want 0 to 1",
		"lookup --min-precision 0.9 --pack " + tiny + " catalase":                                 "it promises none",
		"map --min-precision 0.99 --column name --out DIR/out.csv --pack " + points + " " + cells: "at most 0.95",
		"map --min-precision -1 --column name --out DIR/out.csv --pack " + points + " " + cells:   "want 0 to 1",
	} {
		if code, _, stderr := f.run(nil, strings.Fields(args)...); code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s", args, code, stderr)
		}
	}
	for precision, id := range map[string]string{"0.9": "catalase,", "0.95": "catalase,,"} {
		code, _, stderr := f.run(nil, "map", "--min-precision", precision, "--column", "name", "--out", "-", "--pack", points, cells)
		_, stdout, _ := f.run(nil, "map", "--min-precision", precision, "--column", "name", "--out", "-", "--pack", points, cells)
		if code != exitDone || strings.Contains(stdout, "catalase,,") != strings.HasSuffix(id, ",,") {
			t.Errorf("%s: status %d, %s%s", precision, code, stdout, stderr)
		}
	}
	_, stdout, _ := f.run(nil, "inspect", points)
	if want := "operating points: --min-precision, and the share of made-up mentions answered\n  PRECISION  FROM  COVERAGE\n        0.9   0.5      0.85\n       0.95   0.9     0.625\n"; !strings.Contains(stdout, want) {
		t.Errorf("inspect lacks\n%s in\n%s", want, stdout)
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

// TestTermsThatTheListLacks requires general terms of which a list has only special kinds to be NIL where precision
// counts, while its own names are answered; and a list that is so short to refuse what no list keeps.
func TestTermsThatTheListLacks(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	f.write("rare.tsv", rare)
	if code, _, stderr := f.run(nil, "build", "DIR/rare.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/rare.normpack"); code != exitDone {
		t.Fatal(stderr)
	}
	lookup := func(mention string) string {
		_, stdout, _ := f.run(nil, "lookup", "--format", "json", "--pack", "DIR/rare.normpack", "--min-precision", "0.8", mention)
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
	if code, _, stderr := f.run(nil, "lookup", "--pack", "DIR/rare.normpack", "--min-precision", "0.98", "diabetes"); code != exitUsage || !strings.Contains(stderr, "build it with labelled mentions") {
		t.Errorf("status %d, %s", code, stderr)
	}
}

func TestBuildMentions(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	f.write("names.tsv", terminology)
	f.write("mentions.tsv", "speech gene\tG:1\nspeech gene\tG:2\nspeech gene\tG:1\nunheard of\tG:77\n")
	f.write("more.tsv", "language gene\tG:2\n")
	code, _, stderr := f.run(nil, "build", "DIR/names.tsv", "--encoder", "DIR/t.normenc", "--out", "DIR/m.normpack", "--mentions", "DIR/mentions.tsv,DIR/more.tsv")
	if want := "5 labelled mentions: 2 names added, 1 mentions of ids that are not in the terminology left out, 1 that differ"; code != exitDone || !strings.Contains(stderr, want) {
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
