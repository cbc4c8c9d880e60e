package answer_test

import (
	"encoding/json"
	"os"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
)

func ExampleNew() {
	e := json.NewEncoder(os.Stdout)
	e.Encode(answer.New(&core.Answer{Mention: "FOX-P2", Matches: []core.Match{
		{ID: "NCBIGene:93986", Name: "FOXP2", Matched: "FOXP2", Stage: core.StageNormalized, Distance: 9, Score: 1, P: 0.92243912345, Margin: 0.5}}}))
	e.Encode(answer.New(&core.Answer{Mention: "?", NIL: true, Ambiguous: []string{"A:1", "A:2"}}))
	e.Encode(answer.New(&core.Answer{Mention: "FOXP2 R553H", Matches: []core.Match{{ID: "NCBIGene:93986", Name: "FOXP2", Matched: "FOXP2", Stage: core.StagePart, P: 0.5, Broader: "R553H"}}}))
	e.Encode(answer.New(&core.Answer{Mention: "eastern fever", NIL: true, Parent: &core.Match{ID: "T:1", Namespace: "T", Name: "fever", P: 0.8123456789}}))
	// Output:
	// {"mention":"FOX-P2","nil":false,"matches":[{"id":"NCBIGene:93986","name":"FOXP2","matched":"FOXP2","stage":"normalized","distance":9,"score":1,"p":0.922439,"margin":0.5}]}
	// {"mention":"?","nil":true,"matches":[],"ambiguous":["A:1","A:2"]}
	// {"mention":"FOXP2 R553H","nil":false,"matches":[{"id":"NCBIGene:93986","name":"FOXP2","matched":"FOXP2","stage":"part","distance":0,"score":0,"p":0.5,"margin":0,"broader":"R553H","exactly":0.5}]}
	// {"mention":"eastern fever","nil":true,"matches":[],"parent":{"id":"T:1","name":"fever","p":0.812346}}
}
