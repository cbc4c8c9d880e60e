package annotate

// unsureType is the p below which the tagger may be wrong about the type of an abbreviation. With more of it, the text mostly
// uses an abbreviation of another name: Apc, a gene named after adenomatous polyposis coli.
const unsureType = 0.7

// adopt gives the answer of a long form to its abbreviation where the tagger took that, unsurely, for another type, of which
// the pack has nothing that fits: the actin SMA is no disease, though spinal muscular atrophy is.
func (w *work) adopt(spans []Span) {
	for _, d := range w.defined {
		var long *Span
		for i := range spans {
			s := &spans[i]
			if s.Start == d.LongAt && s.End == d.LongAt+len(d.Long) && len(s.IDs()) > 0 && (long == nil || s.P > long.P) {
				long = s
			}
		}
		if long == nil {
			continue
		}
		for i := range spans {
			s := &spans[i]
			if w.Source[s.Start:s.End] == d.Short && s.P < unsureType && len(s.IDs()) == 0 {
				s.Type, s.Answers, s.Expanded = long.Type, long.Answers, true
			}
		}
	}
}
