package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/installed"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
)

// newRepository makes a repository in DIR/repo with keys beside it, a store in DIR/store, and serves the repository.
func newRepository(t *testing.T) (f *fixture, address string) {
	t.Helper()
	f = newFixture(t)
	t.Setenv("NORMLET_STORE", f.path("store"))
	newHosts(t, nil)
	for _, line := range []string{
		"publish key DIR/root.pem", "publish key DIR/online.pem", "publish init DIR/repo --root-key DIR/root.pem --key DIR/online.pem",
	} {
		f.do(line)
	}
	return f, f.serve("repo")
}

// newUpdate is newRepository with a pack, DIR/t.normpack, that is installed, and its next version, DIR/t2.normpack.
func newUpdate(t *testing.T) (f *fixture, address string) {
	t.Helper()
	f, address = newRepository(t)
	f.write("c.tsv", "+\tG:2\tQRF1\talias\n")
	f.do("pack apply DIR/t.normpack DIR/c.tsv --out DIR/t2.normpack")
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	f.do("pull tiny --from " + address + " --root DIR/repo/metadata/1.root.json")
	f.do("publish DIR/repo tiny=DIR/t2.normpack --key DIR/online.pem")
	return f, address
}

func (f *fixture) serve(folder string) (address string) {
	s := httptest.NewServer(http.FileServer(http.Dir(f.path(folder))))
	f.t.Cleanup(s.Close)
	return s.URL
}

// do runs a command line that has to work, and returns what it prints.
func (f *fixture) do(line string) string {
	f.t.Helper()
	code, stdout, stderr := f.run(nil, strings.Fields(line)...)
	if code != exitDone {
		f.t.Fatalf("%s: status %d, %s", line, code, stderr)
	}
	return stdout
}

// fails runs a command line that must not work.
func (f *fixture) fails(line string, status int, want string) {
	f.t.Helper()
	if code, _, stderr := f.run(nil, strings.Fields(line)...); code != status || !strings.Contains(stderr, want) {
		f.t.Errorf("%s: status %d, %q; want %d and %q", line, code, stderr, status, want)
	}
}

// TestOverTheAir is a user's tale: a pack is published, pulled and used; a hundredth of its names change, and the update
// is a small part of the pack; it is rolled back, and comes again when asked for.
func TestOverTheAir(t *testing.T) {
	f, address := newRepository(t)
	if testfull.On() {
		f.do("pack select --namespace disease --out DIR/v1.normpack")
	} else {
		f.write("v1.normpack", packed(assembled(diseases())))
	}
	changed, name := hundredth(t, []byte(f.read("v1.normpack")))
	f.write("v2.normpack", string(changed))
	f.do("publish DIR/repo bio=DIR/v1.normpack --key DIR/online.pem")
	out := f.do("pull bio --from " + address + " --root DIR/repo/metadata/1.root.json")
	if !strings.HasPrefix(out, "bio 1: the whole pack, ") {
		t.Error(out)
	}
	if out := f.do("lookup --pack bio --format tsv -k 1 -- asthma"); !strings.Contains(out, "\texact\t") {
		t.Error(out)
	}
	if out := f.do("publish DIR/repo bio=DIR/v2.normpack --key DIR/online.pem"); !strings.Contains(out, "bytes as a delta on version 1") {
		t.Error(out)
	}
	if out := f.do("packs --outdated"); !regexp.MustCompile(`(?m)^bio +1 +\d+ +2 \(\d+ bytes\) +http`).MatchString(out) {
		t.Error(out)
	}
	found := func(version int, exact bool) {
		t.Helper()
		code, out, stderr := f.run(nil, "lookup", "--pack", "bio", "--format", "tsv", "-k", "1", "--", name)
		if code != exitDone || strings.Contains(out, "\texact\t") != exact {
			t.Errorf("version %d: status %d, %s%s", version, code, out, stderr)
		}
	}
	found(1, false)
	out = f.do("pull bio")
	t.Log(out)
	share := regexp.MustCompile(`^bio 2: a delta on the version before, \d+ bytes transferred for a pack of \d+ \((.*) %\)`).FindStringSubmatch(out)
	if share == nil {
		t.Fatal(out)
	}
	if percent, err := strconv.ParseFloat(share[1], 64); err != nil || percent > 15 || percent <= 0 {
		t.Errorf("%s %% of the pack, at most 15 wanted", share[1])
	}
	found(2, true)
	if out := f.do("pull bio"); !strings.HasPrefix(out, "bio 2: up to date, ") {
		t.Error(out)
	}
	if out := f.do("packs rollback bio"); out != "bio 1: in use again\n" {
		t.Error(out)
	}
	found(1, false)
	if _, _, stderr := f.run(nil, "pull", "bio"); !strings.Contains(stderr, "version 2 is passed over, for it was rolled back") {
		t.Error(stderr)
	}
	found(1, false)
	f.do("pull bio@2")
	found(2, true)
}

// hundredth returns a pack with a hundredth of the names changed, as a build would make it, and one of the new names.
func hundredth(t *testing.T, data []byte) (out []byte, name string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c, err := pack.Parse(data)
	must(err)
	rng := rand.New(rand.NewPCG(1, 2))
	var changes []edit.Change
	for _, row := range rng.Perm(c.Names.Len()) {
		if id, old := c.IDs.At(int(c.RowEntity[row])), c.Names.At(row); c.RowKind[row] != pack.KindPrimary {
			name = fmt.Sprintf("%s zq%d", old, row)
			changes = append(changes, edit.Change{Remove: true, ID: id, Name: old}, edit.Change{ID: id, Name: name, Kind: pack.KindAlias})
		}
		if len(changes) == 2*(c.Names.Len()/100) {
			break
		}
	}
	applied, err := edit.Apply(data, changes)
	must(err)
	if c, err = pack.Parse(applied); err == nil {
		c.Details, err = packfile.SelectDetails(c)
	}
	must(err)
	out, err = c.Append(nil, nil)
	must(err)
	return out, name
}

// TestPull asks for what there is not, and for what cannot be trusted.
func TestPull(t *testing.T) {
	f, address := newRepository(t)
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	root := " --root DIR/repo/metadata/1.root.json"
	f.fails("pull tiny", exitFailed, "--from is missing")
	f.fails("pull tiny --from "+address, exitFailed, "nobody has said whom to trust: give the root")
	f.fails("pull", exitUsage, "the name of a pack is missing")
	f.fails("pull tiny@new --from "+address+root, exitUsage, "want NAME@VERSION")
	f.fails("pull ../tiny --from "+address+root, exitFailed, "a pack is named by lower-case letters")
	f.fails("pull tiny --from "+address+" --fingerprint 00", exitFailed, "and not the fingerprint 00")
	f.fails("pull tiny --from "+address+" --fingerprint 00"+root, exitUsage, "exclude each other")
	f.fails("pull other --from "+address+root, exitFailed, `the repository has no pack other, only ["tiny"]`)
	f.fails("pull tiny@7 --from "+address+root, exitFailed, `has no version of tiny that is wanted, only ["1"]`)
	f.fails("packs rollback tiny", exitFailed, `no pack "tiny" is installed`)
	f.fails("lookup --pack tiny x", exitFailed, "tiny: no such file")
	f.do("publish key DIR/evil.pem")
	f.do("publish init DIR/evil --root-key DIR/evil.pem --key DIR/evil.pem")
	f.do("publish DIR/evil tiny=DIR/t.normpack --key DIR/evil.pem")
	evil := f.serve("evil")
	f.fails("pull tiny --from "+evil+root, exitFailed, "0 of the keys that may sign the timestamp have signed it")
	if out := f.do("pull --list --from " + address + root); !strings.Contains(out, "tiny        1") {
		t.Error(out)
	}
	f.do("pull tiny --from " + address + root)
	f.fails("pull tiny --from "+evil, exitFailed, "0 of the keys that may sign the timestamp have signed it")
	f.fails("pull tiny --from "+evil+" --root DIR/evil/metadata/1.root.json", exitFailed, "the packs here are of another repository")
	f.fails("packs rollback tiny", exitFailed, "no pack tiny from before to go back to")
	if out := f.do("packs"); !strings.Contains(out, "tiny             1") || !strings.Contains(out, address) {
		t.Error(out)
	}
	if out := f.do("packs --outdated"); !regexp.MustCompile(`(?m)^tiny +1 +\d+ +none`).MatchString(out) {
		t.Error(out)
	}
	f.do("lookup --pack tiny FOX-P2")
	later := hook.Clock().Add(31 * 24 * time.Hour)
	hook.Clock = func() time.Time { return later }
	defer func() { hook.Clock = time.Now }()
	f.fails("pull tiny", exitFailed, "metadata/timestamp.json: expired on ")
	f.do("lookup --pack tiny FOX-P2") // what is installed stays good
	f.do("publish DIR/repo --key DIR/online.pem")
	f.do("pull tiny")
	f.do("packs remove tiny")
	f.fails("lookup --pack tiny FOX-P2", exitFailed, "tiny: no such file")
}

// TestPublish rotates keys, withdraws a version, and refuses what would make a repository that nobody takes.
func TestPublish(t *testing.T) {
	f, _ := newUpdate(t)
	f.do("pull tiny")
	f.fails("publish key DIR/root.pem", exitFailed, "there is a file already")
	f.fails("publish init DIR/repo --root-key DIR/root.pem --key DIR/online.pem", exitFailed, "there is a repository already")
	f.fails("publish DIR/repo --key DIR/root.pem", exitFailed, "the keys given are not enough to sign the snapshot")
	f.fails("publish DIR/none --key DIR/root.pem", exitFailed, "publish init makes one")
	f.fails("publish DIR/repo Tiny=DIR/t.normpack --key DIR/online.pem", exitFailed, "lower-case letters")
	f.fails("publish DIR/repo tiny=DIR/t.tsv --key DIR/online.pem", exitFailed, "not a normlet pack")
	if _, _, stderr := f.run(nil, "publish", "DIR/repo", "tiny=DIR/t2.normpack", "--key", "DIR/online.pem"); !strings.Contains(stderr, "is the newest version already") {
		t.Error(stderr)
	}
	f.do("publish DIR/repo --withdraw tiny@2 --key DIR/online.pem")
	if out := f.do("pull tiny"); !strings.HasPrefix(out, "tiny 1: ") {
		t.Errorf("after version 2 was withdrawn: %s", out)
	}
	if out := f.do("publish DIR/repo tiny=DIR/t2.normpack --key DIR/online.pem"); !strings.HasPrefix(out, "tiny 3: ") {
		t.Errorf("a number is given again: %s", out)
	}
	f.do("publish key DIR/new.pem")
	f.fails("publish rotate DIR/repo --root-key DIR/new.pem --key DIR/new.pem", exitFailed, "the keys given are not enough to sign the root")
	f.do("publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/new.pem --key DIR/new.pem")
	f.fails("publish DIR/repo --key DIR/online.pem", exitFailed, "the keys given are not enough")
	if out := f.do("pull tiny"); !strings.HasPrefix(out, "tiny 3: ") {
		t.Error(out)
	}
	info, err := os.Stat(f.path("root.pem"))
	f.check(err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("a private key has the mode %v", info.Mode())
	}
}

// TestPullKills kills pulls at random moments: a pack that was verified is in use after each, and it works; the next
// pull brings the new one.
func TestPullKills(t *testing.T) {
	f, address := newRepository(t)
	program := f.path("normlet")
	f.check(os.Symlink(os.Args[0], program)) // TestMain knows that name
	f.write("c.tsv", "+\tG:2\tQRF1\talias\n")
	f.do("pack apply DIR/t.normpack DIR/c.tsv --out DIR/t2.normpack")
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	f.do("pull tiny --from " + address + " --root DIR/repo/metadata/1.root.json")
	f.do("publish DIR/repo tiny=DIR/t2.normpack --key DIR/online.pem")
	f.check(os.CopyFS(f.path("before"), os.DirFS(f.path("store"))))
	restore := func() {
		f.check(os.RemoveAll(f.path("store")))
		f.check(os.CopyFS(f.path("store"), os.DirFS(f.path("before"))))
	}
	begin := time.Now()
	if out, err := exec.Command(program, "pull", "tiny").CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	took := time.Since(begin)
	rng := rand.New(rand.NewPCG(3, 4))
	pullKills := testfull.Or(5, 50) // as of a phone that runs out of memory or battery
	cut, swapped := 0, 0
	for i := 0; i < pullKills || cut < pullKills && i < 20*pullKills; i++ {
		restore()
		for range 1 + i%2 { // the second time over what the first one left
			cmd := exec.Command(program, "pull", "tiny")
			begin := time.Now()
			f.check(cmd.Start())
			time.Sleep(time.Duration(1.3 * rng.Float64() * float64(took)))
			cmd.Process.Kill() // it may have ended
			if cmd.Wait() != nil {
				cut++
			} else { // sooner than thought: machines are faster at times
				took = min(took, time.Since(begin))
			}
		}
		if f.inUse("t.normpack", "t2.normpack") == 2 {
			swapped++
		}
		if i%5 == 0 {
			f.do("pull tiny")
			if f.inUse("t.normpack", "t2.normpack") != 2 {
				t.Fatal("the next pull did not bring the new pack")
			}
		}
	}
	t.Logf("%d pulls were killed, %d had brought the pack", cut, swapped)
	if cut < pullKills {
		t.Errorf("%d pulls were killed, want %d", cut, pullKills)
	}
}

// inUse returns the number of the pack in use among some files. It opens the pack as lookup does.
func (f *fixture) inUse(versions ...string) int {
	f.t.Helper()
	p := &installed.Packs{Dir: f.path("store"), Warn: func(text string) { f.t.Error(text) }}
	path, err := p.Path("tiny")
	f.check(err)
	content, err := os.ReadFile(path)
	f.check(err)
	n, err := core.Open(path, nil)
	f.check(err)
	defer n.Close()
	if a := n.Lookup("FOX-P2", 1); len(a.Matches) != 1 || a.Matches[0].ID != "G:1" {
		f.t.Errorf("FOX-P2 is %+v", a.Matches)
	}
	plain, err := pack.Plain(content, pack.Limits{})
	f.check(err)
	for i, v := range versions {
		want, err := pack.Plain([]byte(f.read(v)), pack.Limits{})
		f.check(err)
		if string(plain) == string(want) {
			return i + 1
		}
	}
	f.t.Fatal("an unknown pack is in use")
	return 0
}

// TestOneAtATime has another process at work on a repository and on an installed pack.
func TestOneAtATime(t *testing.T) {
	f, _ := newUpdate(t)
	for _, held := range []string{"repo/publishing", "store/tiny.pulling"} {
		lock, err := new(output.Set).Reserve(f.path(held), &output.Kind{What: "a lock"})
		f.check(err)
		defer lock.Close()
	}
	for _, line := range []string{
		"publish DIR/repo --key DIR/online.pem", "publish DIR/repo --withdraw tiny@1 --key DIR/online.pem", "publish init DIR/repo --root-key DIR/root.pem --key DIR/online.pem",
		"publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/root.pem --key DIR/online.pem", "pull tiny", "packs rollback tiny", "packs remove tiny",
	} {
		f.fails(line, exitFailed, "is writing it; wait until it has ended")
	}
	f.do("lookup --pack tiny FOX-P2")
}

// TestPullFromBadServers pulls from servers that lie in wait: the old pack stays, and the next honest pull works.
func TestPullFromBadServers(t *testing.T) {
	f, _ := newUpdate(t)
	quick := func(kept string) download.Options {
		return download.Options{Window: 100 * time.Millisecond, Least: 1 << 40, Attempts: 1, Mark: 1000, Kept: kept}
	}
	patient := hook.FetchOptions
	hook.FetchOptions = quick
	defer func() { hook.FetchOptions = patient }()
	for name, answer := range map[string]http.HandlerFunc{
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			for _, err := w.Write(make([]byte, 1<<16)); err == nil; {
				_, err = w.Write(make([]byte, 1<<16))
			}
		},
		"slow": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte(" "))
				w.(http.Flusher).Flush()
				time.Sleep(time.Millisecond)
			}
		},
		"gone":   http.NotFound,
		"broken": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		s := httptest.NewServer(answer)
		code, _, stderr := f.run(nil, "pull", "tiny", "--from", s.URL)
		s.CloseClientConnections()
		s.Close()
		if code != exitFailed {
			t.Errorf("%s: status %d, %s", name, code, stderr)
		}
		t.Logf("%s: %s", name, stderr)
		if f.inUse("t.normpack", "t2.normpack") != 1 {
			t.Errorf("%s: the old pack is gone", name)
		}
	}
	hook.FetchOptions = patient
	if out := f.do("pull tiny"); !strings.HasPrefix(out, "tiny 2: ") {
		t.Error(out)
	}
	var left []string
	f.check(fs.WalkDir(os.DirFS(f.path("store")), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left = append(left, filepath.Base(path))
		}
		return err
	}))
	if len(left) != 9 {
		t.Errorf("left: %q", left)
	}
}
