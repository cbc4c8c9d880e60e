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
// has not seen its kind, and by the first with the share of the list estimated over all mentions (score.Forests.Shifts).
package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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
	printHeldOut(judged)
	fmt.Printf("\n%-40s | %-35s | %s\n", "mention left out, p >= 0.5", "the list has it: share right wrong NIL", "lacks it: share wrong NIL")
	for i := range judged {
		if j := &judged[i]; strings.HasPrefix(j.World, openWorld) || strings.HasPrefix(j.World, ofDefault) {
			printHas(j)
		}
	}
}

// printHeldOut prints how well p tells right first answers from wrong ones to names that were held out: the area under the
// curve, and the share of the right ones with p >= 0.5 and their precision.
func printHeldOut(judged []forest.Judged) {
	fmt.Printf("\n%-40s | %-26s | %-26s | %-26s | %s\n", "held-out synonyms: first right", "now: AUC, p >= .5: share, prec", "mention left out", "kind left out", "most that a bin of p is off, kind left out")
	for i := range judged {
		j := &judged[i]
		if !isHeldOut(j.World) {
			continue
		}
		right := 0
		for _, x := range j.Now {
			if x.Right {
				right++
			}
		}
		fmt.Printf("%-40s", fmt.Sprintf("%s, %d: %.3f", strings.TrimPrefix(j.World, "held-out synonyms of "), len(j.Now), float64(right)/float64(len(j.Now))))
		for _, ps := range [][]eval.Prediction{j.Now, j.Mention, j.Kind} {
			share, precision := answered(ps)
			fmt.Printf(" | %.3f  %.3f %.3f       ", areaUnder(ps), share, precision)
		}
		fmt.Printf(" | %.3f\n", worstBin(j.Kind))
	}
}

// answered returns the share of the right answers with p >= 0.5, and the share of right ones among those.
func answered(ps []eval.Prediction) (share, precision float64) {
	var right, sure, both float64
	for _, x := range ps {
		if x.Right {
			right++
		}
		if x.P >= 0.5 {
			if sure++; x.Right {
				both++
			}
		}
	}
	return both / max(1, right), both / max(1, sure)
}

// areaUnder returns how likely a right answer has a higher p than a wrong one.
func areaUnder(ps []eval.Prediction) float64 {
	sorted := slices.Clone(ps)
	slices.SortFunc(sorted, func(a, b eval.Prediction) int { return cmp.Compare(a.P, b.P) })
	var wrong, pairs, below float64
	for i := 0; i < len(sorted); {
		var r, w float64
		p := sorted[i].P
		for ; i < len(sorted) && sorted[i].P == p; i++ {
			if sorted[i].Right {
				r++
			} else {
				w++
			}
		}
		below += r * (wrong + w/2)
		wrong += w
		pairs += r
	}
	return below / max(1, pairs*wrong)
}

// worstBin returns the largest gap between p and the share of right answers in a tenth of p with 100 mentions or more.
func worstBin(ps []eval.Prediction) (worst float64) {
	var n, p, right [10]float64
	for _, x := range ps {
		b := min(9, int(10*x.P))
		n[b] += float64(x.Count)
		p[b] += x.P * float64(x.Count)
		if x.Right {
			right[b] += float64(x.Count)
		}
	}
	for b := range n {
		if n[b] >= 100 {
			worst = max(worst, math.Abs(p[b]-right[b])/n[b])
		}
	}
	return worst
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
	n, err := core.Open(filepath.Join(o.folder, name+".normpack"), nil)
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
