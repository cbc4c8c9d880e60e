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
	knowledge := make(chan error, 1) // half of the work
	go func() {
		var err error
		l.Knowledge, err = parseKnowledge(s.Knowledge)
		knowledge <- err
	}()
	section, err = l.parse(s, names)
	if wrong := <-knowledge; err == nil && wrong != nil {
		return l, "KNOW", wrong
	}
	return l, section, err
}

// parse reads all but the knowledge.
func (l *Lexicon) parse(s Sections, names int) (section string, err error) {
	if l.Frequencies, err = ParseFrequencies(s.Words, names); err != nil {
		return "WORD", err
	}
	if l.Synonyms, err = parseSynonyms(s.Synonyms); err != nil {
		return "SYNO", err
	}
	if l.Telling, err = parseTelling(s.Telling); err != nil {
		return "TELS", err
	}
	if l.Rewrites, err = parseRewrites(s.Rewrites); err != nil {
		return "REWR", err
	}
	return "", nil
}
