package main

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"os"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
)

// writeKeys writes name.pem and name.pub.pem, as openssl would.
func (f *fixture) writeKeys(name string) {
	f.t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	f.check(err)
	f.writeKey(name, public, private)
}

func (f *fixture) writeKey(name string, public crypto.PublicKey, private crypto.PrivateKey) {
	f.t.Helper()
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	f.check(err)
	open, err := x509.MarshalPKIXPublicKey(public)
	f.check(err)
	f.write(name+".pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	f.write(name+".pub.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: open})))
}

// step is a command line with the status and the last line of stderr, or of stdout
// where there is none, that it must have.
type step struct {
	args string
	code int
	want string
}

func (f *fixture) steps(steps []step) {
	f.t.Helper()
	for _, s := range steps {
		f.stepArgs(strings.Fields(s.args), s.code, s.want)
	}
}

// stepArgs is a step whose arguments may have blanks, or be empty.
func (f *fixture) stepArgs(args []string, wantCode int, want string) {
	f.t.Helper()
	code, stdout, stderr := f.run(nil, args...)
	if code != wantCode || !strings.Contains(lastLine(stdout)+lastLine(stderr), want) {
		f.t.Errorf("%q: status %d, stdout %q, stderr %q; want %d and %q", args, code, stdout, stderr, wantCode, want)
	}
}

func TestSigned(t *testing.T) {
	f := newFixture(t)
	f.writeKeys("ours")
	f.writeKeys("other")
	f.write("both.pub.pem", f.read("other.pub.pem")+f.read("ours.pub.pem"))
	f.write("changes", "+\tG:1\tTNRC10\n")
	build := "build DIR/t.tsv --encoder DIR/t.normenc --bits 64 --out "
	f.steps([]step{
		{build + "DIR/s.normpack --sign DIR/ours.pem", 0, ""},
		{"verify DIR/s.normpack", 0, ": ok"},
		{"verify --key DIR/ours.pub.pem DIR/s.normpack", 0, ": ok"},
		{"verify --key DIR/both.pub.pem DIR/s.normpack", 0, ": ok"},
		{"verify --key DIR/other.pub.pem,DIR/ours.pub.pem DIR/s.normpack", 0, ": ok"},
		{"verify --key DIR/other.pub.pem DIR/s.normpack", 1, "DIR/s.normpack: pack: the signature does not belong"},
		{"verify --key DIR/ours.pub.pem DIR/t.normpack", 1, "DIR/t.normpack: pack: the file is not signed"},
		{"lookup --key DIR/ours.pub.pem --pack DIR/s.normpack -k 1 FOXP2", 0, "G:1"},
		{"lookup --key DIR/other.pub.pem --pack DIR/s.normpack FOXP2", 1, "DIR/s.normpack: pack: the signature does not belong"},
		{"pack apply DIR/s.normpack DIR/changes --out DIR/c.normpack", 0, "1 added"},
		{"verify --key DIR/ours.pub.pem DIR/c.normpack", 1, "DIR/c.normpack: pack: the file is not signed"},
		{"pack apply DIR/s.normpack DIR/changes --out DIR/c.normpack --key DIR/ours.pub.pem --sign DIR/ours.pem", 0, "1 added"},
		{"verify --key DIR/ours.pub.pem DIR/c.normpack", 0, ": ok"},
		{"pack compact DIR/c.normpack --out DIR/d.normpack --key DIR/ours.pub.pem --sign DIR/other.pem", 0, "no changes"},
		{"verify --key DIR/other.pub.pem DIR/d.normpack", 0, ": ok"},
	})
}

// TestSignsWhatItKnows requires --sign to refuse a pack whose origin nobody has vouched for: a signature on what is
// made of it would.
func TestSignsWhatItKnows(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	f.writeKeys("ours")
	f.writeKeys("other")
	f.write("changes", "+\tG:1\tTNRC10\n")
	f.steps([]step{{"build DIR/t.tsv --encoder DIR/t.normenc --bits 64 --out DIR/s.normpack --sign DIR/other.pem", 0, ""}})
	signed := f.read("s.normpack")
	f.write("bent.normpack", signed[:len(signed)-1]+string(signed[len(signed)-1]^1))
	for _, change := range []string{"apply DIR/PACK DIR/changes", "compact DIR/PACK", "select DIR/PACK --namespace gene"} {
		line := func(pack, flags string) string {
			return "pack " + strings.Replace(change, "PACK", pack, 1) + " --out DIR/x.normpack --sign DIR/ours.pem" + flags
		}
		f.steps([]step{
			{line("t.normpack", ""), exitUsage, "normlet: --sign would vouch for DIR/t.normpack, which nobody has checked: check it with --key, or say --trust-input if you know that it is what you mean"},
			{line("s.normpack", ""), exitUsage, "--sign would vouch for DIR/s.normpack"},
			{line("s.normpack", " --key DIR/other.pub.pem --trust-input"), exitUsage, "--key and --trust-input exclude each other"},
			{line("t.normpack", " --key DIR/other.pub.pem"), exitFailed, "DIR/t.normpack: pack: the file is not signed"},
			{line("s.normpack", " --key DIR/ours.pub.pem"), exitFailed, "DIR/s.normpack: pack: the signature does not belong"},
			{line("bent.normpack", " --key DIR/other.pub.pem"), exitFailed, "DIR/bent.normpack: pack: "},
			{line("s.normpack", " --key DIR/none"), exitFailed, "DIR/none: no such file"},
		})
		f.only("")
		f.steps([]step{
			{line("t.normpack", " --trust-input"), exitDone, "wrote DIR/x.normpack"},
			{"verify --key DIR/ours.pub.pem DIR/x.normpack", exitDone, ": ok"},
			{line("s.normpack", " --key DIR/ours.pub.pem,DIR/other.pub.pem"), exitDone, "wrote DIR/x.normpack"},
			{"verify --key DIR/ours.pub.pem DIR/x.normpack", exitDone, ": ok"},
		})
		f.check(os.Remove(f.path("x.normpack")))
	}
	f.steps([]step{{"pack select --namespace cell_line --out DIR/x.normpack --key DIR/ours.pub.pem", exitFailed, "default pack: pack: the file is not signed"}})
	if testfull.On() { // the embedded pack is as trustworthy as the program
		f.steps([]step{{"pack select --namespace cell_line --out DIR/go.normpack --sign DIR/ours.pem", exitDone, "wrote DIR/go.normpack"}})
	}
}

func TestBadKeys(t *testing.T) {
	f := newFixture(t)
	f.writeKeys("ours")
	curve, err := ecdh.X25519().GenerateKey(rand.Reader)
	f.check(err)
	f.writeKey("curve", curve.PublicKey(), curve)
	f.write("locked.pem", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n")
	f.write("broken.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
	build := "build DIR/t.tsv --encoder DIR/t.normenc --out DIR/x.normpack --sign DIR/"
	f.steps([]step{
		{build + "none", 1, "normlet: DIR/none: no such file"},
		{build + "t.tsv", 1, "normlet: DIR/t.tsv: no key in PEM form"},
		{build + "ours.pub.pem", 1, "normlet: DIR/ours.pub.pem: holds PUBLIC KEY, want one unencrypted PRIVATE KEY"},
		{build + "locked.pem", 1, "normlet: DIR/locked.pem: holds ENCRYPTED PRIVATE KEY"},
		{build + "broken.pem", 1, "normlet: DIR/broken.pem: "},
		{build + "curve.pem", 1, "normlet: DIR/curve.pem: a key of type *ecdh.PrivateKey, want Ed25519"},
		{"verify --key DIR/none DIR/t.normpack", 1, "normlet: DIR/none: no such file"},
		{"verify --key DIR/ours.pem DIR/t.normpack", 1, "normlet: DIR/ours.pem: holds PRIVATE KEY, want PUBLIC KEY"},
		{"verify --key DIR/curve.pub.pem DIR/t.normpack", 1, "normlet: DIR/curve.pub.pem: a key of type *ecdh.PublicKey, want Ed25519"},
	})
	f.only("")
}

const packChanges = `# what happened since
+	G:1	CAGH44	alias
-	G:2	FOXP1
-	C:2
+	C:7	insulin	primary	900	chemical
+	C:7	INS	alias
`

func TestPack(t *testing.T) {
	f := newFixture(t)
	f.write("changes", packChanges)
	f.steps([]step{
		{"pack apply DIR/t.normpack DIR/changes --out DIR/c.normpack", 0, "12 names of 6 entities, changed since: 4 names removed, 4 added"},
		{"verify DIR/c.normpack", 0, "12 names of 6 entities, 12 self-checks: ok"},
		{"pack compact DIR/c.normpack --out DIR/d.normpack", 0, "12 names of 6 entities, no changes"},
		{"verify DIR/d.normpack", 0, "12 names of 6 entities, 12 self-checks: ok"},
	})
	const mentions = "FOXP2 CAGH-44 aspirin insulin FOXP1 catalase"
	_, changed, _ := f.run(nil, strings.Fields("lookup --format tsv -k 3 --pack DIR/c.normpack "+mentions)...)
	_, compact, _ := f.run(nil, strings.Fields("lookup --format tsv -k 3 --pack DIR/d.normpack "+mentions)...)
	_, before, _ := f.run(nil, strings.Fields("lookup --format tsv -k 3 --pack DIR/t.normpack "+mentions)...)
	if changed != compact || changed == before || !strings.Contains(changed, "\nCAGH-44\tG:1\tFOXP2\tCAGH44\tnormalized\t") || strings.Contains(changed, "C:2") {
		t.Errorf("before\n%s\nchanged\n%s\ncompacted\n%s", before, changed, compact)
	}
	code, stdout, _ := f.run(nil, "inspect", "DIR/c.normpack")
	for _, want := range []string{"names          12\n", "changed since  4 names removed, 4 added\n", "\nDELT ", `base.terminology.sha256: "`, `names: "12"`} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("inspect lacks %q:\n%s", want, stdout)
		}
	}
}

// TestPackRefuses requires errors to name file and line, and no file to be left.
func TestPackRefuses(t *testing.T) {
	f := newFixture(t)
	f.write("fine", packChanges)
	apply := func(changes string) string {
		f.write("changes", changes)
		return "pack apply DIR/t.normpack DIR/changes --out DIR/x.normpack"
	}
	for _, s := range []struct{ changes, want string }{
		{"+\tG:1\tFOXP2\n", `DIR/changes:1: G:1 has the name "FOXP2" already, as primary`},
		{"# note\n-\tG:1\tx\n", `DIR/changes:2: G:1 has no name "x"`},
		{"-\tG:1\n-\tG:1\n", "DIR/changes:2: there is no entity G:1"},
		{"-\tG:1\n-\tG:2\n-\tG:3\n-\tG:4\n-\tC:1\n-\tC:2\n", "DIR/changes:6: with it no name would be left"},
		{"*\tG:1\tx\n", "DIR/changes:1: a change begins with + or -"},
		{"+\tG:1\n", "DIR/changes:1: no TAB"},
		{"-\n", "DIR/changes:1: empty id"},
		{"-\tG:1\t\n", "DIR/changes:1: empty name"},
		{"-\tG:1\tx\talias\n", "DIR/changes:1: too many columns"},
		{"+\tG:1\tx\tnickname\n", `DIR/changes:1: unknown kind "nickname"`},
		{"", "DIR/changes: no changes"},
		{"# nothing\n", "DIR/changes: no changes"},
	} {
		f.steps([]step{{apply(s.changes), exitFailed, "normlet: " + s.want}})
	}
	f.steps([]step{
		{"pack", exitUsage, "apply, compact or select is missing"},
		{"pack shrink", exitUsage, `no command "shrink"`},
		{"pack apply DIR/t.normpack", exitUsage, "a pack and a file of changes is missing"},
		{"pack apply DIR/t.normpack DIR/fine", exitUsage, "--out is missing"},
		{"pack compact DIR/t.normpack", exitUsage, "--out is missing"},
		{"pack apply DIR/t.tsv DIR/fine --out DIR/x", exitFailed, "normlet: DIR/t.tsv: pack: not a normlet pack"},
		{"pack apply DIR/t.normpack DIR/none --out DIR/x", exitFailed, "normlet: DIR/none: no such file"},
		{"pack compact DIR/t.tsv --out DIR/x", exitFailed, "normlet: DIR/t.tsv: pack: not a normlet pack"},
	})
	f.only("")
}

// TestRawCodes requires codes that are stored as they are, and a pack that opens
// from a compressed file all the same.
func TestRawCodes(t *testing.T) {
	f := newFixture(t)
	f.steps([]step{
		{"build DIR/t.tsv --encoder DIR/t.normenc --bits 128 --raw-codes --out DIR/r.normpack", 0, ""},
		{"pack compact DIR/t.normpack --raw-codes --out DIR/c.normpack", 0, ""},
		{"verify DIR/r.normpack", 0, ": ok"},
		{"lookup --pack DIR/r.normpack -k 1 FOXP2", 0, "G:1"},
	})
	for _, name := range []string{"r.normpack", "c.normpack"} {
		content := []byte(f.read(name))
		c, err := pack.Parse(content)
		if f.check(err); !c.InPlace(content) {
			t.Errorf("%s: the codes are not used in place", name)
		}
	}
	out, err := new(output.Set).Create(f.path("r.normpack.gz"), packfile.Kind)
	f.check(err)
	_, err = out.Write([]byte(f.read("r.normpack")))
	f.check(err)
	f.check(out.Commit())
	f.steps([]step{{"lookup --pack DIR/r.normpack.gz -k 1 FOXP2", 0, "G:1"}})
}
