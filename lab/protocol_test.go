package main

import (
	"strings"
	"testing"
)

func TestProtocol(t *testing.T) {
	f := newFixture(t)
	f.write("train.tsv", "qzxv\tC:2\naspirin\tC:2\n")
	f.write("seen.tsv", "qzxv\tC:2\nforkhead box P2\tG:1\n")
	for args, want := range map[string]string{
		"belb --json":                          `{"queries":2,"unique":2,"without_entity":0,"hits":{"1":0.5,`,
		"belb --json --score strict":           `{"queries":2,"unique":2,"without_entity":0,"hits":{"1":0.5,`,
		"biosyn --json --train DIR/train.tsv":  `{"queries":2,"unique":2,"without_entity":0,"hits":{"1":1,`,
		"unseen --json --train DIR/train.tsv":  `{"queries":1,"unique":1,"without_entity":0,"hits":{"1":1,`,
		"unseen --train DIR/train.tsv":         "1 queries left out",
		"belb --namespace chemical":            "0 queries have no id",
		"biosyn --train DIR/q.tsv --pack DIR/": "not a regular file",
	} {
		line := "protocol --pack DIR/t.normpack --queries DIR/seen.tsv " + args
		if _, stdout, stderr := f.run(strings.Fields(line)...); !strings.Contains(stdout+stderr, want) {
			t.Errorf("%q: stderr %q, stdout %s; want %s", args, stderr, stdout, want)
		}
	}
	for args, want := range map[string]string{
		"":                                    "biosyn, belb or unseen is missing",
		"best --queries DIR/q.tsv":            `"best": want one of biosyn, belb, unseen`,
		"belb":                                "--queries is missing",
		"biosyn --queries DIR/q.tsv":          "biosyn needs --train",
		"belb --queries DIR/q.tsv --train x":  "--train goes with biosyn or unseen",
		"belb --queries DIR/q.tsv --score no": "want one of strict, std, lenient",
		"unseen --queries DIR/q.tsv --train DIR/q.tsv --score std": "--score goes with belb",
	} {
		code, _, stderr := f.run(strings.Fields("protocol " + args)...)
		if code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, stderr %q; want %s", args, code, stderr, want)
		}
	}
}
