package translation

import "strings"

// Spelling is what languages share and differ in by letters. It comes from a table of knowledge.
type Spelling struct {
	Letters []string // of Latin and Greek words, each followed by what stands for it in a skeleton: ph, f
	Joints  []string // letters that may stand between the parts of a compound

	replacer *strings.Replacer
}

// NewSpelling returns a Spelling of letters and joints.
func NewSpelling(letters, joints []string) Spelling {
	return Spelling{letters, joints, strings.NewReplacer(letters...)}
}

// Skeleton returns a word in letters that its cognates in other languages share, doubled ones once.
func (s *Spelling) Skeleton(word string) string {
	word = s.replacer.Replace(word)
	out := make([]byte, 0, len(word))
	for i := range len(word) {
		if i == 0 || word[i] != word[i-1] {
			out = append(out, word[i])
		}
	}
	return string(out)
}

// maxAlike is the longest skeleton, in bytes, that is compared.
const maxAlike = 64

// Alike returns the share of the longer of two skeletons that both have, in order; 0 if the other has less than half of its
// letters.
func Alike(a, b string) float32 {
	n := max(len(a), len(b))
	if n > maxAlike || 2*min(len(a), len(b)) < n || n == 0 {
		return 0
	}
	var row [maxAlike + 1]int // lengths of the longest common subsequences with what was read of a
	for i := range len(a) {
		diagonal := 0
		for j := range len(b) {
			up := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return float32(row[len(b)]) / float32(n)
}
