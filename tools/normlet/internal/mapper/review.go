package mapper

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/tools/normlet/workbook"
	"github.com/normlet/normlet/train/data/review"
)

// The columns of numbers in the sheet.
var reviewNumbers = []int{1, 2, 5, 8, 11, 14}

func reviewHeader() []string {
	header := []string{review.MentionColumn, "count", "row", "id", "name", "p"}
	for n := range review.Candidates {
		id := review.CandidateColumn(n + 1)
		stem := strings.TrimSuffix(id, "id")
		header = append(header, id, stem+"name", stem+"p")
	}
	return append(header, review.DecisionColumn, "comment")
}

// isReviewName reports whether a name is that of a sheet.
func isReviewName(name string) bool {
	format := FormatOfName(name)
	return format == "csv" || format == "tsv" || format == mapping.FormatXLSX
}

// writeSheet writes a sheet, whose first row is a header.
func writeSheet(ctx context.Context, file *output.File, name string, rows [][]string) error {
	if FormatOfName(name) == mapping.FormatXLSX {
		return writeBook(file, name, rows)
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	if FormatOfName(name) == "tsv" {
		w.Comma = '\t'
	}
	for _, fields := range rows {
		escaped := make([]string, len(fields))
		for i, f := range fields {
			escaped[i] = escape.Cell(f)
		}
		if err := w.Write(escaped); err != nil {
			return err
		}
	}
	w.Flush() // to memory
	return cli.Commit(ctx, file, text.Bytes())
}

func writeBook(file *output.File, name string, rows [][]string) error {
	table, err := workbook.New(file, true, reviewNumbers...)
	if err != nil {
		return err
	}
	for _, fields := range rows {
		if err := table.Row(fields); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return errors.Join(table.Close(), file.Commit())
}

// writeReview writes the doubtful mentions to the sheet, those with the most expected errors first.
func writeReview(ctx context.Context, std *cli.IO, o *Options, c *mapping.Config, file *output.File) error {
	top := c.Doubtful.Top(o.ReviewLimit)
	if o.Cluster {
		top = c.Merge(c.Doubtful.Top(c.Doubtful.Len()), o.ReviewLimit)
	}
	candidates, err := candidatesOf(top, c)
	if err != nil {
		return err
	}
	rows := [][]string{reviewHeader()}
	if o.Cluster {
		rows[0] = append(rows[0], review.VariantsColumn)
	}
	share := 0.0
	for i := range top {
		share += top[i].Weight
		row := reviewRow(&top[i], candidates[i], c.NilAs)
		if o.Cluster {
			row = append(row, review.JoinVariants(top[i].Variants))
		}
		rows = append(rows, row)
	}
	if err := writeSheet(ctx, file, o.Review, rows); err != nil {
		return err
	}
	if len(top) == 0 {
		fmt.Fprintf(std.Err, "%s: no mention is doubtful, so the sheet has a header alone\n", o.Review)
		return nil
	}
	if all := c.Doubtful.Weight(); all > 0 {
		share /= all
	}
	fmt.Fprintf(std.Err, "%s: %d of %s%d different mentions that are doubtful, with %.0f %% of the errors to expect of them; fill in the column %s, and give it to --decisions\n",
		o.Review, len(top), map[bool]string{true: "at least "}[c.Doubtful.Full()], c.Doubtful.Len(), 100*share, review.DecisionColumn)
	return nil
}

// candidatesOf returns the best matches of mentions, near names included, whatever their p and even if they are NIL.
func candidatesOf(top []mapping.Sighting, c *mapping.Config) ([][]core.Match, error) {
	results, err := askAgain(top, c, func(o *core.Options) { o.K, o.Near = review.Candidates, true })
	out := make([][]core.Match, len(results))
	for i := range results {
		out[i] = withCurrent(results[i].Answer().Matches, &top[i].Result)
	}
	return out, err
}

// askAgain looks up each mention by itself, with the namespace, organisms and fields of its first row and the options of
// the table as modified by change.
func askAgain(sightings []mapping.Sighting, c *mapping.Config, change func(*core.Options)) (out []document.Result, err error) {
	options := document.Options{Lookup: c.Options.Lookup, Scope: document.Single}
	change(&options.Lookup)
	places := func(yield func(document.Place) bool) {
		for i := range sightings {
			place := sightings[i].Asked
			if place.Mentions = []string{sightings[i].Result.Mention}; !yield(place) {
				return
			}
		}
	}
	for results, err := range document.New(c.Lookup, options).Resolve(places) {
		if err != nil {
			return nil, err
		}
		out = append(out, results...)
	}
	return out, nil
}

// withCurrent puts the current answer of a mention first, with its p in the table: the rows around may have led to it, and
// near names change p a little. The p of the other candidates are scaled to share the rest.
func withCurrent(matches []core.Match, current *document.Result) []core.Match {
	if len(current.Answers) != 1 || current.Answers[0].NIL || len(current.Answers[0].Matches) == 0 {
		return matches
	}
	now, before := current.Answers[0].Matches[0], 0.0
	if at := slices.IndexFunc(matches, func(m core.Match) bool { return m.ID == now.ID }); at >= 0 {
		before, matches = matches[at].P, slices.Delete(matches, at, at+1)
	}
	for i := range matches {
		if before < 1 {
			matches[i].P *= (1 - now.P) / (1 - before)
		}
	}
	matches = append([]core.Match{now}, matches...)
	return matches[:min(len(matches), review.Candidates)]
}

func reviewRow(s *mapping.Sighting, candidates []core.Match, nilAs string) []string {
	var ids, names, ps []string
	for i := range s.Result.Answers {
		id, name, p := nilAs, "", ""
		if a := &s.Result.Answers[i]; !a.NIL && len(a.Matches) > 0 {
			m := &a.Matches[0]
			id, name, p = m.ID, m.Name, mapping.Number(m.P)
		}
		ids, names, ps = append(ids, id), append(names, name), append(ps, p)
	}
	row := []string{s.Mention, strconv.Itoa(s.Count), strconv.Itoa(s.Row), strings.Join(ids, "|"), strings.Join(names, "|"), strings.Join(ps, "|")}
	for n := range review.Candidates {
		if n < len(candidates) {
			m := &candidates[n]
			row = append(row, escape.Text(m.ID), escape.Text(m.Name), mapping.Number(m.P))
		} else {
			row = append(row, "", "", "")
		}
	}
	return append(row, "", "") // to be filled in
}

// readDecisions returns the decisions of a filled-in sheet, their ids looked up in the pack, and a digest.
func readDecisions(path string, n *core.Normalizer) (*mapping.Decisions, string, error) {
	made, err := review.Read(path)
	if err != nil {
		return nil, "", err
	}
	decisions, digest := new(mapping.Decisions), sha256.New()
	for _, d := range made {
		var entities []core.Entity
		for _, id := range d.IDs {
			e, ok := n.Entity(id)
			if !ok {
				return nil, "", fmt.Errorf("%s:%d: decision %q: the pack has no such entity; give an id that it has, 1 to %d for a candidate of the row, or NIL",
					path, d.Line, id, review.Candidates)
			}
			entities = append(entities, e)
		}
		decisions.Add(d.Mention, d.Line, entities)
		fmt.Fprintf(digest, "%q %q\n", d.Mention, d.IDs)
	}
	return decisions, fmt.Sprintf("%x", digest.Sum(nil)), nil
}

// maxUnused is how many unused decisions are listed.
const maxUnused = 5

// warnUnused lists decisions about mentions that the table lacks.
func warnUnused(w io.Writer, path string, d *mapping.Decisions) {
	unused := 0
	for line, mention := range d.Unused() {
		if unused++; unused <= maxUnused {
			fmt.Fprintf(w, "%s:%d: the table has no mention %q, so nothing came of the decision\n", path, line, mention)
		}
	}
	if more := unused - maxUnused; more > 0 {
		fmt.Fprintf(w, "%s: %d more decisions are for mentions that the table lacks\n", path, more)
	}
}
