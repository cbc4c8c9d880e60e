package assemble

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/data"
)

// same returns the first of the entities that are the same thing as each one, and how many are so; nil if none is.
func same(ids *pack.Strings, t *data.Terminology) (same []uint32, n int) {
	firsts := t.Equivalents()
	number := func(e int32) uint32 {
		i, _ := ids.Find(t.Entities[e].ID)
		return uint32(i)
	}
	same = make([]uint32, ids.Len())
	for e := range same {
		same[e] = uint32(e)
	}
	least := map[int32]uint32{} // by the first of a group in the terminology: that in the pack
	for e, first := range firsts {
		if int32(e) == first {
			continue
		}
		if _, ok := least[first]; !ok {
			least[first] = number(first)
			n++
		}
		least[first] = min(least[first], number(int32(e)))
		n++
	}
	if len(least) == 0 {
		return nil, 0
	}
	for e, first := range firsts {
		if l, ok := least[first]; ok {
			same[number(int32(e))] = l
		}
	}
	return same, n
}

// also returns pack.Contents.Also: the ids that other lists have for entities, as far as they fit in a line.
func also(t *data.Terminology) []byte {
	lines := map[string]string{}
	for _, j := range t.Joins {
		line := cmp.Or(lines[j.ID], j.ID+"\t")
		if !j.Near && !strings.ContainsAny(j.ID+j.Other, " \t\n") && len(line)+len(j.Other)+2 <= pack.MaxAlso {
			lines[j.ID] = line + j.Other + " "
		}
	}
	var out []byte
	for _, id := range slices.Sorted(maps.Keys(lines)) {
		out = append(out, strings.TrimSuffix(lines[id], " ")+"\n"...)
	}
	return out
}

// fields returns pack.Contents.Fields, and an error if there are too many.
func fields(t *data.Terminology) (out []byte, err error) {
	lines, names := map[string]string{}, map[string]bool{}
	for _, f := range t.Fields {
		line, value := cmp.Or(lines[f.ID], f.ID+"\t"), f.Name+"="+oneLine(f.Value)+"\t"
		if names[f.Name] = true; !strings.Contains(line, "\t"+value) {
			line += value
		}
		if lines[f.ID] = line; len(line) > pack.MaxAlso {
			return nil, fmt.Errorf("%s: its fields have more than %d bytes together; name fewer columns in --columns", f.ID, pack.MaxAlso)
		}
	}
	if len(names) > pack.MaxFields {
		return nil, fmt.Errorf("%d fields, at most %d are allowed; name fewer in --columns", len(names), pack.MaxFields)
	}
	for _, id := range slices.Sorted(maps.Keys(lines)) {
		out = append(out, strings.TrimSuffix(lines[id], "\t")+"\n"...)
	}
	return out, nil
}

// detailsOf returns full names, definitions and cross-references of entities, and former ids.
func detailsOf(ids *pack.Strings, r *Recipe) ([]byte, error) {
	if r.Details == nil {
		return nil, nil
	}
	xrefs, seen := map[string][]string{}, map[[2]string]bool{}
	for _, x := range r.Terminology.XRefs {
		list, other := listed(x.Other)
		pair := [2]string{x.ID, other}
		if _, own := listed(x.ID); isReference(x.Other) && other != own && !seen[pair] && (r.Details.References == nil || slices.Contains(r.Details.References, list)) {
			xrefs[x.ID], seen[pair] = append(xrefs[x.ID], x.Other), true
		}
	}
	var list []details.Entry
	for i := range r.Terminology.Entities {
		e := &r.Terminology.Entities[i]
		refs := xrefs[e.ID]
		slices.Sort(refs)
		var names []string
		for _, n := range e.Names {
			names = append(names, n.Text)
		}
		d := details.Entry{ID: e.ID, FullName: details.Short(oneLine(e.FullName), names), XRefs: refs[:min(len(refs), maxXRefs)]}
		if r.Details.References == nil {
			d.Definition = firstSentence(cmp.Or(e.Definition, r.Details.Definitions[e.ID]))
		}
		if d.FullName+d.Definition != "" || len(refs) > 0 {
			list = append(list, d)
		}
	}
	for former, id := range r.Details.Former {
		if _, taken := ids.Find(former); !taken {
			list = append(list, details.Entry{ID: former, Now: id})
		}
	}
	slices.SortFunc(list, func(a, b details.Entry) int { return cmp.Compare(a.ID, b.ID) })
	return details.Append(nil, list)
}

// listed returns the list of an id, and the id with its prefix: MSH:D1 is MESH:D1.
func listed(id string) (list, listed string) {
	prefix, local := details.CutReference(id)
	l, _ := knowledge.ListOf(prefix)
	return l.Prefix, l.Prefix + ":" + local
}

const (
	maxXRefs      = 100 // of an entity
	maxDefinition = 500 // bytes of a sentence
)

// isReference refuses what ontologies have among cross-references beside ids of the same thing:
// literature and addresses.
func isReference(id string) bool {
	prefix := strings.ToLower(pack.Prefix(id))
	return prefix != "" && !strings.ContainsAny(id, " \t\n") && !slices.Contains(noReferences, prefix)
}

var noReferences = []string{"pmid", "pubmed", "pmc", "doi", "isbn", "issn", "url", "http", "https", "ftp", "wikipedia", "orcid", "citexplore", "patent"}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// firstSentence returns the first sentence of a text. A sentence ends at a full stop before a blank and
// a capital letter or a digit, unless what is before it is an abbreviation: one letter, or e.g. and the
// like, which have a full stop within.
func firstSentence(text string) string {
	text = oneLine(text)
	for i := 0; i+2 < len(text); i++ {
		if !strings.ContainsRune(".!?", rune(text[i])) || text[i+1] != ' ' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+2:])
		word := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
		if (unicode.IsUpper(next) || unicode.IsDigit(next)) && utf8.RuneCountInString(word) > 1 && !isAbbreviated(word) {
			text = text[:i+1]
			break
		}
	}
	if len(text) <= maxDefinition {
		return text
	}
	end := strings.LastIndexByte(text[:maxDefinition], ' ')
	if end < 0 {
		return ""
	}
	return text[:end] + " …"
}

func isAbbreviated(word string) bool {
	return strings.Contains(word, ".") || slices.Contains([]string{"vs", "ca", "cf", "approx", "resp", "No", "Fig", "spp", "sp", "subsp", "var", "Dr", "St"}, word)
}
