package experiment

import "github.com/normlet/normlet/lab/internal/corpora"

// tables adds what was measured.
func (a *accuracies) tables(r *Result) {
	for _, variant := range []string{variantAlone, variantOwn, variantMentions} {
		if t := a.mainTable(variant); len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
		if variant == variantAlone {
			r.Tables = append(r.Tables, a.stringTable(), a.kindTable(), a.jointTable(), fittedTable(), a.fieldTable())
		}
	}
	for _, variant := range []string{variantAlone, variantOwn} {
		if t := a.documentTable(variant); len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	}
	r.Tables = append(r.Tables, a.mixedTable(), a.mixedGeneTable())
	if t := a.nilTable(); len(t.Rows) > 0 {
		r.Tables = append(r.Tables, t)
	}
}

func (a *accuracies) mainTable(variant string) Table {
	t := Table{Title: variant, Columns: []string{"kind", "corpus", "mentions", "H@1", "H@10", "0.95", "in list", "ECE", "by chance"}}
	figures := func(m *listFigures) []float64 {
		return []float64{m.hits[0], m.hits[1], m.covered, m.known, m.ece, m.chance}
	}
	if variant == variantAlone {
		t.Columns = append(t.Columns, "kind left out")
		shown := figures
		figures = func(m *listFigures) []float64 { return append(shown(m), m.unseen) }
	}
	return a.byKind(t, variant, true, figures)
}

// byKind adds the figures of all lists of a variant, and their mean over the kinds that it has.
func (a *accuracies) byKind(t Table, variant string, counted bool, figures func(*listFigures) []float64) Table {
	var mean []float64
	total, kinds := 0, 0
	for _, kind := range corpora.Kinds {
		var sum []float64
		n := 0
		for _, list := range corpora.Lists {
			m := a.at[variant+"\t"+list.Title]
			if m == nil || corpora.KindOf(list.Pack) != kind.Name {
				continue
			}
			n++
			total += m.mentions
			row := []any{kind.Name, list.Title}
			if counted {
				row = append(row, m.mentions)
			}
			values := figures(m)
			for _, v := range values {
				row = append(row, v)
			}
			sum = plus(sum, values, 1)
			t.add(row...)
		}
		if n > 0 {
			kinds++
			mean = plus(mean, sum, 1/float64(n))
		}
	}
	if kinds == 0 {
		return t
	}
	row := []any{"mean over kinds", ""}
	if counted {
		row = append(row, total)
	}
	for _, v := range mean {
		row = append(row, v/float64(kinds))
	}
	t.add(row...)
	return t
}

// plus adds values, times a factor, to sum.
func plus(sum, values []float64, factor float64) []float64 {
	if sum == nil {
		sum = make([]float64, len(values))
	}
	for i, v := range values {
		sum[i] += v * factor
	}
	return sum
}

func (a *accuracies) stringTable() Table {
	t := Table{Title: "String matchers on the same terminologies", Columns: []string{"kind", "corpus"}}
	for _, b := range stringMatchers {
		t.Columns = append(t.Columns, b.title+": H@1", "H@10")
	}
	return a.byKind(t, variantAlone, false, func(m *listFigures) (out []float64) {
		for _, hits := range m.baselines {
			out = append(out, hits[:]...)
		}
		return out
	})
}

// kindTable returns the means of each kind, normlet's beside those of string matchers.
func (a *accuracies) kindTable() Table {
	t := Table{Title: "Each kind: the terminology alone and string matchers", Columns: []string{"kind", "ECE", "normlet: H@1", "H@10"}}
	for _, b := range stringMatchers {
		t.Columns = append(t.Columns, b.title+": H@1", "H@10")
	}
	for _, kind := range corpora.Kinds {
		var sum []float64
		n := 0.0
		for _, list := range corpora.Lists {
			if m := a.at[variantAlone+"\t"+list.Title]; m != nil && corpora.KindOf(list.Pack) == kind.Name {
				n++
				values := []float64{m.ece, m.hits[0], m.hits[1]}
				for _, b := range m.baselines {
					values = append(values, b[:]...)
				}
				sum = plus(sum, values, 1)
			}
		}
		row := []any{kind.Name}
		for _, v := range sum {
			row = append(row, v/n)
		}
		t.add(row...)
	}
	return t
}

func (a *accuracies) jointTable() Table {
	t := Table{Title: "The terminology alone, mentions resolved jointly in the order of their texts", Columns: []string{"kind", "corpus", "H@1", "H@10", "ECE", "0.95"}}
	return a.byKind(t, variantAlone, false, func(m *listFigures) []float64 {
		return []float64{m.joint.hits[0], m.joint.hits[1], m.joint.ece, m.joint.covered}
	})
}

// fittedTable says what the figures of the terminology alone are not free of.
func fittedTable() Table {
	t := Table{Title: "What was chosen or fitted on labelled mentions of a kind", Columns: []string{"kind", "what"}}
	for _, k := range corpora.Kinds {
		t.add(k.Name, k.Fitted)
	}
	return t
}

func (a *accuracies) documentTable(variant string) Table {
	t := Table{Title: "Documents: " + variant, Columns: []string{"corpus", "mentions", "right", "one id right", "in list", "usual sense"}}
	for _, list := range corpora.Documents {
		if m := a.at[variant+"\t"+list.Title]; m != nil {
			t.add(list.Title, m.mentions, m.right, m.overlap, m.known, m.usual)
		}
	}
	return t
}

func (a *accuracies) nilTable() Table {
	t := Table{Title: "Mentions that the annotators linked to nothing, among the linked ones", Columns: []string{"corpus", "packs", "linked", "unlinked", "AUPRC", "precision", "recall", "F1"}}
	for _, list := range corpora.Lists {
		for _, variant := range []string{variantAlone, variantOwn, variantMentions} {
			if m := a.at[variant+"\t"+list.Title]; m != nil && m.none != nil {
				t.add(list.Title, variant, m.mentions, m.unlinked, m.none.AUPRC, m.none.Precision, m.none.Recall, m.none.F1)
			}
		}
	}
	return t
}
