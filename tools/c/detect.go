package main

import (
	"encoding/json"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/column"
)

// found is a column in the JSON of normlet_detect.
type found struct {
	Kind      string    `json:"kind"`
	Of        string    `json:"of"`
	Share     float64   `json:"share"`
	Known     float64   `json:"known"`
	Read      int       `json:"read"`
	Mapped    bool      `json:"mapped"`
	Namespace string    `json:"namespace"`
	Examples  []example `json:"examples"`
}

type example struct {
	Cell string `json:"cell"`
	ID   string `json:"id"`
	Name string `json:"name"`
}

// detect returns what a column holds as JSON.
func detect(n *core.Normalizer, s column.Sample, o core.Options) ([]byte, error) {
	columns, err := column.Detect(n, []column.Sample{s}, o.Namespaces...)
	if err != nil {
		return nil, err
	}
	c := columns[0]
	out := found{string(c.Kind), c.Of, c.Share, c.Known, c.Read, c.IsMapped(), c.Namespace(n), []example{}}
	for _, e := range c.Examples {
		out.Examples = append(out.Examples, example(e))
	}
	return json.Marshal(out)
}
