package core

// OpenMapped opens a pack in memory that unmap gives back.
func OpenMapped(data []byte, unmap func() error) (*Normalizer, error) {
	return openMapped(data, unmap, OpenOptions{})
}
