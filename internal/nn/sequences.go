package nn

// Sequences appends the number of the sequence that each row belongs to.
func (s *Steps) Sequences(dst []int) []int {
	for t := range max(0, len(s.start)-1) {
		dst = append(dst, s.order[:s.start[t+1]-s.start[t]]...)
	}
	return dst
}
