package core

// ambiguous returns the ids of Answer.Ambiguous, at most MaxK.
func (n *Normalizer) ambiguous(cs []Candidate, p []float64) []string {
	var ids []string
	for i := 1; i < len(cs) && len(ids) < MaxK-1; i++ {
		if p[0]-p[i] <= TieMargin || sameName(&cs[0], &cs[i]) && p[i]*TieFactor >= p[0] {
			ids = append(ids, n.pack.IDs.At(int(cs[i].Entity)))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return append([]string{n.pack.IDs.At(int(cs[0].Entity))}, ids...)
}

// sameName reports whether the mention is a name of b as much as it is of a.
func sameName(a, b *Candidate) bool {
	return a.Stage != StageHamming && b.Stage <= a.Stage
}
