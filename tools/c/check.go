package main

import (
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/core"
)

// maxThreads bounds the threads of a look-up.
const maxThreads = 1024

// split copies the texts at offsets of bytes, which may be a large column and the texts a part of it.
func split(what, bytes string, offsets []int64) ([]string, error) {
	list := make([]string, len(offsets)-1)
	for i := range list {
		from, to := offsets[i], offsets[i+1]
		if from < 0 || to < from || to > int64(len(bytes)) {
			return nil, badArgument("%s %d is from byte %d to byte %d of %d", what, i, from, to, len(bytes))
		}
		list[i] = strings.Clone(bytes[from:to])
		if !utf8.ValidString(list[i]) {
			return nil, badArgument("%s %d is not UTF-8: %.60q", what, i, list[i])
		}
	}
	return list, nil
}

// queriesOf joins mentions with their contexts: one for each, one for all, or none.
func queriesOf(mentions, contexts []string) ([]core.Query, error) {
	if len(contexts) > 1 && len(contexts) != len(mentions) {
		return nil, badArgument("%d contexts for %d mentions: want one for each, or one for all", len(contexts), len(mentions))
	}
	queries := make([]core.Query, len(mentions))
	for i, m := range mentions {
		queries[i].Mention = m
		switch {
		case len(contexts) == len(mentions):
			queries[i].Context = contexts[i]
		case len(contexts) == 1:
			queries[i].Context = contexts[0]
		}
	}
	return queries, nil
}

// plainText checks a text, of which textOf has made sure that it is UTF-8, in which NUL has no place.
func plainText(what, s string) (string, error) {
	if strings.Contains(s, "\x00") {
		return "", badArgument("%s holds a NUL: %.60q", what, s)
	}
	return s, nil
}

// listOf splits a list at its commas.
func listOf(what, s string) ([]string, error) {
	s, err := plainText(what, s)
	if err != nil || s == "" {
		return nil, err
	}
	return strings.Split(s, ","), nil
}

// checkNumbers checks what core would take as it is, or cut.
func checkNumbers(k, threads int, minP float64) error {
	switch {
	case k < 0 || k > core.MaxK:
		return badArgument("k is %d: want 1 to %d, or 0 for %d", k, core.MaxK, core.DefaultK)
	case threads < 0 || threads > maxThreads:
		return badArgument("threads is %d: want 1 to %d, or 0 for one for each processor", threads, maxThreads)
	case !(minP >= 0 && minP <= 1):
		return badArgument("min_p is %v: want 0 to 1", minP)
	}
	return nil
}
