package names

// Lexicon has a pack's frequencies, synonyms and rewrites of words.
type Lexicon struct {
	Frequencies
	Synonyms Synonyms
	Rewrites *Rewrites
}

// ParseLexicon reads sections WORD, SYNO and REWR of a pack with that many names. With an
// error it returns the tag of the section.
func ParseLexicon(words, synonyms, rewrites []byte, names int) (l Lexicon, section string, err error) {
	if l.Frequencies, err = ParseFrequencies(words, names); err != nil {
		return l, "WORD", err
	}
	if l.Synonyms, err = parseSynonyms(synonyms); err != nil {
		return l, "SYNO", err
	}
	if l.Rewrites, err = parseRewrites(rewrites); err != nil {
		return l, "REWR", err
	}
	return l, "", nil
}
