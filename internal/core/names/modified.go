package names

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/knowledge"
)

// Papers add to a name that a protein is phosphorylated (pSTAT3), tagged (Flag-p53), bound by an antibody (anti-CD3), mutated
// (BRAFV600E) or missing (p53 KO), that a drug is a salt (enalapril maleate), or who described a species and when. Doctors add
// how a patient takes a drug (aspirin 81 mg daily) and how certain a disease is (suspected gout). People also write Greek
// letters as Latin ones (b-actin), the letter R as the word receptor, and the word and as an ampersand.

// maxReading is the length, in bytes, up to which a mention has readings.
const maxReading = 96

const (
	maxStrips = 8 // most words to take off
	minPlain  = 2 // least bytes of the rest
	minTurned = 5 // least bytes of a word before which a Greek letter may stand instead of after it
	maxJoined = 8 // most bytes of a word joined to a symbol
	minOwner  = 4 // least bytes of a word that may have an ending 's
	minDrug   = 7 // least bytes of a drug with salts: copper sulfate is not copper
)

// plain is a name that a mention may have once its additions are removed.
type plain struct {
	name  string
	aside string // text in brackets after the name that is no affix
	short bool   // aside has to abbreviate the name
	dosed bool   // a strength has been taken off, which only drugs have
	cells bool   // a word for cells has been taken off, which cell lines have
}

// plainNames returns the names that a mention may have without its additions, the closest to the mention first.
func (k *Knowledge) plainNames(mention string) (out []plain) {
	p := plain{name: plainDashes.Replace(strings.TrimSpace(mention))}
	for range maxStrips {
		for _, v := range k.variants(p.name) {
			out = append(out, plain{name: v, aside: p.aside, dosed: p.dosed, cells: p.cells})
		}
		rest, ok := k.strip(p.name)
		if behind, begins := strings.CutPrefix(p.name, rest); ok && begins {
			p.cells = p.cells || k.isCells(rest, strings.Trim(behind, " -"))
		}
		cut := !ok && p.aside == ""
		if cut {
			rest, p.aside, ok = cutAside(p.name)
		}
		if !ok {
			rest, ok = stripStrain(p.name)
		}
		if !ok && !p.dosed {
			rest, ok = k.stripStrength(p.name)
			p.dosed = ok
		}
		if !ok {
			break
		}
		p.name = rest
		if out = append(out, p); cut {
			out = appendDefined(out, p)
		}
	}
	return out
}

// appendDefined appends the last words of a name that what stands in brackets behind may abbreviate, longest first: who
// writes "early Alzheimer disease (AD)" says where the name begins.
func appendDefined(out []plain, p plain) []plain {
	short := Form(p.aside)
	if ReadAbbreviation(p.aside, []byte(short)).Whole == 0 || strings.ContainsAny(p.name, "()") {
		return out
	}
	for _, rest, ok := strings.Cut(p.name, " "); ok; _, rest, ok = strings.Cut(rest, " ") {
		if strings.HasPrefix(Form(rest), short[:1]) {
			out = append(out, plain{name: rest, aside: p.aside, short: true})
		}
	}
	return out
}

// cutAside removes the brackets at the end of a name, as in tau (AT8), unless they may distinguish it from other names, as a
// number does. It also returns the text in the brackets.
func cutAside(text string) (name, aside string, ok bool) {
	name, aside, ok = CutBracket(text)
	tells := func(word string) bool { return class(word) != noTail }
	return name, aside, ok && text[len(name)] == ' ' && len(aside) >= minPlain && !slices.ContainsFunc(strings.Fields(aside), tells)
}

var plainDashes = strings.NewReplacer("‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-", "^", " ", "_", " ", "::", " ", ":", " ")

// strip removes the outermost word of a mention that is no part of a name.
func (k *Knowledge) strip(text string) (string, bool) {
	for _, take := range [...]func(string) (string, bool){stripAuthority, k.stripBracket, k.stripBefore, k.stripAfter, k.stripPrefixLetters, k.stripMutation} {
		if rest, ok := take(text); ok {
			if rest = strings.Trim(rest, " -,"); len(rest) >= minPlain && strings.ContainsFunc(rest, isLetter) && !k.isAffix(rest) {
				return rest, true
			}
		}
	}
	return "", false
}

// isAffix reports whether a text is only a tag, a label or a dose, such as the rest of anti-GFP.
func (k *Knowledge) isAffix(text string) bool {
	form := Form(text)
	return k.affixes["before"][form] != "" || k.affixes["after"][form] != "" || k.isDose(text)
}

// isQualifier reports whether one or more words after a name are no part of it: mRNA, pS473, 10 ng/ml, stage IV, w/ fever.
func (k *Knowledge) isQualifier(word string) bool {
	kind, rest, _ := strings.Cut(word, " ")
	numbered := k.affixes["numbered"][Form(kind)] != "" && strings.ContainsAny(rest, "0123456789IV") && !strings.Contains(rest, " ")
	return numbered || rest != "" && k.affixes["clause"][Form(kind)] != "" || k.affixes["after"][Form(word)] != "" || k.isSite(word) || k.isMutation(word) || k.isDose(word)
}

// isSalt reports whether a word after a drug makes it a salt of the drug. Ethyl acetate is no salt of ethyl.
func (k *Knowledge) isSalt(drug, word string) bool {
	return len(drug) >= minDrug && k.affixes["salt"][Form(word)] != "" && !strings.HasSuffix(drug, "yl") && !strings.HasSuffix(drug, "ium") && !strings.HasSuffix(drug, ")")
}

// isCells reports whether words say that the name before it is a cell line.
func (k *Knowledge) isCells(line, word string) bool {
	form := Form(word)
	for _, place := range [...]string{"cells", "cultured"} {
		if is := k.affixes[place]; is[form] != "" || is[form+"s"] != "" {
			return IsLine(line)
		}
	}
	return false
}

// IsLine reports whether a name before words for cells may be a cell line: it has a digit or a capital after its first letter,
// or is no English word. Mouse fibroblasts and CD4+ cells are not one line.
func IsLine(name string) bool {
	return len(name) >= minPlain && !strings.HasSuffix(name, "+") &&
		(strings.ContainsFunc(name[1:], isFigureOrCapital) || isUpper(name[0]) && Ordinary(HashWord(Form(name))) == 0)
}

// Cells returns the words, in text form, that say of a name in a text that it is a cell line. Behind M2, macrophages do not.
func (k *Knowledge) Cells() iter.Seq[string] { return maps.Keys(k.affixes["cells"]) }

// HasLines reports whether the entities of a namespace are cell lines.
func (k *Knowledge) HasLines(namespace string) bool { return k.affixes["lines"][Form(namespace)] != "" }

// isDose reports whether a text is one or two numbers with a unit: 10 ng/ml, 0.1%, 5-10 mg.
func (k *Knowledge) isDose(word string) bool {
	unit := strings.TrimLeft(word, figures)
	return unit != word && k.isUnit(strings.ToLower(unit))
}

// isUnit reports whether a text in small letters is a unit, or so many for each of another: mg, mg/5 ml.
func (k *Knowledge) isUnit(text string) bool {
	text = micro.Replace(strings.TrimSpace(text))
	unit, each, per := strings.Cut(text, "/")
	return k.affixes["unit"][text] != "" || per && k.affixes["unit"][unit] != "" && k.isUnit(strings.TrimLeft(each, figures+" "))
}

const figures = "0123456789.,-" // of numbers, and two

var micro = strings.NewReplacer("µ", "u", "μ", "u")

// CutBracket splits a text at the brackets at its end, round or square.
func CutBracket(text string) (before, inside string, ok bool) {
	for _, b := range [...]string{"()", "[]"} {
		if open := strings.LastIndexByte(text, b[0]); open > 0 && text[len(text)-1] == b[1] {
			return strings.TrimSpace(text[:open]), text[open+1 : len(text)-1], true
		}
	}
	return "", "", false
}

// stripBracket removes a qualifier in brackets at the end, as in AKT (Ser473) and gout (disease).
func (k *Knowledge) stripBracket(text string) (string, bool) {
	before, inside, ok := CutBracket(text)
	return before, ok && (k.isQualifier(inside) || k.isClass(inside))
}

// isClass reports whether a word says what kind of entity stands before it.
func (k *Knowledge) isClass(word string) bool { return k.affixes["class"][Form(word)] != "" }

// Plainly returns a mention as names are written: without a kind of entity in brackets behind it, as in gout (disease), or
// with its parts between commas from the end, as in fever, yellow.
func (k *Knowledge) Plainly(mention string, off RuleSet) (name string, ok bool) {
	if name, class, ok := CutBracket(mention); ok && k.isClass(class) && !off.Has(Modified) {
		return name, true
	}
	parts := strings.Split(mention, ", ")
	slices.Reverse(parts)
	return strings.Join(parts, " "), len(parts) > 1 && !off.Has(TurnedParts)
}

// stripBefore removes the longest affix or dose before a name: newly diagnosed gout, wild-type p53, 10 mM HEPES.
func (k *Knowledge) stripBefore(text string) (rest string, ok bool) {
	for end, c := range text {
		dose := c == ' ' && k.isDose(text[:end]) && !strings.ContainsAny(text[:end], ",-") // 2,4-D has no dose
		if dose || (c == ' ' || c == '-') && k.affixes["before"][Form(text[:end])] != "" {
			rest, ok = text[end:], true
		}
	}
	return rest, ok
}

// stripAfter removes the longest qualifier, salt or word for cells after a name.
func (k *Knowledge) stripAfter(text string) (string, bool) {
	for from := 1; from < len(text); from++ {
		before, after := text[:from-1], text[from:]
		if c := text[from-1]; (c == ' ' || c == '-') && (k.isQualifier(after) || k.isSalt(before, after) || k.isCells(before, after)) {
			return before, true
		}
	}
	return "", false
}

// stripStrength removes the number of a strength in which drugs are sold, or those of a combination: Lipitor 40.
func (k *Knowledge) stripStrength(text string) (string, bool) {
	at := strings.LastIndexByte(text, ' ')
	one, other, _ := strings.Cut(text[at+1:], "/")
	ok := at >= minPlain && k.affixes["strength"][one] != "" && (other == "" || k.affixes["strength"][other] != "")
	return text[:max(at, 0)], ok
}

// IsDosed reports whether the entities of a namespace are sold in strengths.
func (k *Knowledge) IsDosed(namespace string) bool { return k.affixes["dosed"][Form(namespace)] != "" }

// stripPrefixLetters removes small letters before a symbol: pSTAT3, hTERT.
func (k *Knowledge) stripPrefixLetters(text string) (string, bool) {
	at := strings.IndexFunc(text, func(r rune) bool { return 'a' > r || r > 'z' })
	return text[max(at, 0):], at > 0 && k.affixes["stuck"][text[:at]] != "" && isSymbol(text[at:])
}

// looksPhosphorylated reports whether a mention is a small p and a symbol in capitals. Such a mention need not be the name with
// the same letters: pERK is not PERK.
func looksPhosphorylated(mention string) bool {
	return len(mention) > len("pXY") && mention[0] == 'p' && mention[1:] == strings.ToUpper(mention[1:]) && isSymbol(mention[1:])
}

// stripMutation removes a mutation that is written directly after a symbol, as a word in capitals or with a mark is: BRAFV600E,
// TP53KO, Trp53fl/fl.
func (k *Knowledge) stripMutation(text string) (string, bool) {
	for at := len(text) - 2; at > max(minPlain, len(text)-maxJoined); at-- {
		word := text[at:]
		if (word == strings.ToUpper(word) || strings.Contains(word, "/")) && k.affixes["joined"][strings.ToLower(word)] != "" {
			return text[:at], true
		}
	}
	return k.cutMutation(text)
}

// letters has the names of the Greek letters that people write as one Latin letter.
var letters = func() map[byte]string {
	m := map[byte]string{}
	for _, r := range "αβγδεζκ" {
		m[greek[r].latin] = greek[r].name
	}
	return m
}()

var ampersands = knowledge.Words("ampersand")

// variants returns other spellings of a name.
func (k *Knowledge) variants(text string) (out []string) {
	if before, after, ok := strings.Cut(text, "-"); ok && after != "" { // b-actin, beta-actin: actin beta
		letter := Form(before)
		if len(letter) == 1 && letters[letter[0]] != "" {
			letter = letters[letter[0]]
			out = append(out, letter+"-"+after)
		}
		if isGreekLetter(letter) && len(after) >= minTurned {
			out = append(out, after+" "+letter)
		}
	}
	if before, after, ok := strings.Cut(text, "&"); ok {
		for _, and := range ampersands {
			out = append(out, before+" "+and+" "+after)
		}
	}
	if before, after, ok := CutBracket(text); ok { // melanoma (metastatic): metastatic melanoma
		out = append(out, after+" "+before)
	}
	if full := k.expandNoteAbbreviations(text); full != text {
		out = append(out, full)
		if what, of, ok := strings.Cut(text, " "); ok { // Ca breast: breast cancer
			if turned := of + " " + what; k.expandNoteAbbreviations(turned) != turned {
				out = append(out, k.expandNoteAbbreviations(turned))
			}
		}
	}
	if greek := inGreek(text); greek != text {
		out = append(out, greek)
	}
	if short, ok := k.lettered(text); ok {
		out = append(out, short)
	}
	return out
}

// possessive removes the ending 's of the first word, or adds it: Chiari's malformation, Paget disease.
func possessive(text string) (string, bool) {
	first, rest, ok := strings.Cut(text, " ")
	if !ok || len(first) < minOwner {
		return "", false
	}
	for _, ending := range [...]string{"'s", "’s"} {
		if owner, is := strings.CutSuffix(first, ending); is {
			return owner + " " + rest, true
		}
	}
	return first + "'s " + rest, isLetter(rune(first[len(first)-1])) && first[len(first)-1] != 's'
}

// lettered replaces the first word after a symbol that symbols shorten to a letter: EGF receptor becomes EGFR.
func (k *Knowledge) lettered(text string) (string, bool) {
	for i := range len(text) {
		if text[i] != ' ' && text[i] != '-' {
			continue
		}
		end := len(text)
		if n := strings.IndexAny(text[i+1:], " -"); n >= 0 {
			end = i + 1 + n
		}
		if letter := k.affixes["letter"][text[i+1:end]]; letter != "" {
			return text[:i] + letter + text[end:], isSymbol(text[:i])
		}
	}
	return "", false
}

// expandNoteAbbreviations writes out the words that doctors shorten in notes: hip fx becomes hip fracture. A word that stands
// alone may mean something else and stays.
func (k *Knowledge) expandNoteAbbreviations(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if full := k.affixes["short"][Form(strings.TrimRight(w, ".,"))]; full != "" && len(words) > 1 {
			words[i] = full
		}
	}
	return strings.Join(words, " ")
}

// inGreek writes a small letter at the end of a symbol out as a Greek one: PKCd becomes PKCdelta.
func inGreek(text string) string {
	n := len(text) - 1
	if n < 2 || letters[text[n]] == "" || !isSymbol(text) || isLower(text[n-1]) {
		return text
	}
	return text[:n] + letters[text[n]]
}

// abilities has the words, such as able to, after which a denial names a symptom, because somebody cannot do something.
var abilities = func() (out [][]byte) {
	for _, w := range knowledge.Words("ability") {
		out = append(out, []byte(w+" "))
	}
	return out
}()

// Denied returns the part of a text form that it denies, or nothing: fever, for "no fever", "no sign of fever" and
// "fever-free". "Testosterone, free" denies nothing, and "not able to walk" is a symptom.
func (k *Knowledge) Denied(form []byte) (denied []byte) {
	for i, c := range form {
		if c == ' ' && k.affixes["denial"][string(form[:i])] != "" {
			denied = form[i+1:]
		}
		if (c == ' ' || c == '-') && i > 0 && form[i-1] != ',' && k.affixes["lack"][string(form[i+1:])] != "" {
			return form[:i]
		}
	}
	for _, ability := range abilities {
		if bytes.Contains(denied, ability) {
			return nil
		}
	}
	return denied
}

// Binding yields the words that names of antibodies begin and end with.
func (k *Knowledge) Binding() iter.Seq[string] { return maps.Keys(k.affixes["binds"]) }

// Binds reports whether a text begins and ends as the name of an antibody does: with words for what binds the rest.
func (k *Knowledge) Binds(t *Text) (first, last bool) {
	if len(t.Words) < 2 {
		return false, false
	}
	binds := func(w *Word) bool { return k.affixes["binds"][string(t.Of(w))] != "" }
	return binds(&t.Words[0]), binds(&t.Words[len(t.Words)-1])
}
