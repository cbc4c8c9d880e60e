package eval

// Context says what sentences are worth where they are needed: for the queries
// whose mention alone leaves a tie, Answer.Ambiguous.
type Context struct {
	Ambiguous int     `json:"ambiguous"` // queries
	Without   float64 `json:"without"`   // Hits@1 of these by the mentions alone
	With      float64 `json:"with"`      // Hits@1 of these
}

// context compares what was found with contexts to what the mentions alone find.
func (r *run) context(s *querySet, found [][]int32) (*Context, error) {
	numbers := map[string]int{}
	alone := &querySet{}
	for _, m := range s.mentions {
		if _, ok := numbers[m]; !ok {
			numbers[m] = len(alone.mentions)
			alone.mentions = append(alone.mentions, m)
		}
	}
	answers, _, err := r.answers("without context", alone)
	if err != nil {
		return nil, err
	}
	c, with, without := &Context{}, 0, 0
	for _, p := range s.pairs {
		a := answers[numbers[s.mentions[p.mention]]]
		if len(a.Ambiguous) < 2 {
			continue
		}
		c.Ambiguous += p.count
		if rankOf(r.entities(a), p.entities) == 0 {
			without += p.count
		}
		if rankOf(found[p.mention], p.entities) == 0 {
			with += p.count
		}
	}
	if c.Ambiguous > 0 {
		c.Without, c.With = float64(without)/float64(c.Ambiguous), float64(with)/float64(c.Ambiguous)
	}
	return c, nil
}
