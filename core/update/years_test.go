package update_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// usualYears are the lifetimes that normlet publish has unless told otherwise.
var usualYears = repository.Lifetimes{Root: 365 * day, Targets: 365 * day, Timestamp: 30 * day}

// publisher comes every 29 days, and does what it is told to.
type publisher struct {
	*host
	keys   repository.Keys
	online []string // the keys that it always has
	all    []string
	ends   []repository.End
	warned int
}

func (p *publisher) commit(r *repository.Repository, keys ...string) error {
	files, err := r.Commit(private(keys...), p.now, usualYears)
	for _, f := range files {
		p.put(f.Path, f.Data)
	}
	p.ends = r.Ends(p.now, usualYears)
	return err
}

// rotate changes keys, or with the same ones prolongs the root.
func (p *publisher) rotateTo(k repository.Keys, all ...string) {
	p.t.Helper()
	r := p.open()
	check(p.t, r.Rotate(k, p.now, usualYears))
	check(p.t, p.commit(r, append(slices.Clone(p.all), all...)...))
	p.keys, p.all = k, all
}

// come publishes, perhaps a version, and signs what ends soon with the keys from the safe.
func (p *publisher) come(packs ...[]byte) {
	p.t.Helper()
	r := p.open()
	for _, data := range packs {
		_, err := r.Add("genes", data, 0)
		check(p.t, err)
	}
	check(p.t, p.commit(r, p.online...))
	for _, e := range p.ends {
		if !e.Soon {
			continue
		}
		p.warned++
		if strings.Contains(repository.Renew(e.Role), "rotate") {
			p.rotateTo(p.keys, p.all...)
		} else {
			check(p.t, p.commit(p.open(), p.all...))
		}
	}
}

// TestThreeYears publishes every 29 days for three years, mostly without a new pack, with keys that change and some that
// are in a safe. Devices that ask often, now and then, or begin anew with the first root, are always served, and
// the end that the publisher is told of is when they would first be refused.
func TestThreeYears(t *testing.T) {
	for name, online := range map[string][]string{
		"all keys at hand":         {"root 1", "root 2", "targets", "timestamp"},
		"the root in a safe":       {"targets", "timestamp"},
		"root and packs in a safe": {"timestamp"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t)
			p := &publisher{host: h, keys: usual, online: online, all: []string{"root 1", "root 2", "targets", "timestamp"}}
			p.begin()
			often, seldom := newDevice(h), newDevice(h)
			for d := range 3 * 365 {
				h.now = now.Add(time.Duration(d) * day)
				if d > 0 && d%29 == 0 {
					p.visit(d / 29)
				}
				if d%4 == 0 {
					often.current(h)
				}
				if d%100 == 99 {
					seldom.current(h)
					newDevice(h).current(h)
					check(t, often.store.Trust(h.get("metadata/1.root.json"))) // as an app does that starts
				}
			}
			if p.warned == 0 && len(online) < 3 {
				t.Error("nobody was warned")
			}
			if n := often.kept("root"); n < 4 {
				t.Errorf("the root had %d versions in three years", n)
			}
		})
	}
}

func (p *publisher) begin() {
	p.files = fstest.MapFS{}
	r, err := repository.Create(p.keys, p.now, usualYears)
	check(p.t, err)
	_, err = r.Add("genes", version(p.t, 1), 0)
	check(p.t, err)
	check(p.t, p.commit(r, p.all...))
}

// visit is one of the publisher's.
func (p *publisher) visit(n int) {
	p.t.Helper()
	if n%17 == 9 && len(p.online) > 1 { // somebody has left
		k := p.keys
		k.Timestamp = public("timestamp", "timestamp of "+p.now.Format(time.DateOnly))
		p.rotateTo(k, p.all...)
	}
	if n%12 == 5 {
		defer func(online []string) { p.online = online }(p.online)
		p.online = p.all // packs are signed with the key from the safe
		p.come(version(p.t, 2+n/12))
	} else {
		p.come()
	}
	first := p.ends[0]
	later := p.clone()
	later.now = first.At.Add(-time.Second)
	newDevice(later).current(later)
	later.now = first.At
	_, err := newDevice(later).look(later)
	if e, ok := errors.AsType[*update.ExpiredError](err); !ok || !e.At.Equal(first.At) {
		p.t.Errorf("%s: the %s ends on %s; a client says %v", p.now.Format(time.DateOnly), first.Role, first.At, err)
	}
}

func (d *device) look(h *host) (update.Result, error) {
	return d.store.Begin(update.Options{Name: "genes", Now: h.now, Look: true}).Run(h.fetch)
}

// current fails unless the newest version is there to be had.
func (d *device) current(h *host) {
	d.t.Helper()
	if _, err := d.look(h); err != nil {
		d.t.Fatalf("%s: %v", h.now.Format(time.DateOnly), err)
	}
}

// TestTooLate has a publisher who never fetches the keys from the safe: it is warned twice, then told that all is in
// vain.
func TestTooLate(t *testing.T) {
	for role, online := range map[string][]string{"root": {"targets", "timestamp"}, "targets": {"timestamp", "root 1", "root 2"}} {
		h := newHost(t)
		p := &publisher{host: h, keys: usual, online: online, all: []string{"root 1", "root 2", "targets", "timestamp"}}
		p.begin()
		warned, err := 0, error(nil)
		for range 14 {
			h.now = h.now.Add(29 * day)
			if err = p.commit(p.open(), online...); err != nil {
				break
			}
			if slices.ContainsFunc(p.ends, func(e repository.End) bool { return e.Soon && e.Role == role }) {
				warned++
			}
		}
		if err == nil || !strings.Contains(err.Error(), "the "+role+" expired on 2027-11-23, and clients refuse the repository until it is signed anew: normlet publish ") || warned != 2 {
			t.Errorf("%s: warned %d times, %v", role, warned, err)
		}
		p.rotateTo(p.keys, p.all...) // as the error says
		newDevice(h).current(h)
	}
}
