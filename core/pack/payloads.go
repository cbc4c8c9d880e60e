package pack

import (
	"bytes"
	"cmp"
	"runtime"
	"slices"
	"sync"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/mmap"
	"github.com/normlet/normlet/internal/parallel"
)

// payloads are the uncompressed bytes of the sections of a file. Checksums and
// decompression are half the work of opening a pack, so goroutines do it ahead of
// what reads the sections, the largest first: a large one at the end would be waited
// for. Those of later and the text of names come last, since nothing waits for them.
// What is read before the goroutines come to it, the reader decompresses itself.
type payloads struct {
	sections []SectionInfo
	read     []func() ([]byte, error) // per section, once
	ahead    sync.WaitGroup
	close    func()
	free     func() // gives back the bytes of RowEntity, whose numbers are copies, once sections are parsed
	trusted  bool
	later    *later       // sections whose checksums alone are compared; nil if none
	text     func() error // reads the text of names, once; nil unless they are read before it
}

// startPayloads begins to read all sections and refuses unknown critical ones. The caller
// has to wait for the rest. If data is mapped, sections are copied, except uncompressed codes, and
// details of a pack that stays mapped because of its codes. Sections of later are only
// compared with their checksums.
func startPayloads(data []byte, h Header, o *ReadOptions) (*payloads, error) {
	for _, s := range h.Sections {
		if _, ok := lookup(s.Tag); !ok && s.Critical {
			return nil, &VersionError{Part: "version of the section " + string(s.Tag), Want: 1}
		}
	}
	dec, err := frame.NewDecoder(o.Trusted)
	if err != nil {
		return nil, err
	}
	later := laterOf(data, h, o)
	p := &payloads{sections: h.Sections, close: dec.Close, free: func() {}, trusted: o.Trusted, later: later}
	stays := slices.ContainsFunc(h.Sections, func(s SectionInfo) bool { return s.Tag == tagCodes && !s.Zstd })
	type job struct {
		size int64
		do   func()
	}
	var jobs []job
	for _, s := range h.Sections {
		read := sync.OnceValues(func() ([]byte, error) {
			if later.has(s.Tag) {
				return s.stored(data)
			}
			var out []byte
			if s.Tag == tagRowEntity && s.Zstd { // the largest that nothing is a part of
				out, p.free = mmap.Scratch(int(s.Raw))
			}
			b, err := payload(out, dec, data, s)
			if o.Mapped && !s.Zstd && s.Tag != tagCodes && !(stays && s.Tag == tagDetails) {
				b = bytes.Clone(b)
			}
			return b, err
		})
		j := job{s.Raw, func() { _, _ = read() }} // damage has the errors
		if later.has(s.Tag) {
			j.size = 0
		} else if later != nil && s.Tag == tagNames && s.Zstd {
			read, p.text = (&textLater{dec: dec, data: data, section: s}).readers()
			jobs = append(jobs, job{-1, func() { _ = p.text() }}) // last, since the caller may not wait for it
		}
		p.read, jobs = append(p.read, read), append(jobs, j)
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return cmp.Compare(b.size, a.size) })
	p.ahead.Go(func() { parallel.Each(max(runtime.GOMAXPROCS(0)-1, 1), len(jobs), func(i int) { jobs[i].do() }) })
	return p, nil
}

// of returns the bytes of a section, none if it is damaged, and whether there is one
// to be read now.
func (p *payloads) of(t Tag) (b []byte, ok bool) {
	i := slices.IndexFunc(p.sections, func(s SectionInfo) bool { return s.Tag == t })
	if i < 0 || p.later.has(t) {
		return nil, false
	}
	b, _ = p.read[i]()
	return b, true
}

// damage returns the error of the first damaged section. It reads those that no goroutine has come to.
func (p *payloads) damage() (err error) {
	for _, read := range p.read {
		_, damaged := read()
		err = cmp.Or(err, damaged)
	}
	return err
}

// rest waits for the text of names and all goroutines.
func (p *payloads) rest() (err error) {
	p.ahead.Wait()
	p.close()
	if p.text != nil {
		err = p.text()
	}
	if err == nil && p.later != nil && p.later.findBlocks != nil {
		err = Damage(string(tagNames), p.later.findBlocks())
	}
	return err
}
