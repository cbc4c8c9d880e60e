package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/pattern"
)

// Facts returns what a pack says about the recipe and its sources: the facts that every pack has,
// and for each source, from 01, its title, version, date, license, url, file and sha256.
func (f *Found) Facts() []pack.Pair {
	r := f.Recipe
	var sources, licenses []string
	var facts []pack.Pair
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, pack.Pair{Key: key, Value: value})
		}
	}
	for i := range f.Sources {
		s := &f.Sources[i]
		if text := s.describe(); !slices.Contains(sources, text) {
			sources = append(sources, text) // but once for the files of texts
		}
		if license := s.Title + ": " + s.License; !slices.Contains(licenses, license) {
			licenses = append(licenses, license)
		}
		s.facts(func(key, value string) { add(SourceKey(i+1, key), value) })
	}
	for i, in := range f.Inputs {
		add(fmt.Sprintf("input.%02d", i+1), in.Path+" "+in.SHA256)
	}
	add("name", r.Title)
	add("version", r.Version)
	add("date", r.Date)
	add("source", strings.Join(sources, "; "))
	add("license", strings.Join(licenses, "; "))
	add(pack.MetaOrigin, f.origin())
	add(pack.MetaTitles, f.titles())
	add(pack.MetaEstimated, strings.Join(f.estimated(), ","))
	add("recipe", r.Name)
	add("recipe.sha256", r.SHA256)
	return facts
}

// origin says of each namespace which lists its entities are from, and of which year: "disease: MeSH 2015".
func (f *Found) origin() string {
	var namespaces []string
	lists := map[string][]string{}
	for i := range f.Sources {
		s := &f.Sources[i]
		if s.Known || s.Own != "" || slices.Contains([]string{showNames, newNames, defineNames}, s.Names) {
			continue
		}
		title, _, _ := strings.Cut(s.Title, ",")
		title, _, _ = strings.Cut(title, " with ")
		list := strings.TrimSpace(title + " " + s.year())
		if !slices.Contains(lists[s.Namespace], list) {
			lists[s.Namespace] = append(lists[s.Namespace], list)
		}
		if !slices.Contains(namespaces, s.Namespace) {
			namespaces = append(namespaces, s.Namespace)
		}
	}
	for i, n := range namespaces {
		namespaces[i] = n + ": " + strings.Join(lists[n], ", ")
	}
	return strings.Join(namespaces, "; ")
}

// titles says what to call an entity of each namespace: "NCBIGene: Gene; cell_line: Cell line".
func (f *Found) titles() string {
	var out []string
	for _, namespace := range slices.Sorted(maps.Keys(f.Recipe.Titles)) {
		if slices.ContainsFunc(f.Sources, func(s FoundSource) bool { return s.Namespace == namespace }) {
			out = append(out, namespace+": "+f.Recipe.Titles[namespace])
		}
	}
	return strings.Join(out, "; ")
}

var year = pattern.Of(`\b(?:19|20)\d\d\b`)

// year returns that of the file that was read, "" if nothing tells.
func (s *FoundSource) year() string {
	date := cmp.Or(s.Date, s.Version)
	if !s.Other {
		date = cmp.Or(s.File.Date, s.File.Version)
	}
	return year().FindString(date)
}

// estimated returns the namespaces whose sources have no weights: those whose prominence the recipe states.
func (f *Found) estimated() (namespaces []string) {
	for i := range f.Sources {
		if s := &f.Sources[i]; s.Prominence > 0 && s.weights == "" && !slices.Contains(namespaces, s.Namespace) {
			namespaces = append(namespaces, s.Namespace)
		}
	}
	slices.Sort(namespaces)
	return namespaces
}

// SourceKey returns the key of a fact about the n-th source, from 1.
func SourceKey(n int, fact string) string { return fmt.Sprintf("source.%02d.%s", n, fact) }

const (
	otherVersion = "another than the recipe's"
	noVersion    = "not stated" // the digest tells versions apart
	privateNote  = "may not be passed on"
)

func (s *FoundSource) facts(add func(key, value string)) {
	add("title", s.Title)
	add("license", s.License)
	add("url", s.URL)
	add("file", s.File.Path)
	add("sha256", s.SHA256)
	if s.Private {
		add("private", privateNote)
	}
	if s.Other {
		add("version", cmp.Or(s.Version, otherVersion))
		add("date", s.Date)
		return
	}
	add("version", cmp.Or(s.File.Version, noVersion))
	add("date", s.File.Date)
}

func (s *FoundSource) describe() string {
	if s.Other {
		return s.Title + " " + cmp.Or(s.Version, s.Date, "("+otherVersion+")")
	}
	return strings.TrimSpace(s.Title + " " + cmp.Or(s.File.Version, s.File.Date))
}
