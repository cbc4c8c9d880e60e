package main

/*
#include <stdlib.h>
#include "normlet.h"

typedef const char const_char;
typedef const normlet_texts const_texts;
typedef const normlet_options const_options;
*/
import "C"

import (
	"cmp"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/normlet/normlet/core"
)

// bytesOf returns memory of the caller.
func bytesOf(what string, p *C.const_char, length C.int64_t) ([]byte, error) {
	if length < 0 || p == nil && length > 0 {
		return nil, badArgument("%s: %d bytes at %p", what, int64(length), p)
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(p)), int(length)), nil
}

// textOf copies a text of the caller.
func textOf(what string, p *C.const_char, length C.int64_t) (string, error) {
	b, err := bytesOf(what, p, length)
	if err == nil && !utf8.Valid(b) {
		err = badArgument("%s is not UTF-8: %.60q", what, b)
	}
	return string(b), err
}

// textsOf copies texts of the caller; none for NULL.
func textsOf(what string, t *C.const_texts) ([]string, error) {
	if t == nil {
		return nil, nil
	}
	if t.count < 0 || t.offsets == nil {
		return nil, badArgument("%ss: %d texts with offsets at %p", what, int64(t.count), t.offsets)
	}
	b, err := bytesOf(what+"s", t.bytes, t.length)
	if err != nil {
		return nil, err
	}
	offsets := unsafe.Slice((*int64)(unsafe.Pointer(t.offsets)), int(t.count)+1)
	return split(what, unsafe.String(unsafe.SliceData(b), len(b)), offsets)
}

func queriesAndOptions(mentions, contexts *C.const_texts, options *C.const_options) (q []core.Query, o core.Options, threads int, err error) {
	if mentions == nil {
		return nil, o, 0, badArgument("mentions is NULL")
	}
	list, err := textsOf("mention", mentions)
	if err != nil {
		return nil, o, 0, err
	}
	around, err := textsOf("context", contexts)
	if err != nil {
		return nil, o, 0, err
	}
	if q, err = queriesOf(list, around); err != nil {
		return nil, o, 0, err
	}
	o, threads, err = optionsOf(options)
	for i := range q {
		q[i].Organisms = strings.Join(o.Organisms, ",") // where unknown ones do not count
	}
	o.Organisms = nil
	return q, o, threads, err
}

// optionsOf reads options; NULL has the default ones.
func optionsOf(p *C.const_options) (o core.Options, threads int, err error) {
	if p == nil {
		return o, 0, nil
	}
	if p.size != C.sizeof_normlet_options {
		return o, 0, badArgument("options of %d bytes: this library has %d; start with NORMLET_OPTIONS", p.size, uint64(C.sizeof_normlet_options))
	}
	if p.flags&^(C.NORMLET_NEAR|C.NORMLET_EXACTLY|C.NORMLET_OVERLAPS) != 0 {
		return o, 0, badArgument("flags are %#x: want NORMLET_NEAR, NORMLET_EXACTLY, NORMLET_OVERLAPS or 0", uint32(p.flags))
	}
	o = core.Options{K: int(p.k), MinP: float64(p.min_p), Near: p.flags&C.NORMLET_NEAR != 0, Exactly: p.flags&C.NORMLET_EXACTLY != 0}
	if err = checkNumbers(o.K, int(p.threads), o.MinP); err != nil {
		return o, 0, err
	}
	var errs [5]error
	o.Namespaces, errs[0] = namesOf("namespaces", p.namespaces, p.namespaces_length)
	o.Prefer, errs[1] = namesOf("prefer", p.prefer, p.prefer_length)
	o.Organisms, errs[2] = namesOf("organisms", p.organisms, p.organisms_length)
	o.Language, errs[3] = textOf("lang", p.lang, p.lang_length)
	o.Show, errs[4] = textOf("show", p.show, p.show_length)
	return o, int(p.threads), cmp.Or(errs[:]...)
}

func namesOf(what string, p *C.const_char, length C.int64_t) ([]string, error) {
	s, err := textOf(what, p, length)
	if err != nil {
		return nil, err
	}
	return listOf(what, s)
}

// block is C memory that is handed out piece by piece.
type block struct {
	start unsafe.Pointer
	used  uintptr
}

// newResult copies columns into one block.
func newResult(c *columns) (*C.normlet_result, error) {
	size := fill(&block{}, c, nil) // which only counts
	start := C.calloc(1, C.size_t(size))
	if start == nil {
		return nil, errMemory
	}
	r := (*C.normlet_result)(start)
	fill(&block{start: start}, c, r)
	r.bytes = C.int64_t(size)
	return r, nil
}

// fill copies columns into a block behind its result, which is nil to count only, and returns the bytes it takes.
func fill(b *block, c *columns, r *C.normlet_result) uintptr {
	b.used = C.sizeof_normlet_result
	var out C.normlet_result
	out.answers, out.matches = C.int64_t(len(c.nil)), C.int64_t(len(c.p))
	out.ambiguous_ids, out.strings = C.int64_t(len(c.ambiguous)), C.int64_t(len(c.strings))
	out.match_offsets = (*C.int64_t)(put(b, c.matchOffsets))
	out.ambiguous_offsets = (*C.int64_t)(put(b, c.ambiguousOffsets))
	out.nil, out.undecided = (*C.uint8_t)(put(b, c.nil)), (*C.uint8_t)(put(b, c.undecided))
	out.p_nil, out.parent_p = (*C.double)(put(b, c.pNIL)), (*C.double)(put(b, c.parentP))
	for t, column := range [abouts]**C.uint32_t{&out.parent, &out.parent_name, &out.organism} {
		*column = (*C.uint32_t)(put(b, c.about[t]))
	}
	out.p, out.margin, out.score = (*C.double)(put(b, c.p)), (*C.double)(put(b, c.margin)), (*C.double)(put(b, c.score))
	out.exactly = (*C.double)(put(b, c.exactly))
	out.distance = (*C.int32_t)(put(b, c.distance))
	for t, column := range [texts]**C.uint32_t{&out.id, &out.name_space, &out.name, &out.matched, &out.kind, &out.stage, &out.same, &out.broader, &out.taxon} {
		*column = (*C.uint32_t)(put(b, c.texts[t]))
	}
	out.ambiguous = (*C.uint32_t)(put(b, c.ambiguous))
	offsets, text := joined(c.strings)
	out.string_offsets = (*C.int64_t)(put(b, offsets))
	out.text = (*C.char)(put(b, text))
	if r != nil {
		*r = out
	}
	return b.used
}

// joined puts strings behind each other, each with a NUL.
func joined(list []string) (offsets []int64, text []byte) {
	offsets = append(make([]int64, 0, len(list)+1), 0)
	for _, s := range list {
		// A name with a NUL, which no terminology has, would end there for C.
		text = append(append(text, strings.ReplaceAll(s, "\x00", " ")...), 0)
		offsets = append(offsets, int64(len(text)))
	}
	return offsets, text
}

// put copies values to the next place of a block that is aligned for all, and returns the place, nil when only counting.
func put[T any](b *block, values []T) unsafe.Pointer {
	const align = 8
	at := (b.used + align - 1) &^ (align - 1)
	b.used = at + uintptr(len(values))*unsafe.Sizeof(*new(T))
	if b.start == nil {
		return nil
	}
	place := unsafe.Add(b.start, at)
	copy(unsafe.Slice((*T)(place), len(values)), values)
	return place
}
