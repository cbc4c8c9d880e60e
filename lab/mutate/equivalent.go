package main

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// change names a change by its content, so the name survives edits around it.
type change struct{ file, name, what string }

// equivalent maps changes that no test can or should notice to the reason.
type equivalent map[change]string

// parseEquivalents reads equivalent.txt: a line FILE: FUNCTION, under it, after one tab, the changes as a run prints
// them, and under each, after two tabs, the reason. # begins a comment.
func parseEquivalents(text string) (equivalent, error) {
	known := equivalent{}
	var at change
	for i, line := range strings.Split(text, "\n") {
		reason, isReason := strings.CutPrefix(line, "\t\t")
		what, isChange := strings.CutPrefix(line, "\t")
		file, name, isPlace := strings.Cut(line, ": ")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case isReason && at.what != "":
			known[at] += reason
		case isReason:
			return nil, fmt.Errorf("equivalent.txt:%d: a reason without a change", i+1)
		case isChange && at.file != "":
			at.what = what
			if _, twice := known[at]; twice {
				return nil, fmt.Errorf("equivalent.txt:%d: %s is there twice", i+1, what)
			}
			known[at] = ""
		case isPlace:
			at = change{file: file, name: name}
		default:
			return nil, fmt.Errorf("equivalent.txt:%d: want FILE: FUNCTION, a change under it, or a reason under that", i+1)
		}
	}
	for c, reason := range known {
		if reason == "" {
			return nil, fmt.Errorf("equivalent.txt: no reason for %s: %s: %s", c.file, c.name, c.what)
		}
	}
	return known, nil
}

func (e equivalent) mark(all []*mutant) {
	for _, m := range all {
		if _, ok := e[change{m.file, m.name, m.what}]; ok {
			m.outcome = same
		}
	}
}

// unused fails for listed changes that the targets no longer have.
func (e equivalent) unused(targets []*target) error {
	looked, found := map[string]bool{}, map[change]bool{}
	for _, t := range targets {
		looked[t.path] = true
		for _, m := range t.all {
			found[change{m.file, m.name, m.what}] = true
		}
	}
	var errs []error
	for c := range e {
		if looked[path.Dir(c.file)] && !found[c] {
			errs = append(errs, fmt.Errorf("equivalent.txt: the source has no longer: %s: %s: %s", c.file, c.name, c.what))
		}
	}
	return errors.Join(errs...)
}
