package abbreviation

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/knowledge"
)

var naming, links, headings = knowledge.Words("naming"), knowledge.Words("naming link"), knowledge.Words("abbreviations")

// bare returns a part of a text without the words at its ends that only say that a name follows: "hereafter AD".
func bare(text string, s span) span {
	for {
		words := strings.Fields(s.of(text))
		switch n := len(words); {
		case n > 1 && isNaming(words[0]):
			s.start += len(words[0])
		case n > 1 && isNaming(words[n-1]):
			s.end -= len(words[n-1])
		default:
			return s
		}
		s = s.trim(text)
	}
}

func isNaming(word string) bool { return isOne(word, naming) || isOne(word, links) }

func isOne(word string, list []string) bool {
	return slices.Contains(list, strings.ToLower(strings.Trim(word, ".:")))
}

// named returns what the text says of abbreviations without parentheses where letters do not: what an equals sign or a
// colon has after one, and what stands before a comma and a word of naming ("kala-azar, hereafter VL").
func named(text string) (out []aside) {
	for word := nextWord(text, 0); word.start < word.end; word = nextWord(text, word.end) {
		short := span{word.start, word.start + len(strings.TrimRight(word.of(text), ",:;.="))}
		if !IsAbbreviation(short.of(text)) {
			continue
		}
		if mark := strings.TrimLeft(text[short.end:min(len(text), short.end+2)], " "); mark != "" && mark[0] != ',' {
			if long, _ := after(text, short, true); long.start < long.end {
				out = append(out, aside{short.end, long, long})
			}
		}
		at, said := short.start, false
		for w := lastWords(text, at, 1); w.start < w.end && isNaming(w.of(text)); w = lastWords(text, at, 1) {
			at, said = w.start, said || isOne(w.of(text), naming)
		}
		if before := strings.TrimRight(text[:at], " "); said && strings.HasSuffix(before, ",") {
			out = append(out, aside{len(before) - 1, short, short})
		}
	}
	return out
}

// stated returns the abbreviations that a text defines without parentheses: with a comma, a colon or an equals sign
// before the long form ("AD = atopic dermatitis"), or a comma and words that say so after it ("atopic dermatitis,
// hereafter AD"). In a list of abbreviations, whose heading says what it is, long forms have any letters.
func stated(text string) (out []Definition) {
	var item span // of a list of abbreviations: where the next may begin
	between := ""
	for word := nextWord(text, 0); word.start < word.end; word = nextWord(text, word.end) {
		if isHeading(text, word) {
			item, between = span{word.end, word.end}, " ;,\n"
			if word.end < len(text) && text[word.end] != '\n' {
				between = " ;,"
			}
			continue
		}
		short := span{word.end - len(strings.TrimLeft(word.of(text), "([")), word.start + len(strings.TrimRight(word.of(text), ",:;.=)]"))}
		if short.start >= short.end || short.start < item.end { // within the item before
			continue
		}
		if s := short.of(text); !IsAbbreviation(s) || isNumeral(s) {
			continue
		}
		listed := between != "" && strings.Trim(text[min(item.end, word.start):word.start], between) == ""
		long, ok := after(text, short, listed)
		if !ok {
			long, ok = ahead(text, short)
		} else if listed {
			item = long
		}
		if ok {
			out = append(out, Definition{Short: short.of(text), Long: long.of(text), ShortAt: short.start, LongAt: long.start})
		}
	}
	return out
}

// isHeading reports whether a word is the heading of a list of abbreviations.
func isHeading(text string, word span) bool {
	last := text[word.end-1 : min(word.end+1, len(text))]
	return strings.ContainsAny(last, ":\n") && slices.Contains(headings, strings.ToLower(strings.TrimRight(word.of(text), ":")))
}

// nextWord returns the first word of a text from a place on, which is empty at its end.
func nextWord(text string, at int) span {
	for at < len(text) && isBlank(text[at]) {
		at++
	}
	end := at
	for end < len(text) && !isBlank(text[end]) {
		end++
	}
	return span{at, end}
}

// after returns the long form that follows a comma, colon or equals sign behind a short one, up to the next mark; in a list
// of abbreviations up to what separates its items.
func after(text string, short span, listed bool) (long span, ok bool) {
	rest := text[short.end:min(len(text), short.end+maxLong)]
	at := len(rest) - len(strings.TrimLeft(rest, " "))
	if at == len(rest) || !strings.ContainsRune(",:=", rune(rest[at])) {
		return span{}, false
	}
	marks := ",;:=.()[]\n"
	if listed {
		marks = ";.\n"
		if rest[at] != ',' {
			marks = ",;.\n"
		}
	}
	long = span{short.end + at + 1, short.end + len(rest)}
	if i := strings.IndexAny(long.of(text), marks); i >= 0 {
		long.end = long.start + i
	}
	long = long.trim(text)
	return long, long.start < long.end && (listed || explains(short.of(text), long.of(text), rest[at] != ','))
}

// ahead returns the long form that stands before a short one, a comma and perhaps words of naming between them.
func ahead(text string, short span) (long span, ok bool) {
	before := span{max(0, short.start-maxLong), short.start}.trim(text)
	for {
		word := lastWords(text, before.end, 1)
		if word.start == word.end || !isNaming(word.of(text)) {
			break
		}
		before = span{before.start, word.start}.trim(text)
	}
	if !strings.HasSuffix(before.of(text), ",") {
		return span{}, false
	}
	before.end = before.start + len(strings.TrimRight(before.of(text), ", "))
	s := short.of(text)
	long = lastWords(text, before.end, len(s)+1)
	start := longStart(s, long.of(text))
	if start < 0 {
		return span{}, false
	}
	long.start += start
	return long, !strings.Contains(long.of(text), ",") && explains(s, long.of(text), false)
}

// explains reports whether long is a long form of short from its first word to its last. Where only a comma says so, it
// has several words, and half of the letters of short start some.
func explains(short, long string, said bool) bool {
	share := initials(short, long)
	return share > 0 && (said || share >= looseInitials && strings.Contains(long, " "))
}
