// Package mmap maps files, or reads them where the platform cannot.
package mmap

// File is the content of a file in memory, which nobody may write.
type File struct {
	Data  []byte
	Unmap func() error // ends the mapping; nil where the file was read

	release func() // nil as well
}

// Release gives the memory of a mapping back to the system, after most of it was
// read for the last time. What is read again comes from the page cache, or from the
// file.
func (f *File) Release() {
	if f.release != nil {
		f.release()
	}
}

// Close ends a mapping, after which Data must not be read.
func (f *File) Close() error {
	if f.Unmap == nil {
		return nil
	}
	return f.Unmap()
}
