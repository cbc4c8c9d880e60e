// Command fit fits the forest that tells every pack how likely an answer is right, on labelled mentions of many
// worlds, and judges it on mentions and on kinds outside the fit.
//
//	go -C lab run ./fit DATA PACKS [FIELDS [FILE]]
//	go -C lab run ./fit ties DATA PACKS    # what makes two entities tied: see docs/decisions/ambiguity.md
//
// DATA is the folder of evaluation data. PACKS has a pack of each reference file, built from the terminology alone, as
// tools/accuracy.sh keeps them, and default.normpack. FIELDS has lists outside biomedicine, as lab/fields makes them.
// FILE is train/rank/forest.bin, to be written; packs built from then on have the new forest.
//
// The worlds are: mentions of whole lists; the same, of lists that lack the entities that are meant; mentions of other
// kinds; made-up slips, and general terms of which a list has special kinds; and what is asked of the default pack, which
// has some of it (corpora.OpenWorlds). For each it prints the share of
// mentions whose answer has p >= 0.5 and is right, and is wrong, the expected calibration error, and precision and
// coverage at p >= 0.8, 0.9 and 0.95: by the packs as they are, by a forest that has not seen the mention, by one that
// has not seen its kind, and by the first with the share of the list estimated over all mentions (score.Share).
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/train/eval"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	ties := len(args) > 0 && args[0] == "ties"
	if ties {
		args = args[1:]
	}
	if len(args) < 2 || len(args) > 4 || ties && len(args) > 2 {
		return errors.New("want DATA PACKS [FIELDS [FILE]], or ties DATA PACKS")
	}
	fields := ""
	if len(args) > 2 {
		fields = args[2]
		if err := corpora.CheckMade(fields); err != nil {
			return err
		}
	}
	worlds, err := readWorlds(args[0], args[1], fields)
	if err != nil {
		return err
	}
	if ties {
		reportTies(worlds)
		return nil
	}
	var answers []forest.Answers
	for i := range worlds {
		answers = append(answers, worlds[i].Answers())
	}
	fitted, judged := forest.Fit(answers)
	report(judged)
	if len(args) == 4 {
		return write(args[3], &fitted)
	}
	return nil
}

func report(judged []forest.Judged) {
	const columns = "right wrong ECE    .8 prec cov .9 prec cov .95 prec cov"
	fmt.Printf("%-40s | now: %-52s | mention left out%-41s | kind left out%-44s | share estimated\n", "", columns, "", "")
	open := forest.Judged{World: "mean of open_world"}
	for i := range judged {
		j := &judged[i]
		printRow(j)
		if strings.HasPrefix(j.World, openWorld) {
			open.Add(j)
		}
	}
	printRow(&open)
	fmt.Printf("\n%-40s | %-35s | %s\n", "mention left out, p >= 0.5", "the list has it: share right wrong NIL", "lacks it: share wrong NIL")
	for i := range judged {
		if j := &judged[i]; strings.HasPrefix(j.World, openWorld) || strings.HasPrefix(j.World, ofDefault) {
			printHas(j)
		}
	}
}

// printHas prints what becomes of the mentions of what the list has, and of what it lacks.
func printHas(j *forest.Judged) {
	var count [2]float64 // of mentions whose entity the list lacks and has
	var right, wrong [2]float64
	for i, x := range j.Mention {
		has, n := 0, float64(x.Count)
		if j.Has[i] {
			has = 1
		}
		switch count[has] += n; {
		case x.P < 0.5:
		case x.Right:
			right[has] += n
		default:
			wrong[has] += n
		}
	}
	all := max(1, count[0]+count[1])
	r, w := right[1]/max(1, count[1]), wrong[1]/max(1, count[1])
	lacking := wrong[0] / max(1, count[0])
	fmt.Printf("%-40s | %.3f: %.3f %.3f %.3f%15s | %.3f: %.3f %.3f\n", j.World, count[1]/all, r, w, 1-r-w, "", count[0]/all, lacking, 1-lacking)
}

func printRow(j *forest.Judged) {
	fmt.Printf("%-40s", j.World)
	for _, ps := range [][]eval.Prediction{j.Now, j.Mention, j.Kind, j.Shared} {
		fmt.Print(" | ", figures(ps))
	}
	fmt.Println()
}

func figures(ps []eval.Prediction) string {
	at := func(least float64) (answered, right float64) {
		all := 0
		for _, x := range ps {
			if all += x.Count; x.P < least {
				continue
			}
			if answered += float64(x.Count); x.Right {
				right += float64(x.Count)
			}
		}
		return answered / float64(max(1, all)), right / float64(max(1, all))
	}
	answered, right := at(0.5)
	s := fmt.Sprintf("%.3f %.3f %.4f", right, answered-right, eval.CalibrationError(ps))
	for _, p := range []float64{0.8, 0.9, 0.95} {
		answered, right := at(p)
		s += fmt.Sprintf("  %.3f %.3f", right/max(answered, 1e-9), answered)
	}
	return s
}

// opener opens packs of a folder once.
type opener struct {
	folder string
	packs  map[string]*core.Normalizer
}

func (o *opener) open(name string) (*core.Normalizer, error) {
	if n := o.packs[name]; n != nil {
		return n, nil
	}
	n, err := core.Open(filepath.Join(o.folder, name+".normpack"))
	if err == nil {
		o.packs[name] = n
	}
	return n, err
}

// How the names of worlds begin: those of a folder, whose mean is printed, and others that the default pack is asked.
const openWorld, ofDefault = "open_world: ", "default pack: "

func nameOf(w corpora.OpenWorld) string {
	if strings.HasPrefix(w.File, "open_world/") {
		return openWorld + w.Name
	}
	return ofDefault + w.Name
}
