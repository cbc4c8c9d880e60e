package core_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/testfull"
)

// TestLimits sets each limit to what the pack takes, and to one less.
func TestLimits(t *testing.T) {
	c := contents(t)
	data := file(t, c)
	n, err := core.OpenBytes(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	cost := n.Cost()
	for name, limit := range map[string]struct {
		takes int64
		set   func(l *core.Limits, most int64)
	}{
		"SectionBytes": {cost.SectionBytes, func(l *core.Limits, most int64) { l.SectionBytes = most }},
		"Rows":         {int64(c.Names.Len()), func(l *core.Limits, most int64) { l.Rows = int(most) }},
		"Entities":     {int64(c.IDs.Len()), func(l *core.Limits, most int64) { l.Entities = int(most) }},
		"Namespaces":   {int64(len(c.Namespaces)), func(l *core.Limits, most int64) { l.Namespaces = int(most) }},
		"SelfChecks":   {int64(len(c.Self)), func(l *core.Limits, most int64) { l.SelfChecks = int(most) }},
		"TableBytes":   {cost.TableBytes, func(l *core.Limits, most int64) { l.TableBytes = most }},
	} {
		var o core.OpenOptions
		limit.set(&o.Limits, limit.takes)
		if _, err := core.OpenBytes(data, &o); err != nil {
			t.Errorf("%s of %d: %v", name, limit.takes, err)
		}
		limit.set(&o.Limits, limit.takes-1)
		n, err := core.OpenBytes(data, &o)
		var refused *pack.LimitError
		if n != nil || !errors.As(err, &refused) || refused.Limit != name || refused.Most != limit.takes-1 || refused.Have <= refused.Most {
			t.Errorf("%s of %d: %v", name, limit.takes-1, err)
			continue
		}
		if text := err.Error(); !strings.Contains(text, "core.Limits."+name) {
			t.Errorf("%s: %q does not say what to change", name, text)
		}
	}
	var refused *pack.LimitError
	if _, err := core.OpenBytes(data, &core.OpenOptions{Limits: core.Limits{CheckSteps: 1000}}); !errors.As(err, &refused) || refused.Limit != "CheckSteps" {
		t.Errorf("CheckSteps: %v", err)
	}
	most := core.Limits{CheckSteps: refused.Have}
	if _, err := core.OpenBytes(data, &core.OpenOptions{Limits: most}); err != nil {
		t.Errorf("CheckSteps of %d: %v", refused.Have, err)
	}
}

// TestSectionLimit requires that nothing is decompressed beyond the limit.
func TestSectionLimit(t *testing.T) {
	c := contents(t)
	c.Extra = []pack.Section{{Tag: "BOMB", Data: make([]byte, 4<<20)}}
	for i := range c.Extra[0].Data {
		c.Extra[0].Data[i] = byte(i >> 8) // compresses within the allowed ratio
	}
	data := file(t, c)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := core.OpenBytes(data, &core.OpenOptions{Limits: core.Limits{SectionBytes: 1 << 20}})
	runtime.ReadMemStats(&after)
	var refused *pack.LimitError
	if used := after.TotalAlloc - before.TotalAlloc; !errors.As(err, &refused) || used > 1<<20 {
		t.Errorf("%v, after %d bytes", err, used)
	}
}

// TestOpenOptions opens one pack in all ways.
func TestOpenOptions(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	public := key.Public().(ed25519.PublicKey)
	_, plain := rawFile(t)
	signed, err := pack.Sign(plain, key)
	if err != nil {
		t.Fatal(err)
	}
	other := ed25519.NewKeyFromSeed(slices.Repeat([]byte{1}, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	for _, tt := range []struct {
		name string
		data []byte
		o    core.OpenOptions
		want error
	}{
		{"plain", plain, core.OpenOptions{}, nil},
		{"read", plain, core.OpenOptions{Read: true}, nil},
		{"all codes", plain, core.OpenOptions{CheckCodes: true}, nil},
		{"signed, no key asked for", signed, core.OpenOptions{}, nil},
		{"signed", signed, core.OpenOptions{Keys: []ed25519.PublicKey{other, public}}, nil},
		{"unsigned", plain, core.OpenOptions{Keys: []ed25519.PublicKey{public}}, pack.ErrUnsigned},
		{"another key", signed, core.OpenOptions{Keys: []ed25519.PublicKey{other}}, pack.ErrSignature},
		{"an empty list of keys", signed, core.OpenOptions{Keys: []ed25519.PublicKey{}}, pack.ErrSignature},
	} {
		path := filepath.Join(t.TempDir(), "a.normpack")
		if err := os.WriteFile(path, tt.data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, fileErr := core.Open(path, &tt.o)
		_, bytesErr := core.OpenBytes(tt.data, &tt.o)
		if !errors.Is(fileErr, tt.want) || !errors.Is(bytesErr, tt.want) {
			t.Errorf("%s: %v, in memory %v, want %v", tt.name, fileErr, bytesErr, tt.want)
		}
		if fileErr != nil && !strings.Contains(fileErr.Error(), path) {
			t.Errorf("%s: %v does not name the file", tt.name, fileErr)
		}
	}
}

// TestUnmap requires that memory is given back once, whatever is wrong with it, and
// that of a sound pack while it is used.
func TestUnmap(t *testing.T) {
	_, sound := rawFile(t)
	c := contents(t)
	c.Head = nil
	unfit := file(t, c)
	for name, data := range map[string][]byte{"no pack": []byte("no pack at all"), "cut off": sound[:len(sound)-1], "parts that do not fit": unfit, "sound": sound, "compressed": compressed(t)} {
		unmapped := 0
		n, err := core.OpenMapped(slices.Clone(data), func() error { unmapped++; return nil })
		if name == "sound" {
			if err != nil || unmapped != 0 {
				t.Fatalf("%s: %v, given back %d times", name, err, unmapped)
			}
			err = n.Close()
		} else if (err == nil) != (name == "compressed") {
			t.Errorf("%s: %v", name, err)
		}
		if unmapped != 1 {
			t.Errorf("%s: given back %d times; %v", name, unmapped, err)
		}
	}
	_, err := core.OpenMapped([]byte("no pack at all"), func() error { return os.ErrInvalid })
	if !errors.Is(err, pack.ErrNotPack) || !errors.Is(err, os.ErrInvalid) {
		t.Errorf("two faults: %v", err)
	}
}

// TestSampledRows spoils the code of each of the sixteen rows that are encoded.
func TestSampledRows(t *testing.T) {
	c := contents(t)
	rows, codes := c.Names.Len(), c.Codes
	found := 0
	for row := range rows {
		c.Codes = slices.Clone(codes)
		c.Codes[row*c.Bits/64] ^= 1 << 40
		data := file(t, c)
		n, err := core.OpenBytes(data, nil)
		if errors.Is(err, pack.ErrCorrupt) {
			found++
		} else if err != nil {
			t.Fatal(err)
		} else if err := n.CheckCodes(context.Background(), nil); !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("all rows checked, the wrong code of row %d is not found: %v", row, err)
		}
		if len(c.Self) > 0 && found > 16+len(c.Self) {
			break
		}
		if row%testfull.Or(8, 1) != 0 {
			continue
		}
		if n, err := core.OpenBytes(data, &core.OpenOptions{CheckCodes: true}); n != nil || !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("opened with all codes checked, the wrong code of row %d is not found: %v, %v", row, n, err)
		}
	}
	if found != 16 {
		t.Errorf("of %d rows with a wrong code %d were found, want 16", rows, found)
	}
}

// TestCheckCodesStops ends with its context.
func TestCheckCodesStops(t *testing.T) {
	n := open(t)
	checked := 0
	if err := n.CheckCodes(context.Background(), func(rows, of int) { checked = rows }); err != nil || checked != n.Info().Names {
		t.Errorf("%d of %d rows, %v", checked, n.Info().Names, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := n.CheckCodes(ctx, nil); err != context.Canceled {
		t.Errorf("%v", err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := n.CheckCodes(context.Background(), nil); err != core.ErrClosed {
		t.Errorf("%v", err)
	}
}

// TestUnorderedRows exchanges names, with all that belongs to them: such a pack is
// not written.
func TestUnorderedRows(t *testing.T) {
	c := contents(t)
	var names []string
	for row := range c.Names.Len() {
		names = append(names, c.Names.At(row))
	}
	slices.Reverse(names)
	c.Names = pack.NewStrings(names)
	if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "does not come after") {
		t.Errorf("%v", err)
	}
}

// TestExtremeCalibration gives calibrations numbers of any size: they are refused,
// or give answers made of numbers.
func TestExtremeCalibration(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	extreme := func() float32 {
		return []float32{0, math.MaxFloat32, -math.MaxFloat32, 1, math.SmallestNonzeroFloat32,
			float32(math.Ldexp(rng.Float64()-0.5, rng.IntN(276)-149))}[rng.IntN(6)]
	}
	base := contents(t)
	accepted, tries := 0, 600
	for range tries {
		c, err := score.ParseCalibration(base.Calibration)
		if err != nil {
			t.Fatal(err)
		}
		for range rng.IntN(10) {
			c.Ranker.Weights[rng.IntN(int(score.NumFeatures))] = extreme()
		}
		for range 1 + rng.IntN(4) {
			s := &c.Scalings[rng.IntN(len(c.Scalings))]
			forest := &c.Forests.Right.Base
			if len(c.Forests.Right.Trees) > 0 {
				forest = &c.Forests.Right.Trees[0].Leaves[rng.IntN(len(c.Forests.Right.Trees[0].Leaves))]
			}
			*[]*float32{&c.Ranker.Weights[rng.IntN(int(score.NumFeatures))], &c.Ranker.NIL, &s.Slope, forest, &s.Shift, &s.Ceiling, &c.Trust}[rng.IntN(7)] = extreme()
		}
		fit := *base
		fit.Calibration = c.AppendBinary(nil)
		n, err := core.New(&fit)
		if err != nil {
			continue
		}
		accepted++
		for _, m := range mentions {
			a := n.Lookup(m, core.MaxK)
			sum := a.PNIL
			for _, match := range a.Matches {
				sum += match.P
				if !(match.P >= 0) || match.Margin != match.Margin || match.Score != match.Score {
					t.Fatalf("%q with %+v: %+v", m, c, match)
				}
			}
			if !(sum < 1+1e-6) || !(a.PNIL >= 0) || a.NILScore != a.NILScore {
				t.Fatalf("%q with %+v: sum %v, NIL %v, by score %v", m, c, sum, a.PNIL, a.NILScore)
			}
		}
	}
	if accepted < tries/10 || accepted > tries*9/10 {
		t.Errorf("%d of %d are accepted: the test tries one side alone", accepted, tries)
	}
}
