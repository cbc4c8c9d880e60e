package update

import (
	"testing"

	"github.com/normlet/normlet/internal/tuf"
)

// FuzzState feeds the readers of the state and of the targets.
func FuzzState(f *testing.F) {
	for _, s := range []string{
		`{"current":{"file":"g.1.00.normpack","sha256":"00","target":"00","version":1},"format":1,"previous":null,"refused":0}`,
		`{"targets":{"g/1.normpack":{"length":1,"hashes":{"sha256":""},"custom":{}},"g/1-2.plain.delta":{"length":1,"hashes":{"sha256":"00"}}}}`,
		`{"targets":[]}`, `[]`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(_ *testing.T, text []byte) {
		_, _ = parseState(text)
		if v, err := tuf.ParseJSON(text); err == nil {
			fields, _ := v.(tuf.Object)
			_, _ = releases(&tuf.Metadata{Fields: fields})
		}
	})
}
