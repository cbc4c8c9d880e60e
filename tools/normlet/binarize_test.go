package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sbinet/npyio/npy"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/tools/normlet/internal/npytest"
)

// TestBinarize: the codes in the file are those of the head in the file, in the
// order of numpy.packbits, for vectors of either type, and --apply gives them again.
func TestBinarize(t *testing.T) {
	const n, dim = 300, 64
	v := npytest.Random(n, dim)
	var doubles []byte
	for _, x := range v {
		doubles = binary.LittleEndian.AppendUint64(doubles, math.Float64bits(float64(x)))
	}
	for _, method := range fit.Methods() {
		f := newFixture(t)
		f.write("v.npy", npytest.Vectors(v, dim))
		f.write("d.npy", npytest.File("<f8", "False", "(300, 64)", doubles))
		line := "binarize --in DIR/v.npy --bits 64 --epochs 2 --head DIR/h --out DIR/c.npy --report DIR/r.json --method " + method
		if code, stdout, stderr := f.run(nil, strings.Fields(line)...); code != exitDone || stdout != "" || !strings.Contains(stderr, "wrote DIR/h: ") {
			t.Fatalf("%s: status %d, stdout %q, stderr %q", method, code, stdout, stderr)
		}
		head, err := binarize.ParseHead([]byte(f.read("h")))
		f.check(err)
		checkCodes(t, f.read("c.npy"), head.EncodeAll(nil, v), head.Words())
		var rep fit.Report
		f.check(json.Unmarshal([]byte(f.read("r.json")), &rep))
		if rep.Method != method || rep.Vectors != n || rep.Retention <= 0 {
			t.Errorf("%s: report %+v", method, rep)
		}
		for _, in := range []string{"v.npy", "d.npy"} {
			code, _, stderr := f.run(nil, "binarize", "--in", "DIR/"+in, "--apply", "DIR/h", "--out", "DIR/again.npy", "--report", "DIR/again.json")
			if code != exitDone || f.read("again.npy") != f.read("c.npy") {
				t.Errorf("%s: --apply to %s: status %d, %q, or other codes", method, in, code, stderr)
			}
		}
	}
}

// npyParts splits an .npy file into header and body.
func npyParts(file string) (npy.Header, string, error) {
	rest := strings.NewReader(file)
	r, err := npy.NewReader(rest)
	if err != nil {
		return npy.Header{}, "", err
	}
	return r.Header, file[len(file)-rest.Len():], nil
}

// checkCodes reads an array of codes bit by bit.
func checkCodes(t *testing.T, file string, codes []uint64, words int) {
	t.Helper()
	header, body, err := npyParts(file)
	if err != nil {
		t.Fatal(err)
	}
	n := len(codes) / words
	if d := header.Descr; d.Type != "|u1" || d.Fortran || !slices.Equal(d.Shape, []int{n, 8 * words}) || len(body) != 8*len(codes) {
		t.Fatalf("header %+v, %d bytes", header, len(body))
	}
	for i := range 64 * len(codes) {
		if bit := body[i/8] >> (7 - i%8) & 1; uint64(bit) != codes[i/64]>>(i%64)&1 {
			t.Fatalf("bit %d of row %d is %d", i%(64*words), i/(64*words), bit)
		}
	}
}

// TestApplyOne: a head encodes a single vector, which none can be learned from.
func TestApplyOne(t *testing.T) {
	f := newFixture(t)
	f.write("v.npy", npytest.Vectors(npytest.Random(2, 16), 16))
	f.write("one.npy", npytest.Vectors(npytest.Random(1, 16), 16))
	if code, _, stderr := f.run(nil, strings.Fields("binarize --in DIR/v.npy --method rp --head DIR/h")...); code != exitDone {
		t.Fatal(stderr)
	}
	if code, _, stderr := f.run(nil, strings.Fields("binarize --in DIR/one.npy --apply DIR/h --out DIR/c.npy")...); code != exitDone {
		t.Fatal(stderr)
	}
	_, body, err := npyParts(f.read("c.npy"))
	if err != nil || len(body) != 16 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}

// TestBadVectors: one line that names the file and the row, status 1, no files.
func TestBadVectors(t *testing.T) {
	const dim = 64
	good := npytest.Random(200, dim)
	spoil := func(edit func(v []float32)) string {
		v := slices.Clone(good)
		edit(v)
		return npytest.Vectors(v, dim)
	}
	float := npytest.Vectors(good, dim)
	body := []byte(float[128:])
	const long = "\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '<f4', 'fortran_order': False, 'shape': (200, 64), }\n"
	for name, c := range map[string]struct{ content, flags, want string }{
		"NaN":           {spoil(func(v []float32) { v[3*dim+5] = float32(math.NaN()) }), "", "row 3 (counting from 0) has NaN in column 5"},
		"infinity":      {spoil(func(v []float32) { v[199*dim] = float32(math.Inf(-1)) }), "", "row 199 (counting from 0) has -Inf in column 0"},
		"zero row":      {spoil(func(v []float32) { clear(v[7*dim : 8*dim]) }), "", "row 7 (counting from 0) is all zeros"},
		"equal rows":    {spoil(func(v []float32) { copy(v[dim:], slices.Repeat(v[:dim], 199)) }), "", "fit itq: all 200 vectors are equal"},
		"constant":      {spoil(constantColumn), "--method ht", "fit ht: column 9 is 0.5 in every vector"},
		"constant pca":  {spoil(constantColumn), "--method pca --bits 64", "the vectors vary in 63 directions only"},
		"few":           {npytest.Vectors(good[:50*dim], dim), "--bits 64", "fit itq: 50 vectors for 64 bits"},
		"few ae":        {npytest.Vectors(good[:50*dim], dim), "--bits 64 --method ae-sp", "50 vectors for 64 bits"},
		"one":           {npytest.Vectors(good[:dim], dim), "--method rp", "1 vectors: want at least 2"},
		"pca bits":      {float, "--method pca --bits 128", "fit pca: 128 bits of vectors of 64 elements"},
		"ht bits":       {float, "--method ht --bits 128", "one bit per element"},
		"empty":         {"", "", "the file is empty"},
		"text":          {"1.0,2.0\n", "", "not an .npy file"},
		"magic only":    {"\x93NUMPY\x01", "", "the header of the .npy file is damaged or cut off"},
		"header cut":    {float[:60], "", "the header of the .npy file is damaged or cut off"},
		"long header":   {long, "", "the header of the .npy file is damaged or cut off"},
		"no fields":     {strings.Replace(float, "'shape'", "'shard'", 1), "", "the header of the .npy file is damaged or cut off"},
		"version":       {"\x93NUMPY\x09" + float[7:], "", "the header of the .npy file is damaged"},
		"int":           {npytest.File("<i8", "False", "(100, 64)", body), "", `the elements are of type "<i8", want float32 or float64`},
		"half":          {npytest.File("<f2", "False", "(400, 64)", body), "", `the elements are of type "<f2"`},
		"big-endian":    {npytest.File(">f4", "False", "(200, 64)", body), "", `the elements are of type ">f4"`},
		"object":        {npytest.File("|O", "False", "(200, 64)", body), "", `the elements are of type "|O"`},
		"Fortran":       {npytest.File("<f4", "True", "(200, 64)", body), "", "the array is in Fortran order"},
		"one dimension": {npytest.File("<f4", "False", "(12800,)", body), "", "the array has 1 dimensions, want 2"},
		"scalar":        {npytest.File("<f4", "False", "()", body[:4]), "", "the array has 0 dimensions, want 2"},
		"three":         {npytest.File("<f4", "False", "(2, 100, 64)", body), "", "the array has 3 dimensions, want 2"},
		"no rows":       {npytest.File("<f4", "False", "(0, 64)", nil), "", "the array has 0 rows of 64 columns"},
		"no columns":    {npytest.File("<f4", "False", "(64, 0)", nil), "", "the array has 64 rows of 0 columns"},
		"negative":      {npytest.File("<f4", "False", "(-200, 64)", body), "", "the array has -200 rows"},
		"more rows":     {npytest.File("<f4", "False", "(201, 64)", body), "", "the header promises 201 rows of 64 columns, but the file ends in row 200"},
		"cut":           {float[:len(float)-3], "", "the header promises 200 rows of 64 columns, but the file ends in row 199"},
		"huge":          {npytest.File("<f4", "False", "(2147483647, 64)", body), "", "the file ends in row 200"},
		"huge columns":  {npytest.File("<f4", "False", "(2, 2147483647)", body), "", "the file ends in row 0"},
		"more bytes":    {npytest.File("<f4", "False", "(199, 64)", body), "", "256 bytes follow the 199 rows of 64 columns"},
		"wide":          {npytest.File("<f4", "False", "(2, 20000)", make([]byte, 160000)), "", "row 0 (counting from 0) is all zeros"},
		"too large":     {npytest.File("<f8", "False", "(2, 1)", binary.LittleEndian.AppendUint64(make([]byte, 8), math.Float64bits(1e300))), "", "row 1 (counting from 0) has 1e+300 in column 0, which is more than a float32 holds"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("bad.npy", c.content)
			before := f.list()
			args := strings.Fields("binarize --in DIR/bad.npy --head DIR/h --out DIR/c.npy --report DIR/r.json " + c.flags)
			code, stdout, stderr := f.run(nil, args...)
			if code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, "normlet: DIR/bad.npy: ") || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("status %d, stdout %q, stderr %q; want 1 and %q", code, stdout, stderr, c.want)
			}
			if after := f.list(); !slices.Equal(before, after) {
				t.Errorf("files %v, before %v", after, before)
			}
		})
	}
}

func constantColumn(v []float32) {
	for i := 9; i < len(v); i += 64 {
		v[i] = 0.5
	}
}

// list returns the names of the files in the folder.
func (f *fixture) list() []string {
	f.t.Helper()
	entries, err := os.ReadDir(f.dir)
	f.check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestBadHeads runs --apply with what is no head, or not one for the vectors.
func TestBadHeads(t *testing.T) {
	f := newFixture(t)
	f.write("v.npy", npytest.Vectors(npytest.Random(20, 64), 64))
	f.write("w.npy", npytest.Vectors(npytest.Random(20, 32), 32))
	if code, _, stderr := f.run(nil, strings.Fields("binarize --in DIR/v.npy --method rp --head DIR/h")...); code != exitDone {
		t.Fatal(stderr)
	}
	head := f.read("h")
	f.write("cut", head[:len(head)-1])
	before := f.list()
	for _, c := range []struct{ args, want string }{
		{"--in DIR/v.npy --apply DIR/cut", "DIR/cut: binarize: not a valid head"},
		{"--in DIR/v.npy --apply DIR/v.npy", "DIR/v.npy: binarize: not a valid head"},
		{"--in DIR/v.npy --apply DIR/none", "DIR/none: no such file"},
		{"--in DIR/none --apply DIR/h", "DIR/none: no such file"},
		{"--in DIR/w.npy --apply DIR/h", "DIR/w.npy: rows of 32 elements, but DIR/h was learned from rows of 64"},
		{"--in DIR/v.npy --method rp --head DIR/none/h", "DIR/none/h"},
	} {
		args := append([]string{"binarize", "--out", "DIR/c.npy"}, strings.Fields(c.args)...)
		code, stdout, stderr := f.run(nil, args...)
		if code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, "normlet: "+c.want) {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want 1 and %q", c.args, code, stdout, stderr, c.want)
		}
	}
	if after := f.list(); !slices.Equal(before, after) {
		t.Errorf("files %v, before %v", after, before)
	}
}

func TestBinarizeUsage(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ args, want string }{
		{"", "--in is missing"},
		{"--in v", "--head is missing, or --apply"},
		{"--in v --head h --apply g", "--head writes a head and --apply reads one"},
		{"--in v --apply h", "--out is missing"},
		{"--in v --apply h --out c --bits 64", "--method and --bits are those of the head"},
		{"--in v --head h --method lsh", `invalid argument "lsh" for "--method" flag: want one of ` + strings.Join(fit.Methods(), ", ")},
		{"--in v --head h --bits 100", "--bits: 100 bits: want a multiple of 64"},
		{"--in v --head h --cut low", `--cut "low": want mean, median or a number`},
		{"--in v --head h --start ae", `invalid argument "ae" for "--start" flag: want one of auto, itq`},
		{"--in v --head h --triples all", `invalid argument "all" for "--triples" flag: want one of near, random`},
		{"--in v --head h --epochs 0", "--sample must be at least 2, --epochs"},
		{"--in v --head h --rate NaN", "--rate must be above 0"},
		{"--in v --head h --lambda -1", "--rate must be above 0 and at most 1, --lambda from 0"},
	} {
		code, stdout, stderr := f.run(nil, append([]string{"binarize"}, strings.Fields(c.args)...)...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "normlet: "+c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want 2 and %q", c.args, code, stdout, stderr, c.want)
		}
	}
}

// TestBinarizeInterrupted: nothing is left.
func TestBinarizeInterrupted(t *testing.T) {
	f := newFixture(t)
	f.write("v.npy", npytest.Vectors(npytest.Random(300, 64), 64))
	before := f.list()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, stderr := f.runContext(ctx, nil, strings.Fields("binarize --in DIR/v.npy --method ae --bits 64 --head DIR/h --out DIR/c.npy")...)
	if code != exitInterrupted || stderr != "normlet: interrupted\n" || !slices.Equal(f.list(), before) {
		t.Errorf("status %d, stderr %q, files %v", code, stderr, f.list())
	}
}

// TestMethodsDocumented requires every method in the help and in the manual.
func TestMethodsDocumented(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "binarizers.md"))
	if err != nil {
		t.Fatal(err)
	}
	help := helpOf(t, "binarize")
	for _, method := range fit.Methods() {
		if !strings.Contains(string(manual), "\n| `"+method+"` | ") {
			t.Errorf("docs/binarizers.md has no row for the method %s", method)
		}
		if !strings.Contains(help, "\n  "+method+" ") {
			t.Errorf("the help of binarize, in internal/cmd/binarize, has no line for the method %s", method)
		}
	}
}
