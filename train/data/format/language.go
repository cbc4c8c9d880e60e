package format

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/normlet/normlet/core/pack"
)

// inAnother is why names of some languages are left out.
const inAnother = "in another language"

// Language returns the BCP 47 tag of a language as files write it, pt-BR of pt_br and es of SPA; "" for other texts.
func Language(s string) string {
	tag, err := language.Parse(strings.TrimSpace(s))
	if err != nil || tag == language.Und {
		return ""
	}
	return tag.String()
}

// name adds a name in a language, "" if the file states none, unless people want others.
func (in *input) name(text string, kind pack.Kind, tag, usual string) {
	switch {
	case text == "":
	case tag != "" && !in.o.speaks(tag, usual):
		in.sink.Skip(in.term.Line, inAnother, text)
	default:
		in.term.Names = append(in.term.Names, Name{text, kind, Language(tag)})
	}
}

// speaks reports whether a language is wanted: the usual one if people name none, all of its regions and scripts with it;
// all languages if none is usual.
func (o *Options) speaks(tag, usual string) bool {
	if len(o.Languages) == 0 && usual == "" || slices.Contains(o.Languages, "all") {
		return true
	}
	return tag != "" && o.preference(tag, usual) < max(len(o.Languages), 1)
}

// Preference returns the place of a text in some languages among those that people want, English if they name none; a text
// that states none is in the first. Other languages come last.
func (o *Options) Preference(languages string) int {
	best := len(o.Languages) + 1
	for _, tag := range strings.Fields(languages) {
		best = min(best, o.preference(tag, "en"))
	}
	if languages == "" {
		return 0
	}
	return best
}

func (o *Options) preference(tag, usual string) int {
	list := o.Languages
	if len(list) == 0 {
		list = []string{usual}
	}
	i := slices.IndexFunc(list, func(want string) bool { return want == "all" || covers(canonical(want), canonical(tag)) })
	if i < 0 {
		return len(list)
	}
	return i
}

// canonical returns a tag as all files are to write it, and a code that only its file knows as it is.
func canonical(tag string) string { return cmp.Or(Language(tag), tag) }

// covers reports whether a language is another, or a part of it: en covers en-GB.
func covers(language, tag string) bool {
	return tag == language || strings.HasPrefix(tag, language+"-")
}
