package eval

// Context measures the gain of sentences for queries whose mention alone is tied, Answer.Ambiguous.
type Context struct {
	Ambiguous int     `json:"ambiguous"` // queries
	Without   float64 `json:"without"`   // Hits@1 of these by the mentions alone
	With      float64 `json:"with"`      // Hits@1 of these with their sentences
	Other     float64 `json:"other"`     // the mean with those of others: what is not due to what they say
}

// shifts is how many mentions away the sentences of others are taken from, each a part of all mentions further:
// neighbours are of one document.
const shifts = 7

// context compares what was found with contexts to what the mentions alone find, and to what they find with contexts
// that are not theirs.
func (r *run) context(s *querySet, found [][]int32) (*Context, error) {
	alone, number := s.withoutContexts()
	plain, _, err := r.answers("without context", alone)
	if err != nil {
		return nil, err
	}
	c := &Context{}
	var pairs []pair // ambiguous
	for _, p := range s.pairs {
		if len(plain[number[p.mention]].Ambiguous) > 1 {
			pairs = append(pairs, p)
			c.Ambiguous += p.count
		}
	}
	if c.Ambiguous == 0 {
		return c, nil
	}
	c.Without = hitsAt1(pairs, c.Ambiguous, func(m int) []int32 { return r.entities(plain[number[m]]) })
	c.With = hitsAt1(pairs, c.Ambiguous, func(m int) []int32 { return found[m] })
	for i := range shifts {
		other, err := r.inOthers(s, pairs, i+1)
		if err != nil {
			return nil, err
		}
		c.Other += hitsAt1(pairs, c.Ambiguous, func(m int) []int32 { return other[m] })
	}
	c.Other /= shifts
	return c, nil
}

// hitsAt1 returns the share of queries whose mention has a right entity first.
func hitsAt1(pairs []pair, queries int, found func(mention int) []int32) float64 {
	hits := 0
	for _, p := range pairs {
		if rankOf(found(p.mention), p.entities) == 0 {
			hits += p.count
		}
	}
	return float64(hits) / float64(queries)
}

// inOthers returns what mentions of pairs find in the contexts of others.
func (r *run) inOthers(s *querySet, pairs []pair, shift int) (map[int][]int32, error) {
	other := &querySet{}
	n := len(s.mentions)
	for _, p := range pairs {
		other.mentions = append(other.mentions, s.mentions[p.mention])
		other.contexts = append(other.contexts, s.contexts[(p.mention+n*shift/(shifts+1))%n])
	}
	answers, _, err := r.answers("with other sentences", other)
	if err != nil {
		return nil, err
	}
	found := map[int][]int32{}
	for i, p := range pairs {
		found[p.mention] = r.entities(answers[i])
	}
	return found, nil
}

// withoutContexts returns the mentions, each once, and which of them mention i is.
func (s *querySet) withoutContexts() (alone *querySet, number []int) {
	alone = &querySet{}
	numbers := map[string]int{}
	for _, m := range s.mentions {
		n, ok := numbers[m]
		if !ok {
			n = len(alone.mentions)
			numbers[m] = n
			alone.mentions = append(alone.mentions, m)
		}
		number = append(number, n)
	}
	return alone, number
}
