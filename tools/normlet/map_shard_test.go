package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// TestMapShards requires shards to give the bytes of one run, each with a checksum that sha256sum accepts and that
// fails for other bytes.
func TestMapShards(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "n,gene\n"+strings.Repeat("1,FOX-P2\n2,FOXP1/2\n3,\n", 2500))
	run := func(args ...string) {
		t.Helper()
		if code, _, stderr := f.run(nil, append([]string{"map", "DIR/in.csv", "--pack", "DIR/t.normpack", "--column", "gene"}, args...)...); code != exitDone {
			t.Fatalf("%q: status %d, %s", args, code, stderr)
		}
	}
	run("--out", "DIR/whole.csv.gz")
	got := ""
	for i := 1; i <= 3; i++ {
		out := fmt.Sprintf(`DIR/part\%d.csv.gz`, i)
		for range 2 { // a scheduler may start it again
			run("--out", out, "--shard", fmt.Sprintf("%d/3", i), "--resume", "--force")
		}
		got += f.read(out[4:])
	}
	if got != f.read("whole.csv.gz") {
		t.Error("the shards are not the bytes of one run")
	}
	check := func() error {
		c := exec.Command("sh", "-c", `sha256sum --check part*.sha256`)
		c.Dir = f.dir
		return c.Run()
	}
	if err := check(); err != nil {
		t.Errorf("sha256sum: %v", err)
	}
	f.write(`part\2.csv.gz`, "other")
	if check() == nil {
		t.Error("sha256sum accepts other bytes")
	}
}

func TestMapShardUsage(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "gene\nFOXP2\n")
	f.write("mine.csv.sha256", "not a checksum")
	for _, tt := range []struct{ in, out, shard, want string }{
		{"DIR/in.csv", "DIR/out.csv", "0/3", "--shard 0/3: want I/N"},
		{"DIR/in.csv", "DIR/out.csv", "4/3", "--shard 4/3: want I/N"},
		{"DIR/in.csv", "DIR/out.csv", "1/3x", "--shard 1/3x: want I/N"},
		{"DIR/in.csv", "DIR/out.csv", "3", "--shard 3: want I/N"},
		{"-", "DIR/out.csv", "1/3", "both have to be files"},
		{"DIR/in.csv", "-", "1/3", "both have to be files"},
		{"DIR/in.csv", "DIR/mine.csv", "1/3", "not a checksum of sha256sum"},
	} {
		code, _, stderr := f.run(nil, "map", tt.in, "--pack", "DIR/t.normpack", "--column", "gene", "--out", tt.out, "--shard", tt.shard)
		if code == exitDone || !strings.Contains(stderr, tt.want) {
			t.Errorf("%+v: status %d, %s", tt, code, stderr)
		}
	}
}
