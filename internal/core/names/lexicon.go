package names

// Lexicon has a pack's frequencies, synonyms, telling words and rewrites, and what else it knows of its field.
type Lexicon struct {
	Frequencies
	Synonyms Synonyms
	Telling  Telling
	Rewrites *Rewrites
	*Knowledge
}

// Sections are the payloads of a pack's sections WORD, SYNO, TELS, REWR and KNOW; of all but the first, none is an empty one.
type Sections struct{ Words, Synonyms, Telling, Rewrites, Knowledge []byte }

// ParseLexicon reads the sections of a pack with that many names. With an error it returns the tag of the section.
func ParseLexicon(s Sections, names int) (l Lexicon, section string, err error) {
	if l.Frequencies, err = ParseFrequencies(s.Words, names); err != nil {
		return l, "WORD", err
	}
	if l.Synonyms, err = parseSynonyms(s.Synonyms); err != nil {
		return l, "SYNO", err
	}
	if l.Telling, err = parseTelling(s.Telling); err != nil {
		return l, "TELS", err
	}
	if l.Rewrites, err = parseRewrites(s.Rewrites); err != nil {
		return l, "REWR", err
	}
	if l.Knowledge, err = parseKnowledge(s.Knowledge); err != nil {
		return l, "KNOW", err
	}
	return l, "", nil
}
