package recipe

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/limit"
)

const extension = ".toml"

// Names returns the names of the recipes in a folder, in the order of the alphabet.
func Names(known fs.FS) []string {
	files, _ := fs.Glob(known, "*"+extension) // the pattern is good
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, extension)
	}
	return files
}

// Load returns the known recipe of a name, or the one in a file, whose name ends in .toml. The
// recipes that it includes lie beside it or are known.
func Load(known fs.FS, name string) (*Recipe, error) {
	l, file := loader{folders: []fs.FS{known}, loaded: map[string]*Recipe{}}, name+extension
	if strings.HasSuffix(name, extension) {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		l.folders = []fs.FS{below(filepath.Dir(name)), known}
		name, file = strings.TrimSuffix(filepath.Base(name), extension), name
	}
	r, err := l.load(name, file, nil)
	if err != nil {
		return nil, err
	}
	r.Sources = l.sources
	return r, nil
}

// below is the files of a folder: regular ones, which do not lie elsewhere, whatever links say.
type below string

func (f below) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return regular.OpenIn(root, filepath.FromSlash(name))
}

// loader reads a recipe and what it includes, each file once.
type loader struct {
	folders []fs.FS // the first one that has a recipe wins
	loaded  map[string]*Recipe
	sources []Source // of all of them, those of included recipes first
}

// load reads the recipe of a name, which others include, the outermost first.
func (l *loader) load(name, file string, by []string) (*Recipe, error) {
	within := append(slices.Clone(by), name)
	if slices.Contains(by, name) {
		return nil, fmt.Errorf("recipe %s includes itself: %s", name, strings.Join(within, ", "))
	}
	if r, ok := l.loaded[name]; ok {
		return r, nil
	}
	if most := limit.Of().Recipes; len(l.loaded) == most {
		return nil, limit.Exceeded("more than %d recipes", most)
	}
	folder, text, err := l.find(name)
	if err != nil {
		return nil, err
	}
	r, err := parse(text, file)
	if err == nil && r.Name != name {
		err = fmt.Errorf("%s: the recipe is called %q; its name has to be that of its file, %q", file, r.Name, name)
	}
	if err != nil {
		return nil, err
	}
	l.loaded[name] = r
	digest := sha256.New()
	digest.Write(text)
	titles := map[string]string{}
	for _, other := range r.Include {
		included, err := l.load(other, other+extension, within)
		if err != nil {
			return nil, fmt.Errorf("recipe %s: include: %w", r.Name, err)
		}
		digest.Write([]byte(included.SHA256))
		maps.Copy(titles, included.Titles)
	}
	maps.Copy(titles, r.Titles)
	r.Titles = titles
	r.SHA256 = hex.EncodeToString(digest.Sum(nil))
	for i := range r.Sources {
		r.Sources[i].beside, r.Sources[i].of = folder, r
	}
	l.sources = append(l.sources, r.Sources...)
	return r, nil
}

// find returns the text of the recipe of a name, and the folder that has it.
func (l *loader) find(name string) (folder fs.FS, text []byte, err error) {
	for _, folder := range l.folders {
		text, err := readText(folder, name+extension)
		if !errors.Is(err, fs.ErrNotExist) {
			return folder, text, err
		}
	}
	return nil, nil, fmt.Errorf("there is no recipe %q; there are %s, and files whose names end in %s",
		name, strings.Join(Names(l.folders[len(l.folders)-1]), ", "), extension)
}

// readText reads a file that is no larger than recipes are.
func readText(folder fs.FS, name string) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	most := limit.Of().Settings
	text, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%s: %w", name, limit.Exceeded("a recipe larger than %s", limit.Bytes(most)))
	}
	return text, err
}

func parse(text []byte, file string) (*Recipe, error) {
	r := new(Recipe)
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(r)
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		first := unknown.Errors[0]
		line, _ := first.Position()
		return nil, fmt.Errorf("%s:%d: unknown key %q", file, line, strings.Join(first.Key(), "."))
	}
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := bad.Position()
		return nil, fmt.Errorf("%s:%d: %s", file, line, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

func (r *Recipe) check() error {
	switch {
	case r.Name == "":
		return errors.New("name is missing")
	case r.Title == "":
		return errors.New("title is missing")
	case len(r.Sources)+len(r.Include) == 0:
		return errors.New("there is no [[source]] and no include")
	}
	for namespace, title := range r.Titles {
		if title == "" || strings.Contains(namespace+title, ";") || strings.Contains(namespace, ": ") {
			return fmt.Errorf("titles: %q of %q: want words without a semicolon, such as Cell line", title, namespace)
		}
	}
	if err := r.Build.check(); err != nil {
		return fmt.Errorf("[build]: %w", err)
	}
	for i := range r.Sources {
		if err := r.Sources[i].check(); err != nil {
			return fmt.Errorf("source %d (%s): %w", i+1, cmp.Or(r.Sources[i].Title, "no title"), err)
		}
	}
	return nil
}

func (b *Build) check() error {
	if b.Bits != 0 {
		if err := binarize.CheckShape(b.Bits, 1); err != nil {
			return fmt.Errorf("bits: %w", err)
		}
	}
	switch {
	case len(b.Relations) > 0 && len(b.Company)+len(b.Parents) == 0:
		return errors.New("relations are for company and parents, which are missing")
	case b.Definitions != nil && !b.Details:
		return errors.New("definitions are for details, which are missing")
	case len(b.References) > 0 && !b.Details:
		return errors.New("references are part of details, which are missing")
	}
	err := cmp.Or(b.Definitions.check(), b.XRefs.check())
	for i := range b.Relations {
		err = cmp.Or(b.Relations[i].check(), err)
	}
	return err
}

func (s *Source) check() error {
	switch {
	case s.Title == "":
		return errors.New("title is missing")
	case s.License == "":
		return errors.New("license is missing")
	case (s.Namespace == "") != (s.Names == defineNames):
		return errors.New("namespace is missing; texts have none")
	case s.Names != "" && !slices.Contains([]string{addNames, showNames, newNames, twinNames, defineNames}, s.Names):
		return fmt.Errorf("names is %q; it may be %q, %q, %q, %q or %q", s.Names, addNames, showNames, newNames, twinNames, defineNames)
	case s.Former && s.Names != addNames:
		return fmt.Errorf("former is for names = %q", addNames)
	case s.Names == twinNames && familyOf(s.Namespace) == s.Namespace:
		return fmt.Errorf("names is %q, and the namespace %q names no organism, as NCBIGene/10090 does", twinNames, s.Namespace)
	case s.Names == newNames && !s.Join:
		return fmt.Errorf("names is %q, which needs join = true: its entities are known by their names", newNames)
	case !(s.Prominence >= 0 && s.Prominence <= 1):
		return fmt.Errorf("prominence is %v; it may be up to 1", s.Prominence)
	case s.KnownBy != nil && s.Prominence == 0:
		return errors.New("known_by is for prominence, which is missing")
	case s.Most < 0:
		return fmt.Errorf("most is %d", s.Most)
	case (s.Own != "") == (len(s.Files) > 0):
		return errors.New("it needs either a [[source.file]] or own")
	case s.Own != "" && s.Names == defineNames:
		return errors.New("own is for lists; texts are files")
	case s.Own != "" && !fs.ValidPath(s.Own):
		return fmt.Errorf("own is %q; it has to be a path below the recipe's folder", s.Own)
	}
	for _, pattern := range append([]string{s.IDs, s.Only, s.Named}, s.Drop...) {
		if _, err := regexp.Compile(pattern); err != nil {
			return err
		}
	}
	files := s.Files
	if k := s.KnownBy; k != nil {
		if err := cmp.Or(k.Input.check(), k.Keep.check()); err != nil {
			return err
		}
		if k.Or != nil {
			files = append(slices.Clone(files), *k.Or)
		}
	}
	for i := range files {
		if err := files[i].check(); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) check() error {
	if err := f.Keep.check(); err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	if err := cmp.Or(f.Input.check(), f.Weights.check(), f.Through.check(), f.XRefs.check()); err != nil {
		return err
	}
	if f.Checksum != "" && f.Address == "" {
		return fmt.Errorf("%s: checksum is for address, which is missing", f.Path)
	}
	if f.MostBytes < 0 || f.MostBytes > 0 && f.Address == "" {
		return fmt.Errorf("%s: most_bytes = %d: want how many bytes today's file may have, at most, beside its address", f.Path, f.MostBytes)
	}
	for _, address := range []string{f.Address, f.Checksum} {
		if u, err := url.Parse(address); address != "" && (err != nil || u.Scheme != "https" || u.Host == "" || path.Base(u.Path) == "/" || u.User != nil || u.Fragment != "") {
			return fmt.Errorf("%s: %q is not the address of a file, https://HOST/FILE", f.Path, address)
		}
	}
	if f.Format != "" && f.Format != data.TSV && format.Named(f.Format) == nil {
		return fmt.Errorf("%s: there is no format %q", f.Path, f.Format)
	}
	for role := range f.Columns {
		if !slices.Contains(format.Roles(), role) {
			return fmt.Errorf("%s: columns: there is no role %q; there are %s", f.Path, role, strings.Join(format.Roles(), ", "))
		}
	}
	return nil
}

// check takes nil, as that of Input does: a file may do without.
func (k *Keep) check() error {
	if k == nil {
		return nil
	}
	if k.ID == "" || k.Value == "" || len(k.Prefixes) == 0 {
		return errors.New("keep needs id, value and prefixes")
	}
	return k.Input.check()
}

var digestPattern = pattern.Of(`^([0-9a-f]{64})?$`)

func (in *Input) check() error {
	if in == nil {
		return nil
	}
	if !fs.ValidPath(in.Path) || in.Path == "." {
		return fmt.Errorf("the path %q does not lead below a folder", in.Path)
	}
	if !digestPattern().MatchString(in.SHA256) {
		return fmt.Errorf("%s: sha256 is %q, not 64 hexadecimal digits in lower case", in.Path, in.SHA256)
	}
	return nil
}
