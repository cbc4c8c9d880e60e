package main

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// When a word is a filler: enough mentions of many things have it, whose names lack it.
const (
	fillerMentions = 5
	fillerThings   = 0.6  // different things, as a share of the mentions
	fillerMost     = 0.26 // share of the mentions that mean one thing, at most
	fillerNamed    = 0.04 // share of those whose thing has a name with it, at most
)

// When words mean a thing.
const (
	wholeWords = 3   // of a mention that means it as a whole, as more than half of its like do
	spanWords  = 3   // of a part of mentions
	spanCount  = 2   // different mentions with that part that mean the thing
	spanShare  = 0.9 // of all that have it
	maxBytes   = 64  // of words and of a name, as packs have them
)

// counts has for some words how many mentions with them mean each entity.
type counts map[string]map[int]int

func (c counts) add(words string, entity int) {
	if c[words] == nil {
		c[words] = map[int]int{}
	}
	c[words][entity]++
}

// most returns the entity that words mean most often, how often, and how often they occur.
func (c counts) most(words string) (entity, n, all int) {
	for e, k := range c[words] {
		all += k
		if k > n || k == n && e < entity {
			entity, n = e, k
		}
	}
	return entity, n, all
}

func fillers(all []example) map[string]bool {
	with, named := counts{}, map[string]int{}
	for _, x := range all {
		words := slices.Compact(slices.Sorted(slices.Values(x.words)))
		for _, w := range words {
			with.add(w, x.entity)
			if slices.ContainsFunc(x.names, func(n string) bool { return slices.Contains(stems(n), w) }) {
				named[w]++
			}
		}
	}
	out := map[string]bool{}
	for w, things := range with {
		_, most, n := with.most(w)
		of := float64(n)
		out[w] = n >= fillerMentions && float64(len(things)) >= fillerThings*of &&
			float64(most) <= fillerMost*of && float64(named[w]) <= fillerNamed*of
		if !out[w] {
			delete(out, w)
		}
	}
	return out
}

// phrases returns rows of mentions and of their parts, without fillers, with the names of what they mean.
func phrases(all []example) []string {
	whole, parts, listed := counts{}, counts{}, map[int][]string{}
	for _, x := range all {
		listed[x.entity] = x.names
		if n := len(x.words); n > 0 && n <= wholeWords {
			whole.add(strings.Join(x.words, " "), x.entity)
		}
	}
	for _, x := range distinct(all) {
		seen := map[string]bool{}
		for i := range x.words {
			for j := i + 1; j <= min(i+spanWords, len(x.words)); j++ {
				if part := strings.Join(x.words[i:j], " "); !seen[part] {
					seen[part] = true
					parts.add(part, x.entity)
				}
			}
		}
	}
	meant := map[string]int{}
	for part := range parts {
		if e, n, of := parts.most(part); n >= spanCount && float64(n) >= spanShare*float64(of) && strings.Trim(part, "0123456789") != "" {
			meant[part] = e
		}
	}
	var out []string
	add := func(kind, words string, entity int) {
		to := strings.Join(listed[entity], "|")
		if len(words) <= maxBytes && names.Form(words) == words {
			out = append(out, kind+"\t"+words+"\t"+to)
		}
	}
	for part, e := range meant {
		if !shorter(part, e, meant) {
			add("phrase", part, e)
		}
	}
	for words := range whole {
		if e, n, of := whole.most(words); 2*n > of {
			add("mention", words, e)
		}
	}
	return out
}

// shorter reports whether a part of the words means the same.
func shorter(words string, entity int, meant map[string]int) bool {
	list := strings.Split(words, " ")
	for i := range list {
		for j := i + 1; j <= len(list); j++ {
			part := strings.Join(list[i:j], " ")
			if e, ok := meant[part]; ok && e == entity && part != words {
				return true
			}
		}
	}
	return false
}
