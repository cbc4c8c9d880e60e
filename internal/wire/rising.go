package wire

// AppendRising appends ascending numbers, each as what it exceeds its least
// possible value by: step more than the one before.
func AppendRising(dst []byte, v []uint32, step uint32) []byte {
	least := uint32(0)
	for _, x := range v {
		dst = AppendUvarint(dst, uint64(x-least))
		least = x + step
	}
	return dst
}

// Rising reads n numbers that AppendRising wrote, which have to be below
// limit. The caller has compared n with the bytes that are left.
func Rising(r *Reader, n int, step, limit uint64) []uint32 {
	out := make([]uint32, 0, n)
	least := uint64(0)
	for range n {
		gap := r.Uvarint()
		if r.Err() == nil && (least >= limit || gap >= limit-least) {
			r.Failf("the number %d more than %d is not below %d", gap, least, limit)
		}
		if r.Err() != nil {
			return nil
		}
		out = append(out, uint32(least+gap))
		least += gap + step
	}
	return out
}
