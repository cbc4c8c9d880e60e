package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/rank"
)

// pointsPack is the tiny pack with operating points.
func pointsPack(f *fixture) string {
	c, err := pack.Parse([]byte(tinyPack()))
	f.check(err)
	calibration, err := score.ParseCalibration(c.Calibration)
	f.check(err)
	calibration.Points = []score.OperatingPoint{{Precision: 0.9, Threshold: 0, Coverage: 0.85}, {Precision: 0.95, Threshold: 0.7, Coverage: 0.625}}
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
		nil  bool // of catalase, whose p is 0.657
	}{{"", false}, {"--min-precision 0.9", false}, {"--min-precision 0.95", true}, {"--min-precision 0.91", true}} {
		args := append(strings.Fields("lookup --format json --pack "+points+" "+c.args), "catalase")
		code, stdout, stderr := f.run(nil, args...)
		if code != exitDone || strings.Contains(stdout, `"nil":true`) != c.nil || strings.Contains(stdout, `"ambiguous"`) == c.nil {
			t.Errorf("%s: status %d, %s%s", c.args, code, stdout, stderr)
		}
	}
	for args, want := range map[string]string{
		"--min-precision 0.99 --pack " + points:                              "it has 0.9, 0.95",
		"--min-precision 2 --pack " + points:                                 "want 0 to 1",
		"--min-precision 0.9 --pack " + f.write("tiny.normpack", tinyPack()): "it has none",
	} {
		if code, _, stderr := f.run(nil, append(strings.Fields("lookup "+args), "catalase")...); code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s", args, code, stderr)
		}
	}
	_, stdout, _ := f.run(nil, "inspect", points)
	if want := "operating points, expected on made-up mentions\n  PRECISION  FROM P  COVERAGE\n        0.9       0      0.85\n       0.95     0.7     0.625\n"; !strings.Contains(stdout, want) {
		t.Errorf("inspect lacks\n%s in\n%s", want, stdout)
	}
}

func TestDescribeMentions(t *testing.T) {
	for want, trial := range map[string]*rank.Trial{
		"has none of the ids of the 9 labelled mentions":              nil,
		"6 of these mean another entity":                              {Mentions: 90, With: 80, Without: 70, Sure: 20, Agreed: 14},
		"50.0 % of them are right with the others and 75.0 % without": {Mentions: 8, With: 4, Without: 6},
		"9 labelled mentions: 3 names added":                          {Mentions: 8, With: 7, Without: 6},
		"fewer than 100 labelled mentions":                            {Mentions: 99, With: 7, Without: 6},
		"4.0 % of them are right with the others and 2.0 % without":   {Mentions: 100, With: 4, Without: 2},
	} {
		var stderr bytes.Buffer
		a := &app{stderr: &stderr}
		a.describeMentions(&assemble.Labelled{Mentions: 9, Added: 3, Trial: trial})
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%q lacks %q", stderr.String(), want)
		}
	}
}

func TestBuildMentions(t *testing.T) {
	f := newFixture(t)
	f.write("names.tsv", terminology)
	f.write("mentions.tsv", "speech gene\tG:1\nspeech gene\tG:2\nspeech gene\tG:1\nunheard of\tG:77\n")
	f.write("more.tsv", "language gene\tG:2\n")
	code, _, stderr := f.run(nil, "build", "DIR/names.tsv", "--out", "DIR/m.normpack", "--mentions", "DIR/mentions.tsv,DIR/more.tsv")
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
	if code, _, stderr := f.run(nil, "build", "DIR/names.tsv", "--out", "DIR/n.normpack", "--mentions", "DIR/none.tsv"); code != 1 || !strings.Contains(stderr, "none.tsv") {
		t.Errorf("status %d, %s", code, stderr)
	}
}
