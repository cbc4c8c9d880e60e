package recipe

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data"
)

// Published is a file of a source at the address where its owner publishes it.
type Published struct {
	*Source
	*File
}

// Published returns the files that have addresses, those of each address once.
func (r *Recipe) Published(private bool) (list []Published) {
	for i := range r.Sources {
		s := &r.Sources[i]
		files := slices.Clone(s.Files)
		if s.KnownBy != nil && s.KnownBy.Or != nil {
			files = append(files, *s.KnownBy.Or)
		}
		for k := range files {
			known := slices.ContainsFunc(list, func(p Published) bool { return p.Address == files[k].Address })
			if files[k].published() && !known && (private || !s.Private) {
				list = append(list, Published{s, &files[k]})
			}
		}
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

// Newer says how today's file differs from the one that the recipe knows.
func (s *FoundSource) Newer() string {
	known := "none, as of " + s.Dated()
	if i := slices.IndexFunc(s.Files, func(f File) bool { return f.SHA256 != "" }); i >= 0 {
		f := &s.Files[i]
		known = fmt.Sprintf("%s (sha256 %.12s)", cmp.Or(f.Version, f.Date, noVersion), f.SHA256)
	}
	return fmt.Sprintf("%s: version %s (sha256 %.12s); the recipe's: %s", s.File.Path, cmp.Or(s.Version, s.Date, noVersion), s.SHA256, known)
}

var oboVersion = pattern.Of(`(?m)^data-version:(?:.*?(\d{4}-\d\d-\d\d)|[ \t]*(\S+))`)

// dataVersion returns the version, or the date in it, that the head of an OBO file states, "" if it can be read nowhere.
func dataVersion(path string) string {
	r, err := data.Open(path)
	if err != nil {
		return ""
	}
	defer r.Close()
	head, _ := io.ReadAll(io.LimitReader(r, 4<<10))
	if m := oboVersion().FindSubmatch(head); m != nil {
		return cmp.Or(string(m[1]), string(m[2]))
	}
	return ""
}

// checkHeader fails if a column has another name than the recipe's: its names would be missing in silence.
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
	if err != nil && err != io.EOF {
		return err
	}
	found := strings.Split(strings.Trim(line, "#\r\n"), "\t")
	missing := slices.DeleteFunc(slices.Clone(s.File.Header), func(c string) bool { return slices.Contains(found, c) })
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%s:1: the header has no column %s: the recipe expects %s; there are %s",
		s.path, strings.Join(missing, ", "), strings.Join(s.File.Header, ", "), strings.Join(found, ", "))
}
