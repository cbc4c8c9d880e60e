package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

const (
	unicodeData = "usr/share/unicode/UnicodeData.txt"
	wordnet     = "usr/share/wordnet/data.noun"
	usbIDs      = "var/lib/usbutils/usb.ids"
	pciIDs      = "usr/share/misc/pci.ids"
	amdgpuIDs   = "usr/share/libdrm/amdgpu.ids"
	sane        = "lib/udev/hwdb.d/20-sane.hwdb"
	printerXML  = "usr/share/foomatic/db/source/printer/"
	cldrXML     = "usr/share/unicode/cldr/common/"
)

// files are small ones of every form that is read. All names are made up.
func files() map[string]string {
	out := map[string]string{
		wordnet: "  1 a line of the licence\n" +
			"00000011 06 n 03 spoonlet 0 tiny_spoon 1 spoon-let 0 000 | tiny_spoon is another word\n" +
			"00000012 05 n 02 foxling 0 small_fox 0 000 | an animal\n" +
			"00000013 13 n 0a broth 0 b1 0 b2 0 b3 0 b4 0 b5 0 b6 0 b7 0 b8 0 tiny_spoon 0 000 | hexadecimal\n" +
			"00000014 20 n 01 fernoid 0 000 | a plant\n",
		unicodeData: "2603;FROSTY FIGURE;So;0;ON;;;;;N;;;;;\n002B;CROSSED LINES;Sm;0;ES;;;;;N;;;;;\n" +
			"0041;FIRST LETTER;Lu;0;L;;;;;N;;;;;\n0028;OPENING BRACKET;Ps;0;ON;;;;;Y;;;;;\n",
		usbIDs: "0a01  Acme,  Inc.\n# a comment  with two spaces\n\n\t00b1  Snap 1\n\t00b2  Snap 2\n\t\t01  an interface\n" +
			"\t00b3  Snap 2\n0a02  Bolt\n\t00b1  Scan\n\t00b4  Flat\nC 00  Classes\n\t00b9  no model\n",
		"lib/udev/hwdb.d/69-libmtp.hwdb": "# Acme Snapper\nusb:v0A01p00B1*\n ID_MEDIA_PLAYER=1\n\n# Acme Inc Snap 1\nusb:v0A01p00B1*\n" +
			"# Bolt Scanner\nusb:v0A02p00B1*\n# Bolt Player\nusb:v0A02p00B1*\n",
		"lib/udev/hwdb.d/20-libgphoto2-6.hwdb": "# Second  mode\nusb:v0A01p00B3*\n# Unlisted\nusb:v0A01p00FF*\n" +
			"# Bolt Camera\nusb:v0A02p00B1*\nusb:v0A02p\n",
		sane: "# of a file\n#\n# ScanMan | Scan-O-Matic\nusb:v0A02p00B1*\n# One | Two | Three\nusb:v0A02p00B4*\n# ScanMan\nusb:v0A01p00B2*\n",
		printerXML + "Acme-1.xml": `<printer id="printer/Acme-1"><make>Acme</make><model>Jet 1 </model><autodetect>
			<general><manufacturer>ACME</manufacturer><model>acme Jet One</model></general>
			<usb><manufacturer>Acme Ltd</manufacturer><model>J-1</model><description>Acme Jet 1 Series</description></usb>
			<snmp><manufacturer>Acme Ltd</manufacturer><description>Acme Jet-1</description></snmp></autodetect></printer>`,
		printerXML + "Acme-2.xml": `<printer id="printer/Acme-2"><make>Acme</make><model>Jet 2</model></printer>`,
		printerXML + "Acme-3.xml": `<printer id="printer/Acme-3"><make>Acme</make><model>Jet 2</model>
			<autodetect><usb><model>Twin</model></usb></autodetect></printer>`,
		pciIDs: "1001  Other\n\t00a1  Card\n1002  Bitmakers\n\t00a1  Nova [Glow]\n\t\t1002 00a1  Board  of it\n\t00a2  Nova 2\n\t00a3  Nova 3\n\t00a4  Nova 4\n",
		amdgpuIDs: "# device_id,\trevision_id,\tproduct_name\n1.0.0\n00A1,\tC0,\tGlow 100, XT\n00A1,\tC1,\tGlow 100, XT\n00A2,\t00,\tGlow\n00A1,\t02,\tGlow\n" +
			"00A1,\t01,\tSeries\n00A2,\t01,\tSeries\n00A3,\t01,\tSeries\n00A4,\t01,\tSeries\n00AF,\t01,\tUnlisted\n",
	}
	for _, language := range append([]string{"en"}, placeLanguages...) {
		out[cldrXML+"subdivisions/"+language+".xml"] = "<ldml/>"
		out[cldrXML+"main/"+language+".xml"] = "<ldml/>"
	}
	for _, language := range []string{"en", "en_001", "en_AU", "en_GB"} {
		out[cldrXML+"annotations/"+language+".xml"] = "<ldml/>"
	}
	subdivisions := func(names string) string { return "<ldml><a><subdivisions>" + names + "</subdivisions></a></ldml>" }
	territories := func(names string) string { return "<ldml><a><territories>" + names + "</territories></a></ldml>" }
	out[cldrXML+"subdivisions/en.xml"] = subdivisions(`<subdivision type="xx1">North</subdivision><subdivision type="xx2">Mid</subdivision><subdivision type="yy2">Mid</subdivision>`)
	out[cldrXML+"subdivisions/de.xml"] = subdivisions(`<subdivision type="xx1">Norden</subdivision><subdivision type="xx2">Mitte</subdivision>`)
	out[cldrXML+"main/en.xml"] = territories(`<territory type="XX">Examplia</territory><territory type="XX" alt="short">Ex</territory><territory type="150">Continent</territory>`)
	out[cldrXML+"main/tr.xml"] = territories(`<territory type="XX">Örnek</territory><territory type="YY">Yok</territory>`)
	out[cldrXML+"annotations/en.xml"] = `<ldml><annotation cp="☃" type="tts">cold man</annotation><annotation cp="☃">ice | hat</annotation>` +
		`<annotation cp="☃+" type="tts">two signs</annotation><annotation cp="+" type="tts">crossed-lines</annotation><annotation cp="A" type="tts">ay</annotation></ldml>`
	out[cldrXML+"annotations/en_GB.xml"] = `<ldml><annotation cp="+" type="tts">cold man</annotation></ldml>`
	return out
}

// rootOf returns a folder with files.
func rootOf(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestSources reads every source and compares its names and mentions.
func TestSources(t *testing.T) {
	root := rootOf(t, files())
	usb := "usb:0a0100b1 Acme, Inc. Snap 1; usb:0a0100b2 Acme, Inc. Snap 2; usb:0a0200b1 Bolt Scan; usb:0a0200b4 Bolt Flat"
	for source, want := range map[string][2]string{
		"things": {"wn:00000011 spoonlet; wn:00000013 broth; wn:00000014 fernoid",
			"tiny spoon=wn:00000011|wn:00000013; b1=wn:00000013; b2=wn:00000013; b3=wn:00000013; b4=wn:00000013; b5=wn:00000013; b6=wn:00000013; b7=wn:00000013; b8=wn:00000013"},
		"places":   {"place:xx1 North; place:xx Examplia", "Norden=place:xx1; Örnek=place:xx"},
		"signs":    {"char:2603 frosty figure; char:002B crossed lines", "cold man=char:2603|char:002B"},
		"devices":  {usb, "Acme Snapper=usb:0a0100b1; Second mode=usb:0a0100b2"}, // Bolt Scan has three names
		"scanners": {usb, "ScanMan=usb:0a0200b1|usb:0a0100b2; Scan-O-Matic=usb:0a0200b1"},
		"printers": {"printer:Acme-1 Acme Jet 1; printer:Acme-2 Acme Jet 2",
			"acme Jet One=printer:Acme-1; Acme Ltd J-1=printer:Acme-1; Acme Jet 1 Series=printer:Acme-1; Twin=printer:Acme-2"},
		"graphics": {"pci:100100a1 Other Card; pci:100200a1 Bitmakers Nova [Glow]; pci:100200a2 Bitmakers Nova 2; pci:100200a3 Bitmakers Nova 3; pci:100200a4 Bitmakers Nova 4",
			"Glow 100, XT=pci:100200a1; Glow=pci:100200a2|pci:100200a1"},
	} {
		l, err := sources[source](root)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		var names, mentions []string
		for _, n := range l.names {
			names = append(names, n.id+" "+n.name)
		}
		for _, m := range l.mentions {
			mentions = append(mentions, m+"="+strings.Join(l.ids[m], "|"))
		}
		if got := strings.Join(names, "; "); got != want[0] {
			t.Errorf("%s: names\n%s\nwant\n%s", source, got, want[0])
		}
		if got := strings.Join(mentions, "; "); got != want[1] {
			t.Errorf("%s: mentions\n%s\nwant\n%s", source, got, want[1])
		}
	}
}

// TestRun writes every list that is made, for build and eval to read.
func TestRun(t *testing.T) {
	root, folder := rootOf(t, files()), t.TempDir()
	if err := corpora.CheckMade(folder); err == nil || !strings.Contains(err.Error(), "run ./fields ROOT "+folder) {
		t.Errorf("an empty folder: %v", err)
	}
	for range 2 { // again, over its own files
		if err := run([]string{root, folder}); err != nil {
			t.Fatal(err)
		}
	}
	if err := corpora.CheckMade(folder); err != nil {
		t.Error(err)
	}
	other := filepath.Join(folder, "signs", corpora.MentionsFile)
	if err := os.WriteFile(other, []byte("somebody's\tfile\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{root, folder}); err == nil || !strings.Contains(err.Error(), "not mentions of char:") {
		t.Errorf("over another file: %v", err)
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{root, folder}); err != nil {
		t.Error(err)
	}
	for source := range sources {
		terminology, _, err := data.ReadSources([]data.Source{{Path: filepath.Join(folder, source, corpora.TerminologyFile)}}, data.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		queries, err := eval.ReadQueries(filepath.Join(folder, source, corpora.MentionsFile))
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		for _, e := range terminology.Entities {
			ids[e.ID] = true
		}
		if len(ids) < 2 || len(queries) == 0 {
			t.Errorf("%s: %d entities, %d mentions", source, len(ids), len(queries))
		}
		for _, q := range queries {
			if len(q.Gold) == 0 || !ids[q.Gold[0]] {
				t.Errorf("%s: %q is %q, which the list lacks", source, q.Mention, q.Gold)
			}
		}
	}
}

// TestErrors: files that are not there or of another form.
func TestErrors(t *testing.T) {
	root, folder := rootOf(t, files()), filepath.Join(t.TempDir(), "none")
	for _, c := range []struct{ source, file, content, want string }{
		{"things", wordnet, "00000011 06 n 0x spoonlet 0 000\n", `data.noun, synset 00000011: not "0x" words`},
		{"things", wordnet, "00000011 06 n 03 spoonlet 0\n", `data.noun, synset 00000011: not "03" words`},
		{"things", wordnet, "00000011 06 n 01 spoonlet 0 000\n", "no mentions: the files are of another form"},
		{"places", cldrXML + "main/en.xml", "<ldml>", "main/en.xml: XML syntax error"},
		{"printers", printerXML + "Acme-2.xml", "<printer", "Acme-2.xml: XML syntax error"},
		{"scanners", sane, "# ScanMan\n", "no mentions: the files are of another form"},
		{"graphics", amdgpuIDs, "00A1 C0 Glow\n", "no mentions: the files are of another form"},
		{"things", wordnet, "", "data.noun: no such file"},
		{"places", cldrXML + "subdivisions/sv.xml", "", "sv.xml: no such file"},
		{"signs", unicodeData, "", "UnicodeData.txt: no such file"},
		{"devices", usbIDs, "", "usb.ids: no such file"},
		{"scanners", sane, "", "20-sane.hwdb: no such file"},
		{"graphics", pciIDs, "", "pci.ids: no such file"},
		{"graphics", amdgpuIDs, "", "amdgpu.ids: no such file"},
	} {
		path := filepath.Join(root, filepath.FromSlash(c.file))
		err := os.Remove(path)
		if c.content != "" {
			err = os.WriteFile(path, []byte(c.content), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		l, err := sources[c.source](root)
		if err == nil {
			err = l.write(folder)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s is %q: %v, want %s", c.file, c.content, err, c.want)
		}
		if err := os.WriteFile(path, []byte(files()[c.file]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder of nothing")
	}
	if err := run([]string{"one"}); err == nil || !strings.Contains(err.Error(), "usage") {
		t.Errorf("one argument: %v", err)
	}
	if err := run([]string{t.TempDir(), folder}); err == nil || !strings.HasPrefix(err.Error(), "devices: ") {
		t.Errorf("an empty folder: %v", err)
	}
}
