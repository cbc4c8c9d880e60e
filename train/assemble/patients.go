package assemble

import (
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

// What patients write is hardly ever a name: "couldn't sleep", "my hair is falling out". knowledge.Patients has what their
// words mean: lines of kind, from and to, as stems.
//
//	mention  all of a mention but its fillers, and the names of what it means, between |
//	phrase   a part of one, likewise
//	filler   a word that says little: really
//	synonym  a word of a mention, one of a name, and how often the one stands for the other, in percent
//	ending   what two forms of one word end with: dizzy, dizziness
//
// lab/patients learns it from PsyTAR. A pack gets the rows that lead to its names; lists of other things get none.
const (
	patientsSource = "what words of patients mean, from PsyTAR (CC BY 4.0)"
	patientsShare  = 0.05 // share of a list's names that mentions of the table mean
	patientsWords  = 2    // times the usual weight of words that mention and name share: they tell more than letters
	fillerLoss     = 127  // of its weight that a filler loses, in 1/255
	formStrength   = 0.95 // of forms of one word as synonyms
	minFormRoot    = 3    // letters before their endings
)

// patients is the part of the table that a list has use for.
type patients struct {
	rewrites []string // rows of mentions, phrases and fillers, to is one name
	fillers  []string
	synonyms []names.Synonym
}

// newPatients returns what a list with these names uses of the table, with the synonyms that a lexicon's names show, or nil
// if it is of other things than patients write about.
func newPatients(list *pack.Strings, l lexicon.Lexicon) *patients {
	p, has, meant, words := &patients{}, map[string]bool{}, map[string]bool{}, map[uint32]string{}
	for _, name := range list.Range(0, list.Len()) {
		has[names.Key(string(name))] = true
	}
	for f := range knowledge.Rows(knowledge.Patients) {
		switch f[0] {
		case "filler":
			p.fillers, p.rewrites = append(p.fillers, f[1]), append(p.rewrites, strings.Join(f, "\t")+"\n")
		case "mention", "phrase":
			of := strings.Split(f[2], "|")
			if i := slices.IndexFunc(of, func(to string) bool { return has[names.Key(to)] }); i >= 0 {
				meant[of[i]] = true
				p.rewrites = append(p.rewrites, f[0]+"\t"+f[1]+"\t"+of[i]+"\n")
			}
		}
	}
	if float64(len(meant)) < patientsShare*float64(len(has)+moreNames) {
		return nil
	}
	for _, name := range list.Range(0, list.Len()) {
		for _, w := range names.Words(string(name)) {
			stem := names.Stem(w)
			words[names.Hash(stem)] = stem
		}
	}
	for f := range knowledge.Rows(knowledge.Patients) {
		switch f[0] {
		case "synonym":
			if percent, _ := strconv.Atoi(f[3]); words[names.Hash(f[2])] != "" {
				p.add(f[1], f[2], float64(percent)/100)
			}
		case "ending":
			for _, w := range words {
				p.addForm(w, f[1], f[2])
				p.addForm(w, f[2], f[1])
			}
		}
	}
	for _, x := range synonymsOf(thingsAsEntities(l), nil) {
		if words[x.A] != "" || words[x.B] != "" {
			p.synonyms = append(p.synonyms, x)
		}
	}
	return p
}

func thingsAsEntities(l lexicon.Lexicon) []data.Entity {
	out := make([]data.Entity, len(l))
	for i, thing := range l {
		for _, name := range thing {
			out[i].Names = append(out[i].Names, data.Name{Text: name})
		}
	}
	return out
}

// addForm adds the form of a word with another ending, if it is a word.
func (p *patients) addForm(word, from, to string) {
	root, ok := strings.CutSuffix(word, from)
	if form := names.Stem(root + to); ok && len(root) >= minFormRoot && names.Ordinary(names.Hash(form)) > 0 {
		p.add(form, word, formStrength)
	}
}

func (p *patients) add(a, b string, strength float64) {
	if x, y := names.Hash(a), names.Hash(b); x != y {
		p.synonyms = append(p.synonyms, names.Synonym{A: min(x, y), B: max(x, y), Strength: uint8(255 * strength)})
	}
}
