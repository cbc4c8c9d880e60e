package document

import "io"

// peeked is a Reader of which some documents were read before.
type peeked struct {
	Reader
	read    []one
	between []byte
}

// one is what Next gave.
type one struct {
	d       *Document
	err     error
	between []byte
}

// Peek reads documents of r until enough says so, or until the end or an error, and returns them with a Reader that gives
// them again, and then the others.
func Peek(r Reader, enough func(*Document) bool) (first []*Document, again Reader) {
	p := &peeked{Reader: r}
	for {
		d, err := r.Next()
		p.read = append(p.read, one{d, err, append([]byte(nil), r.Between()...)})
		if d != nil {
			first = append(first, d)
		}
		if err != nil || enough(d) {
			return first, p
		}
	}
}

// Next implements Reader.
func (p *peeked) Next() (*Document, error) {
	if len(p.read) == 0 {
		d, err := p.Reader.Next()
		p.between = p.Reader.Between()
		return d, err
	}
	next := p.read[0]
	if p.between = next.between; next.err != io.EOF {
		p.read = p.read[1:]
	}
	return next.d, next.err
}

// Between implements Reader.
func (p *peeked) Between() []byte { return p.between }
