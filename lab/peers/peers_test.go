package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the tests start themselves as peers.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == childCommand {
		if err := child(os.Args[2:], os.Stdin, os.Stdout); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// tiny is a terminology, and mentions of which every peer finds the first four at once, and none the last.
const (
	tiny = `D1	Aspirin	primary
D1	acetylsalicylic acid
D2	Ibuprofen	primary
D3	Paracetamol	primary
D3	acetaminophen
D4	Warfarin	primary
D5	Metformin hydrochloride	primary
D6	Interferon alpha	primary
D7	Caffeine	primary
D8	Penicillin G	primary
D9	Naproxen	primary
D10	Diclofenac	primary
D11	Amoxicillin	primary
D12	Vancomycin	primary
`
	tinyMentions = `aspirin	D1
ibuprofen	D2
ACETAMINOPHEN	D3
Warfarin	D4
zzzzzzzz	D404
`
)

func tinyFiles(t *testing.T) (list, mentions string) {
	t.Helper()
	dir := t.TempDir()
	list, mentions = filepath.Join(dir, "list.tsv"), filepath.Join(dir, "mentions.tsv")
	for path, text := range map[string]string{list: tiny, mentions: tinyMentions} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return list, mentions
}

// TestEveryPeer measures a tiny list. A peer that cannot be compiled is said to be missing.
func TestEveryPeer(t *testing.T) {
	list, mentions := tinyFiles(t)
	svg := filepath.Join(t.TempDir(), "chart.svg")
	var stdout, stderr bytes.Buffer
	if err := run(context.Background(), []string{"--json", "--svg", svg, list, mentions}, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var rep report
	if err := json.Unmarshal(stdout.Bytes(), &rep); err != nil {
		t.Fatal(err)
	}
	if len(rep.Lists) != 1 || rep.Lists[0].Names != strings.Count(tiny, "\n") || rep.Lists[0].Mentions != 5 {
		t.Fatalf("lists %+v", rep.Lists)
	}
	measured := map[string]figures{}
	for _, f := range rep.Lists[0].Peers {
		measured[f.Peer] = f
	}
	drawn, err := os.ReadFile(svg)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range peers {
		if rep.Peers[i].Name != p.name || rep.Peers[i].Missing != p.missing {
			t.Errorf("peer %d: %+v, want %s, missing: %q", i, rep.Peers[i], p.name, p.missing)
		}
		f, ok := measured[p.name]
		if ok != (p.missing == "") {
			t.Errorf("%s measured: %t; missing: %q", p.name, ok, p.missing)
		}
		if !ok {
			continue
		}
		if f.H1 != 0.8 || f.H10 != 0.8 {
			t.Errorf("%s: H@1 %g and H@10 %g, want 0.8", p.name, f.H1, f.H10)
		}
		if f.P50 <= 0 || f.P99 < f.P50 || f.Bytes == 0 || f.BytesPerName*float64(rep.Lists[0].Names) != float64(f.Bytes) || f.BuildSeconds <= 0 || f.OpenMS <= 0 {
			t.Errorf("%+v", f)
		}
		if !bytes.Contains(drawn, []byte(">"+p.name+"</text>")) {
			t.Errorf("the chart lacks %s", p.name)
		}
	}
	var table bytes.Buffer
	if err := rep.print(&table); err != nil {
		t.Fatal(err)
	}
	for _, p := range peers {
		if want := "| " + p.name + " "; p.missing == "" && !strings.Contains(table.String(), want) {
			t.Errorf("no row %q in\n%s", want, &table)
		}
		if want := "Not measured: " + p.name + " (" + p.missing + ")"; strings.Contains(table.String(), want) != (p.missing != "") {
			t.Errorf("%s, missing %q:\n%s", p.name, p.missing, &table)
		}
	}
}

// openedPeers builds all peers of the tiny list and opens them in this process.
func openedPeers(t *testing.T) map[string]index {
	t.Helper()
	reference, mentions := tinyFiles(t)
	m := &measurement{options: options{sample: 5}, corpus: corpus{list: reference, mentions: mentions}, dir: t.TempDir()}
	out := map[string]index{}
	for _, p := range peers {
		dir, err := folder(filepath.Join(m.dir, p.name))
		if err != nil {
			t.Fatal(err)
		}
		first := filepath.Join(m.dir, peers[0].name, packFile)
		if p.missing != "" {
			continue
		}
		if err := p.write(job{dir, reference, m.dir, first}); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		if len(out) == 0 {
			if err := m.prepare(first); err != nil {
				t.Fatal(err)
			}
		}
		if out[p.name], err = p.open(dir); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
	}
	return out
}

// TestSlips asks for names that are not in the list as they stand: peers differ in what they forgive.
func TestSlips(t *testing.T) {
	opened := openedPeers(t)
	find := func(peer, mention string) bool {
		found, err := opened[peer].search(mention)
		if err != nil {
			t.Fatalf("%s: %q: %v", peer, mention, err)
		}
		if len(found) > topK {
			t.Errorf("%s: %q: %d entities", peer, mention, len(found))
		}
		n := opened["normlet"].(normlet)
		return len(found) > 0 && n.ids.At(int(found[0])) == map[string]string{"ibuprofin": "D2", "interferon α": "D6", "interferon-α": "D6", "Penicillin-G": "D8"}[mention]
	}
	for _, c := range []struct {
		mention string
		not     string // the peer that does not find it
	}{
		{"ibuprofin", "gilda"},
		{"Penicillin-G", ""},
		{"interferon α", ""},
		{"interferon-α", "gilda"}, // it rewrites one thing at a time
	} {
		for name := range opened {
			if got, want := find(name, c.mention), name != c.not; got != want {
				t.Errorf("%s finds %q: %t", name, c.mention, got)
			}
		}
	}
}

func TestWrongUsage(t *testing.T) {
	list, mentions := tinyFiles(t)
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "in pairs"},
		{list, "in pairs"},
		{"--data x " + list + " " + mentions, "in pairs"},
		{"--data x --lists y", "no list of --data is called y"},
		{"--peers lucene " + list + " " + mentions, "no peer \"lucene\"; there are normlet, normlet-near, gilda"},
		{"--sample 0 " + list + " " + mentions, "--sample has to be"},
		{"--peers gilda gone.tsv " + mentions, "gone.tsv"},
		{"--peers gilda " + list + " gone.tsv", "gone.tsv"},
	} {
		var out bytes.Buffer
		err := run(context.Background(), strings.Fields(c.args), &out, &out)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("peers %s: %v, want %q", c.args, err, c.want)
		}
	}
}
