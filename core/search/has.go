package search

// Has reports whether row may be returned.
func (f *Filter) Has(row int) bool {
	return row >= 0 && row < f.rows && f.words[row/64]>>(row%64)&1 != 0
}
