package score

import "slices"

// A list has nearly all of what some columns and texts mention, and nothing of what others do. How much it has shows in
// the mentions together: expectation maximisation over them (Saerens, Latinne and Decaestecker 2002, section 2.2)
// estimates the share of those whose entity it has.

// For how many mentions the share that is expected counts beside what is seen, and for which part of those seen: a column
// of three values says little, and without a prior the estimate runs to 0 or 1.
const (
	shareMentions = 10
	shareDoubt    = 0.05
)

// ExpectedShare is the share of mentions whose entity a list has where nothing is known but that somebody asks it.
const ExpectedShare = 0.7

// shareRounds bounds the rounds of EM, which gains less than shareGain in the last.
const (
	shareRounds = 200
	shareGain   = 1e-5
)

// Share estimates the share of mentions whose entity the list has, from how likely each one's is there if the share is base.
// expected is what it is pulled to.
func Share(p []float64, base, expected float64) float64 {
	share, weight := expected, shareMentions+float64(shareDoubt*float64(len(p)))
	for range shareRounds {
		sum := weight * expected
		for _, x := range p {
			sum += Shift(x, base, share)
		}
		next := sum / (weight + float64(len(p)))
		if gain := next - share; gain*gain < shareGain*shareGain {
			return next
		}
		share = next
	}
	return share
}

// Shares estimates the share of each group of mentions, first over all groups together, which each is pulled to; base is
// that of all their probabilities. in is how many of each group the list then has.
func Shares(p [][]float64, base float64) (shares, in []float64) {
	expected := Share(slices.Concat(p...), base, ExpectedShare)
	for _, of := range p {
		share, sum := Share(of, base, expected), 0.0
		for _, x := range of {
			sum += Shift(x, base, share)
		}
		shares, in = append(shares, share), append(in, sum)
	}
	return shares, in
}

// Shift returns what a probability where a share base is true becomes where share is, both in (0,1).
func Shift(p, base, share float64) float64 {
	yes, no := float64(p*share/base), float64((1-p)*(1-share)/(1-base))
	return yes / (yes + no)
}
