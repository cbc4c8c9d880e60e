package recipe

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/regular"
)

// Options says which files to take.
type Options struct {
	From       []string // folders; of a file that several have, that of the first is taken
	AnyVersion bool     // take files with another digest than the recipe's, or without one in it
	Private    bool     // take sources that may not be passed on
	// Today has the files that were just downloaded, and the day of each, "" if it is not known: unless nil, those are
	// taken, whatever their digests, and what only refines a pack and has no address may be missing.
	Today map[string]string

	TrustColumns bool // as of data.ReadOptions
}

// Found are the files of a recipe that are there.
type Found struct {
	Recipe      *Recipe
	trust       bool          // the columns of files
	Sources     []FoundSource // those that will be read
	Relations   []string      // paths
	Definitions string        // path, "" for none
	XRefs       string        // path, "" for none
	Inputs      []Pinned      // what is read beside the files of sources
	LeftOut     []string      // what today's pack does without
	Paths       []string      // all files
}

// Pinned is a file with its digest.
type Pinned struct{ Path, SHA256 string }

// FoundSource is a source with the file to be read.
type FoundSource struct {
	*Source
	File               File
	SHA256             string // what the file has
	Other              bool   // the recipe does not know its digest, or another one
	Version, Date      string // of today's file, as far as known
	path               string
	keep               string // path, "" for none
	weights, through   string // paths, "" for none
	xrefs              string // path, "" for none
	knownBy, knownKeep string // paths, "" for none
	knownOr            bool   // knownBy is another file than the recipe's first choice
}

// Find looks for the files of a recipe and checks their digests.
func (r *Recipe) Find(o Options) (*Found, error) {
	f := &finder{Options: o, found: &Found{Recipe: r, trust: o.TrustColumns}}
	private := 0
	for i := range r.Sources {
		s := &r.Sources[i]
		if s.Private && !o.Private {
			private++
			continue
		}
		if err := f.source(s); err != nil {
			return nil, fmt.Errorf("recipe %s: %s: %w", r.Name, s.Title, err)
		}
	}
	if len(f.found.Sources) == 0 && private > 0 {
		return nil, fmt.Errorf("recipe %s: its sources may not be passed on; --private reads them, for a pack of your own", r.Name)
	}
	if len(f.found.Sources) == 0 {
		return nil, fmt.Errorf("recipe %s: none of its files is in %s", r.Name, f.folders())
	}
	if err := f.settings(&r.Build); err != nil {
		return nil, fmt.Errorf("recipe %s: %w", r.Name, err)
	}
	return f.found, nil
}

// Texts returns the paths of texts that define abbreviations.
func (f *Found) Texts() (paths []string) {
	for i := range f.Sources {
		if s := &f.Sources[i]; s.Names == defineNames {
			paths = append(paths, s.path)
		}
	}
	return paths
}

type finder struct {
	Options
	found *Found
}

// source finds the file of a source, unless it is optional and not there.
func (f *finder) source(s *Source) error {
	if s.Names == defineNames && len(s.Files) > 1 { // all texts count
		for i := range s.Files {
			one := *s
			one.Files = s.Files[i : i+1]
			if err := f.source(&one); err != nil {
				return err
			}
		}
		return nil
	}
	out := FoundSource{Source: s, path: s.Own}
	if s.Own != "" {
		own, err := s.beside.Open(s.Own)
		if err != nil {
			return err
		}
		out.File.Path = s.Own
		if out.SHA256, err = digestOf(own); err != nil {
			return err
		}
		f.found.Sources = append(f.found.Sources, out)
		return nil
	}
	ok, err := f.candidate(&out)
	if err != nil || !ok && s.Optional {
		return err
	}
	if !ok {
		return f.missing(s)
	}
	if s.KnownBy != nil {
		err = f.knownBy(&out)
	}
	f.found.Sources = append(f.found.Sources, out)
	return err
}

// knownBy finds a list of what is well known.
func (f *finder) knownBy(out *FoundSource) (err error) {
	k := out.KnownBy
	in := &k.Input
	if out.knownOr = k.Or != nil && (f.Today != nil || f.path(k.Path) == "") && f.path(k.Or.Path) != ""; out.knownOr {
		in = &k.Or.Input
	}
	if out.knownBy, err = f.refine(in); err == nil && out.knownBy != "" && !out.knownOr && k.Keep != nil {
		out.knownKeep, err = f.need(&k.Keep.Input)
	}
	return err
}

// candidate takes the first file of a source that is there.
func (f *finder) candidate(out *FoundSource) (ok bool, err error) {
	others := f.Today != nil && slices.ContainsFunc(out.Files, File.published) // than today's
	for _, file := range out.Files {
		path := f.path(file.Path)
		if path == "" || others && !file.published() {
			continue
		}
		out.File, out.path = file, path
		if out.SHA256, out.Other, err = f.check(path, &file.Input); err != nil {
			return false, err
		}
		if date, ok := f.Today[file.Path]; ok && out.Other {
			out.Version, out.Date = dataVersion(path), date
		}
		if file.Keep != nil {
			out.keep, err = f.need(&file.Keep.Input)
		}
		if err == nil && file.Weights != nil {
			out.weights, err = f.need(file.Weights)
		}
		if err == nil && file.Through != nil {
			out.through, err = f.need(file.Through)
		}
		if err == nil && file.XRefs != nil {
			out.xrefs, err = f.need(file.XRefs)
		}
		return err == nil, err
	}
	return false, nil
}

func (f *finder) settings(b *Build) (err error) {
	for i := range b.Relations {
		path, err := f.need(&b.Relations[i])
		if err != nil {
			return err
		}
		f.found.Relations = append(f.found.Relations, path)
	}
	if b.Definitions != nil {
		f.found.Definitions, err = f.refine(b.Definitions)
	}
	if err == nil && b.XRefs != nil {
		f.found.XRefs, err = f.refine(b.XRefs)
	}
	return err
}

// path returns where a file is, "" if it is in none of the folders.
func (f *finder) path(below string) string {
	for _, folder := range f.From {
		path := filepath.Join(folder, filepath.FromSlash(below))
		if info, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) && (err != nil || !info.IsDir()) {
			return path // whoever reads it says why it cannot be read
		}
	}
	return ""
}

// refine finds a file that only refines a pack, and that one of today's files need not have.
func (f *finder) refine(in *Input) (string, error) {
	if f.Today != nil && f.path(in.Path) == "" {
		f.found.LeftOut = append(f.found.LeftOut, in.Path)
		return "", nil
	}
	return f.need(in)
}

func (f *finder) need(in *Input) (string, error) {
	path := f.path(in.Path)
	if path == "" {
		return "", fmt.Errorf("%s is not in %s", in.Path, f.folders())
	}
	digest, _, err := f.check(path, in)
	if p := (Pinned{in.Path, digest}); !slices.Contains(f.found.Inputs, p) {
		f.found.Inputs = append(f.found.Inputs, p)
	}
	return path, err
}

func (f *finder) check(path string, in *Input) (digest string, other bool, err error) {
	want := in.SHA256
	_, today := f.Today[in.Path]
	file, err := regular.Open(path)
	if err != nil {
		return "", false, err
	}
	if digest, err = digestOf(file); err != nil {
		return "", false, fmt.Errorf("%s: %w", path, err)
	}
	f.found.Paths = append(f.found.Paths, path)
	switch {
	case digest == want:
		return digest, false, nil
	case f.AnyVersion || today:
		return digest, true, nil
	case want == "":
		return "", false, fmt.Errorf("%s: the recipe knows no digest of this file, whose sha256 is %s; --any-version reads it all the same", path, digest)
	}
	return "", false, fmt.Errorf("%s: another version, or damaged: its sha256 is %s, that of the recipe %s; --any-version reads it all the same", path, digest, want)
}

func digestOf(file io.ReadCloser) (string, error) {
	defer file.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

func (f *finder) missing(s *Source) error {
	var paths []string
	for _, file := range s.Files {
		paths = append(paths, file.Path)
	}
	text := fmt.Sprintf("no file %s in %s", strings.Join(paths, " or "), f.folders())
	if s.URL != "" {
		text += "; download it from " + s.URL
	}
	return errors.New(text)
}

func (f *finder) folders() string {
	if len(f.From) == 0 {
		return "any folder: --from names them"
	}
	return strings.Join(f.From, ", ")
}

// State says in a word whether a source is there: included, there, other, optional, missing or
// private; without folders "". It returns which of its files that is about, too.
func (s *Source) State(o Options) (state string, file int, err error) {
	switch {
	case s.Own != "":
		return "included", 0, nil
	case s.Private:
		return "private", 0, nil
	case len(o.From) == 0:
		return "", 0, nil
	}
	o.AnyVersion = true
	f := &finder{Options: o, found: &Found{}}
	out := FoundSource{Source: s}
	ok, err := f.candidate(&out)
	file = max(0, slices.IndexFunc(s.Files, func(f File) bool { return f.Path == out.File.Path }))
	switch {
	case err != nil:
		return "", 0, err
	case ok && out.Other:
		return "other", file, nil
	case ok:
		return "there", file, nil
	case s.Optional:
		return "optional", file, nil
	}
	return "missing", file, nil
}
