package kg

import (
	"fmt"

	"github.com/normlet/normlet/train/data"
)

var columns = [3]string{"head", "relation", "tail"}

// ReadGraph reads a training split of one triple or more, as data.ReadTriples does.
func ReadGraph(path string) (*Graph, error) {
	rows, err := data.ReadTriples(path, columns)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no triples; a line is head TAB relation TAB tail", path)
	}
	return NewGraph(rows), nil
}

// ReadSplit reads another split, which may be empty, as ReadGraph does.
func (n *Names) ReadSplit(path string) (*Split, error) {
	rows, err := data.ReadTriples(path, columns)
	if err != nil {
		return nil, err
	}
	return n.NewSplit(rows), nil
}
