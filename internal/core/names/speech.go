package names

import "github.com/normlet/normlet/knowledge"

// Speech counts the words of a text that are common in each of knowledge.Languages.
type Speech [len(knowledge.Languages)]int

// common has the languages that a word is common in, bit by bit, by the Hash of its text form.
var common = func() map[uint32]uint8 {
	in := map[uint32]uint8{}
	for language := range knowledge.Languages {
		for _, w := range knowledge.WordsIn(language, "common") {
			in[Hash(w)] |= 1 << language
		}
	}
	return in
}()

// IsCommon reports whether a word, by the Hash of its text form, is common in a language, a place in knowledge.Languages.
func IsCommon(word uint32, language int) bool { return common[word]>>language&1 != 0 }

// Hear counts a word, by the Hash of its text form.
func (s *Speech) Hear(word uint32) {
	for in, language := common[word], 0; in != 0; in, language = in>>1, language+1 {
		s[language] += int(in & 1)
	}
}
