package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/sheet"
)

// bar separates the synonyms of a cell where nothing else does.
const bar = "|"

// separators are what people put between the synonyms of a cell, the surest first.
var separators = []string{bar, "///", ";", " / ", ", ", ",", "/"}

// beforeLocant and locant are around a comma within a name: 1,2-dichloroethane, N,N-dimethylaniline.
var (
	beforeLocant = pattern.Of(`(^|[-\s(\[,])(\d+[a-z]?['′]*|[A-Za-z]['′]*|(?i:alpha|beta|gamma|delta))$`)
	locant       = pattern.Of(`^\s*(\d|[A-Za-z]['′]*[-,]|(?i:alpha|beta|gamma|delta)[-,])`)
)

// splitSynonyms returns the synonyms of a cell. None ends within brackets, unless at a bar.
func splitSynonyms(cell, separator string) (parts []string) {
	if separator == "none" {
		return list(cell, "\x00")
	}
	joined := ""
	pieces := strings.Split(Unescape(cell), separator)
	for i, piece := range pieces {
		joined += piece
		open := separator != bar && strings.Count(joined, "(") > strings.Count(joined, ")")
		if i+1 < len(pieces) && (open || separator[0] == ',' && beforeLocant().MatchString(joined) && locant().MatchString(pieces[i+1])) {
			joined += separator
			continue
		}
		parts = append(parts, list(joined, "\x00")...)
		joined = ""
	}
	return parts
}

// separatorOf finds what separates the synonyms of a column beside that of the names, "" for bars; note says what may.
func separatorOf(rows []sheet.Row, name, synonyms int) (separator, note string) {
	for _, separator := range separators {
		cells, split, most, within := 0, 0, 0, 0
		for _, r := range rows {
			if synonyms >= len(r.Fields) || name >= len(r.Fields) || strings.TrimSpace(r.Fields[synonyms]) == "" {
				continue
			}
			cells++
			parts := len(splitSynonyms(r.Fields[synonyms], separator))
			most = max(most, parts)
			split += max(0, min(1, parts-1))
			if len(splitSynonyms(r.Fields[name], separator)) > 1 || parts > 1 && sameWords(r.Fields[name], r.Fields[synonyms]) {
				within++ // names that have it themselves
			}
		}
		sure := split > 0
		switch {
		case separator == bar || separator == "///":
		case 10*within > cells:
			continue
		case separator == ";":
			sure = 4*split > cells && split > 1 || 20*split > cells && most > 2
		default:
			sure = 2*split >= cells && most > 2
		}
		if sure {
			return strings.TrimPrefix(separator, bar), ""
		}
		if note == "" && (separator == ";" && split > 0 || 4*split > cells) {
			note = fmt.Sprintf("%d of %d cells with synonyms have %q, which counts as part of a name; --synonym-separator %q splits there", split, cells, separator, separator)
		}
	}
	return "", note
}

// sameWords reports whether two names have the same words in any order: Anemia, Sickle Cell.
func sameWords(a, b string) bool {
	x, y := strings.Fields(strings.ToLower(strings.ReplaceAll(a, ",", " "))), strings.Fields(strings.ToLower(strings.ReplaceAll(b, ",", " ")))
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// findSeparator notes what separates the synonyms of a table: what is given, or what its rows show.
func (l *Layout) findSeparator(t *sheet.Table, name int, synonyms []int, given string) {
	if l.Separator = given; len(synonyms) == 0 || given != "" {
		return
	}
	rows, size := t.Peek(sampled), 0
	for n := sampled; len(rows) == n && n < 32*sampled && size < 1<<20; rows = t.Peek(n) {
		for _, r := range rows {
			size += r.Size()
		}
		n *= 2
	}
	for _, column := range synonyms {
		if separator, note := separatorOf(rows, name, column); l.Separator == "" {
			l.Separator, l.Note = separator, cmp.Or(note, l.Note)
		}
	}
}
