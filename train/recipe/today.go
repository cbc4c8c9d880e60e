package recipe

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// Published is a file of a source at the address where its owner publishes it.
type Published struct {
	*Source
	*File
}

// Published returns the files of a source that have addresses.
func (s *Source) Published() (list []Published) {
	if i := slices.IndexFunc(s.Files, File.published); i >= 0 {
		list = append(list, Published{s, &s.Files[i]})
	}
	if k := s.KnownBy; k != nil && k.Or != nil && k.Or.published() {
		list = append(list, Published{s, k.Or})
	}
	return list
}

func (f File) published() bool { return f.Address != "" }

// Dated returns the date of the file that the recipe knows best, or of the recipe.
func (s *Source) Dated() string {
	if i := slices.IndexFunc(s.Files, func(f File) bool { return f.Date != "" }); i >= 0 {
		return s.Files[i].Date
	}
	return s.of.Date
}

// Published returns the files to download for a pack of today, each once. It fails if a source that the recipe needs has
// no address, and no file in the folders.
func (r *Recipe) Published(o Options) (list []Published, err error) {
	f := &finder{Options: o}
	for i := range r.Sources {
		s := &r.Sources[i]
		if s.Own != "" || s.Private && !o.Private {
			continue
		}
		if !slices.ContainsFunc(s.Files, File.published) && !s.Optional &&
			!slices.ContainsFunc(s.Files, func(file File) bool { return f.path(file.Path) != "" }) {
			return nil, fmt.Errorf("recipe %s: %s: the recipe has no address of a file to download, and there is %w", r.Name, s.Title, f.missing(s))
		}
		for _, p := range s.Published() {
			if !slices.ContainsFunc(list, func(q Published) bool { return q.Path == p.Path }) {
				list = append(list, p)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("recipe %s: it has no addresses of files to download: --from names folders that have them", r.Name)
	}
	return list, nil
}

// choice returns the files that a source may be: of today, only those of addresses, if there are some.
func (f *finder) choice(s *Source) []File {
	if f.Today == nil || !slices.ContainsFunc(s.Files, File.published) {
		return s.Files
	}
	return slices.DeleteFunc(slices.Clone(s.Files), func(file File) bool { return !file.published() })
}

// Newer says how today's file differs from the one that the recipe knows.
func (s *FoundSource) Newer() string {
	known := &s.Files[max(0, slices.IndexFunc(s.Files, func(f File) bool { return f.SHA256 != "" }))]
	return fmt.Sprintf("%s: %s, sha256 %.12s; the recipe knows %s, sha256 %.12s", s.File.Path, versionText(s.Version, s.Date),
		s.SHA256, versionText(known.Version, cmp.Or(known.Date, s.Dated())), cmp.Or(known.SHA256, "unknown"))
}

func versionText(version, date string) string {
	switch {
	case version == "":
		return "of " + cmp.Or(date, "an unknown date")
	case date == "" || strings.Contains(version, date):
		return "version " + version
	}
	return "version " + version + " of " + date
}

var oboVersion = regexp.MustCompile(`(?m)^data-version:[ \t]*([^\r\n]+?)[ \t]*\r?$`)

// dataVersion returns the version that the head of an OBO file states, "" for none: its date, if it has one in it.
func dataVersion(path string) (string, error) {
	r, err := data.Open(path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, 4<<10))
	if err != nil {
		return "", err
	}
	m := oboVersion.FindSubmatch(head)
	if m == nil {
		return "", nil
	}
	return cmp.Or(isoDate.FindString(string(m[1])), string(m[1])), nil
}

var isoDate = regexp.MustCompile(`\d{4}-\d\d-\d\d`)

// checkHeader compares the columns of a file with those that the recipe wants, lest names that moved to a new column go
// missing in silence.
func (s *FoundSource) checkHeader() error {
	if len(s.File.Header) == 0 {
		return nil
	}
	r, err := data.Open(s.path)
	if err != nil {
		return err
	}
	defer r.Close()
	line, err := bufio.NewReader(io.LimitReader(r, 64<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	found := strings.Split(strings.TrimRight(strings.TrimPrefix(line, "#"), "\r\n"), "\t")
	missing := slices.DeleteFunc(slices.Clone(s.File.Header), func(c string) bool { return slices.Contains(found, c) })
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%s:1: the header has no column %s: the recipe expects %s; there are %s",
		s.path, strings.Join(missing, ", "), strings.Join(s.File.Header, ", "), strings.Join(found, ", "))
}
