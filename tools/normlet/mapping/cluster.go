package mapping

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core"
)

// maxClustered is how many different mentions without an entity are compared; the least frequent of more are not.
const maxClustered = 1 << 15

// clusterColumn is the column of Config.Cluster, behind those of Config.Add.
var clusterColumn = extraColumn{"cluster", []string{"cluster"}, 1, true, func(a *core.Answer, c *Config) []string {
	return []string{c.clusters[c.meant(a)]}
}}

// meant is what an answer says that its mention means: an id, or else the mention, which no id begins as.
func (c *Config) meant(a *core.Answer) string {
	if cutOff(c.MinP).found(a) {
		return "\x00" + a.Matches[0].ID
	}
	return a.Mention
}

// cluster finds which mentions mean the same: those of an entity, and those without one that Config.Cluster says.
func (r *run) cluster(blocks []*block) error {
	type spelling struct{ meant, text string }
	count, seen := map[spelling]int{}, []spelling(nil)
	for _, b := range blocks {
		for _, results := range b.results {
			for i := range results {
				for k := range results[i].Answers {
					a := &results[i].Answers[k]
					s := spelling{r.config.meant(a), a.Mention}
					if count[s]++; count[s] == 1 {
						seen = append(seen, s)
					}
				}
			}
		}
	}
	slices.SortStableFunc(seen, func(a, b spelling) int { return cmp.Compare(count[b], count[a]) })
	labels := map[string]string{}
	var texts []string // without an entity
	for _, s := range seen {
		if s.meant == s.text {
			texts = append(texts, s.text)
		}
		if labels[s.meant] == "" {
			labels[s.meant] = s.text
		}
	}
	texts = texts[:min(len(texts), maxClustered)]
	of, err := r.config.Cluster(texts)
	for i, at := range of {
		labels[texts[i]] = texts[at]
	}
	r.config.clusters = labels
	return err
}

// Merge makes one of sightings that are of one cluster without an entity, each with the mentions of the others, and returns
// the n heaviest.
func (c *Config) Merge(all []Sighting, n int) []Sighting {
	first, kept := map[string]int{}, all[:0:0]
	for _, s := range all {
		if len(s.Result.Answers) == 1 && c.meant(&s.Result.Answers[0]) == s.Result.Answers[0].Mention {
			label := c.clusters[s.Result.Answers[0].Mention]
			if at, ok := first[label]; ok {
				to := &kept[at]
				to.Count, to.Weight, to.Variants = to.Count+s.Count, to.Weight+s.Weight, append(to.Variants, s.Mention)
				continue
			}
			if label != "" {
				first[label] = len(kept)
			}
		}
		kept = append(kept, s)
	}
	slices.SortStableFunc(kept, func(a, b Sighting) int { return cmp.Compare(b.Weight, a.Weight) })
	return kept[:min(n, len(kept))]
}
