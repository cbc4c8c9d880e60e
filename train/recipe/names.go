package recipe

import (
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

func (p *part) keepNamed() {
	if p.Named == "" {
		return
	}
	pattern := whole(p.Named)
	p.keepNew("whose primary name the recipe does not want", func(i int) bool {
		return pattern.MatchString(p.terminology.Entities[i].Names[0].Text)
	})
}

// dropNames applies drop. Primary names stay, unless they only add to others.
func (p *part) dropNames() error {
	var patterns []*regexp.Regexp
	for _, d := range p.Drop {
		patterns = append(patterns, whole(d))
	}
	if len(patterns) == 0 {
		return nil
	}
	for i := range p.terminology.Entities {
		e := &p.terminology.Entities[i]
		var kept []data.Name
		for k, n := range e.Names {
			if k == 0 && p.Names != addNames && p.Names != newNames || !slices.ContainsFunc(patterns, func(d *regexp.Regexp) bool { return d.MatchString(n.Text) }) {
				kept = append(kept, n)
			}
		}
		e.Names = kept
	}
	p.keepIf("whose names the recipe drops", func(i int) bool { return len(p.terminology.Entities[i].Names) > 0 })
	return nil
}

// minBrief is how many letters and digits a name has that brief may leave out as another form of a word: a look-up
// takes a long plural for its singular, a short one not.
const minBrief = 6

// brief returns names without those that say what others say: turned at a comma ("Infarction, Myocardial"), or in
// another form of their words, as in the plural.
func brief(list []data.Name) (kept []data.Name) {
	straight := map[string]bool{}
	for _, n := range list {
		if !strings.Contains(n.Text, ",") {
			straight[stems(n.Text)] = true
		}
	}
	said := map[string]bool{}
	for i, n := range list {
		form := stems(n.Text)
		tail, head, turned := strings.Cut(n.Text, ",")
		turned = turned && straight[stems(head+" "+tail)]
		again := said[form] && len(names.Key(n.Text)) >= minBrief
		if i == 0 || !turned && !again {
			said[form] = true
			kept = append(kept, n)
		}
	}
	return kept
}

func stems(name string) string {
	words := strings.Fields(string(names.AppendForm(nil, name)))
	for i, w := range words {
		words[i] = names.Stem(w)
	}
	return strings.Join(words, " ")
}
