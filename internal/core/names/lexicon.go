package names

// Lexicon has a pack's frequencies, synonyms and rewrites of words, and what else it knows of its field.
type Lexicon struct {
	Frequencies
	Synonyms Synonyms
	Rewrites *Rewrites
	*Knowledge
}

// ParseLexicon reads sections WORD, SYNO, REWR and KNOW of a pack with that many names. With an
// error it returns the tag of the section.
func ParseLexicon(words, synonyms, rewrites, knowledge []byte, names int) (l Lexicon, section string, err error) {
	if l.Frequencies, err = ParseFrequencies(words, names); err != nil {
		return l, "WORD", err
	}
	if l.Synonyms, err = parseSynonyms(synonyms); err != nil {
		return l, "SYNO", err
	}
	if l.Rewrites, err = parseRewrites(rewrites); err != nil {
		return l, "REWR", err
	}
	if l.Knowledge, err = parseKnowledge(knowledge); err != nil {
		return l, "KNOW", err
	}
	return l, "", nil
}
