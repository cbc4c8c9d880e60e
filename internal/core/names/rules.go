package names

// Rule is the number of a linguistic rule in code. Experiments can switch each rule off (lab experiment rules).
type Rule uint8

// The rules.
const (
	GreekAsLatin Rule = iota
	OtherFigures
	RomanWords
	AnyCase
	Spelling
	Plural
	Compounds
	WordRewrites
	EndingRewrites
	HeadRewrites
	WordForms
	OneLetterOff
	SameEnding
	InitialLetters
	LessOneLetter
	TurnedParts
	InnerLetters
	WordParts
	Clipping
	LeadingWords
	NamesWithin
	RareWords
	WordNumber
	SheetDates
	Groups
	Modified
	WordSlips
	LayWords
	OtherLetters
	Ions
	NumRules
)

// Rules has the name and the description of each rule, by number.
var Rules = [NumRules]struct{ Name, Does string }{
	GreekAsLatin:   {"greek-as-latin", "a mention with Greek letters is looked up with Latin ones, too: IKKε is IKKE"},
	OtherFigures:   {"other-figures", "a mention with a number is looked up in the other figures, too: collagen VII is collagen 7"},
	RomanWords:     {"roman-words", "Roman numerals among words are numbers"},
	AnyCase:        {"any-case", "from six letters on, and for a first capital, case makes no difference to an exact match"},
	Spelling:       {"spelling", "British spelling is American: tumour is tumor"},
	Plural:         {"plural", "a name and its plural with s are nearly the same; Paget disease is Paget's disease"},
	Compounds:      {"compounds", "an unknown Greek or Latin compound is rewritten by its parts: nephrotoxicity is kidney toxicity"},
	WordRewrites:   {"word-rewrites", "adjectives are rewritten as nouns: renal is kidney"},
	EndingRewrites: {"ending-rewrites", "salts are rewritten as acids: glutamate is glutamic acid"},
	HeadRewrites:   {"head-rewrites", "heads that mean no more than disease are rewritten so: renal damage is renal disease"},
	WordForms:      {"word-forms", "words are alike by how they begin: hypertensive, hypertension"},
	OneLetterOff:   {"one-letter-off", "words are alike but for a letter: tumour, tumor"},
	SameEnding:     {"same-ending", "words are alike by how they end: chondrodysplasia, osteochondrodysplasia"},
	InitialLetters: {"initials", "initials find names: AF is atrial fibrillation"},
	LessOneLetter:  {"one-letter-deletions", "initials less a letter find names: VTE is venous thromboembolism"},
	TurnedParts:    {"turned-parts", "parts between commas are read from the end, too: fibrillation, atrial"},
	InnerLetters:   {"inner-letters", "abbreviations of several words may have letters from inside of words"},
	WordParts:      {"word-parts", "parts of a word that are words count as such in abbreviations"},
	Clipping:       {"clipping", "letters of one word abbreviate it: dox is doxorubicin"},
	LeadingWords:   {"leading-words", "a name that goes on where the mention ends gains: parkin"},
	NamesWithin:    {"names-within", "names at the ends of a mention are found: solid tumor"},
	RareWords:      {"rare-words", "names that share a rare word are found: VHL disease"},
	WordNumber:     {"word-number", "a word and its plural are one word: swollen ankles"},
	SheetDates:     {"sheet-dates", "dates that spreadsheets make of symbols are read back: 2-Sep is SEPT2"},
	Groups:         {"groups", "families, complexes and lists are read as their members: MEK is MAP2K1 and MAP2K2"},
	Modified:       {"modified", "what a mention says beside a name is left out: pSTAT3 is STAT3"},
	WordSlips:      {"word-slips", "a word that no name has is taken for a slip of one that some have: pnuemonia is pneumonia"},
	LayWords:       {"lay-words", "what patients write is rewritten as the pack's names say it: hair falling out is alopecia"},
	OtherLetters:   {"other-letters", "a mention is looked up in Latin letters, and names in others as if they had them: Москва is Moskva"},
	Ions:           {"ions", "an element with a charge is read as the element: Pb(II) is lead"},
}

// RuleSet is a set of rules.
type RuleSet uint32

// Has reports whether the set has a rule.
func (s RuleSet) Has(r Rule) bool { return s>>r&1 != 0 }

// With returns the set with one more rule.
func (s RuleSet) With(r Rule) RuleSet { return s | 1<<r }
