package annotate

// unsureType is the p below which the tagger may be wrong about the type of an abbreviation. With more of it, the text mostly
// uses an abbreviation of another name: Apc, a gene named after adenomatous polyposis coli.
const unsureType = 0.7

// adopt gives the answer of a long form to its abbreviation where the tagger took that, unsurely, for another type, in
// which the pack has nothing for the long form: the actin SMA is no disease, though spinal muscular atrophy is.
func (w *work) adopt(spans []Span) {
	answered := map[[2]int]*Span{} // the likeliest at each place
	for i := range spans {
		s := &spans[i]
		if at := [2]int{s.Start, s.End}; len(s.IDs()) > 0 && (answered[at] == nil || s.P > answered[at].P) {
			answered[at] = s
		}
	}
	long := map[string]*Span{} // by abbreviation
	for _, d := range w.defined {
		if s := answered[[2]int{d.LongAt, d.LongAt + len(d.Long)}]; s != nil && long[d.Short] == nil {
			long[d.Short] = s
		}
	}
	for i := range spans {
		s := &spans[i]
		if l := long[w.Source[s.Start:s.End]]; l != nil && s.P < unsureType && (len(s.IDs()) == 0 || s.Type != l.Type && !s.Expanded) {
			s.Type, s.Answers, s.Expanded = l.Type, l.Answers, true
		}
	}
}
