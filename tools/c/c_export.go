package main

/*
#include <stdlib.h>
#include "normlet.h"

// The compiler compares the prototypes that cgo makes with those of normlet.h: const has to be spelled out.
typedef const char const_char;
typedef const normlet_texts const_texts;
typedef const normlet_options const_options;
*/
import "C"

import (
	"bytes"
	"crypto/ed25519"
	"unsafe"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/column"
)

var (
	packs   handles
	release = C.CString(version()) // for good
)

// call runs f, and returns its status and, unless out is nil, the text of its error.
func call(out **C.char, f func() error) C.int32_t {
	if out != nil {
		*out = nil
	}
	err := guard(f)
	if err != nil && out != nil {
		*out = C.CString(err.Error())
	}
	return C.int32_t(statusOf(err))
}

//export normlet_abi
func normlet_abi() C.uint32_t { return C.NORMLET_ABI }

//export normlet_version
func normlet_version() *C.const_char { return release }

//export normlet_free
func normlet_free(pointer unsafe.Pointer) { C.free(pointer) }

//export normlet_open
func normlet_open(path *C.const_char, length C.int64_t, handle *C.normlet_handle, failure **C.char) C.int32_t {
	return open(handle, failure, func() (*core.Normalizer, error) {
		return openPath(path, length, core.OpenOptions{})
	})
}

//export normlet_open_signed
func normlet_open_signed(path *C.const_char, length C.int64_t, key *C.const_char, keyLength C.int64_t, handle *C.normlet_handle, failure **C.char) C.int32_t {
	return open(handle, failure, func() (*core.Normalizer, error) {
		b, err := bytesOf("key", key, keyLength)
		if err != nil {
			return nil, err
		}
		if len(b) != ed25519.PublicKeySize {
			return nil, badArgument("key has %d bytes: want the %d of an Ed25519 public key", len(b), ed25519.PublicKeySize)
		}
		return openPath(path, length, core.OpenOptions{Keys: []ed25519.PublicKey{bytes.Clone(b)}})
	})
}

func openPath(path *C.const_char, length C.int64_t, o core.OpenOptions) (*core.Normalizer, error) {
	file, err := textOf("path", path, length)
	if err != nil {
		return nil, err
	}
	if file, err = plainText("path", file); err != nil {
		return nil, err
	}
	return core.Open(file, &o)
}

//export normlet_open_bytes
func normlet_open_bytes(content *C.const_char, length C.int64_t, handle *C.normlet_handle, failure **C.char) C.int32_t {
	return open(handle, failure, func() (*core.Normalizer, error) {
		b, err := bytesOf("bytes", content, length)
		if err != nil {
			return nil, err
		}
		return core.OpenBytes(bytes.Clone(b), nil)
	})
}

//export normlet_open_default
func normlet_open_default(handle *C.normlet_handle, failure **C.char) C.int32_t {
	defer assets.Release()
	return open(handle, failure, func() (*core.Normalizer, error) {
		return core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true})
	})
}

func open(handle *C.normlet_handle, failure **C.char, how func() (*core.Normalizer, error)) C.int32_t {
	return call(failure, func() error {
		if handle == nil {
			return badArgument("handle is NULL")
		}
		*handle = 0
		n, err := how()
		if err != nil {
			return err
		}
		*handle = C.normlet_handle(packs.add(n))
		return nil
	})
}

//export normlet_close
func normlet_close(handle C.normlet_handle) {
	// Giving back a mapping fails only if it is none.
	_ = guard(func() error { return packs.close(uint64(handle)) })
}

//export normlet_info
func normlet_info(handle C.normlet_handle, text **C.char, failure **C.char) C.int32_t {
	return callJSON(handle, text, failure, func(n opened) ([]byte, error) { return describe(n.Normalizer) })
}

//export normlet_names
func normlet_names(handle C.normlet_handle, id *C.const_char, length C.int64_t, text, failure **C.char) C.int32_t {
	return callJSON(handle, text, failure, func(n opened) ([]byte, error) {
		id, err := textOf("id", id, length)
		if err != nil {
			return nil, err
		}
		return namesByID(n.Normalizer, id)
	})
}

//export normlet_detect
func normlet_detect(handle C.normlet_handle, name *C.const_char, length C.int64_t, cells *C.const_texts, options *C.const_options, text, failure **C.char) C.int32_t {
	return callJSON(handle, text, failure, func(n opened) ([]byte, error) {
		above, err := textOf("name", name, length)
		if err != nil {
			return nil, err
		}
		list, err := textsOf("cell", cells)
		if err != nil {
			return nil, err
		}
		o, _, err := optionsOf(options)
		if err != nil {
			return nil, err
		}
		return detect(n.Normalizer, column.Sample{Name: above, Cells: list}, o)
	})
}

//export normlet_gilda
func normlet_gilda(handle C.normlet_handle, mentions, contexts *C.const_texts, options *C.const_options, text, failure **C.char) C.int32_t {
	return callJSON(handle, text, failure, func(n opened) ([]byte, error) {
		q, o, _, err := queriesAndOptions(mentions, contexts, options)
		if err != nil {
			return nil, err
		}
		return ground(n.Normalizer, q, o)
	})
}

//export normlet_gilda_models
func normlet_gilda_models(handle C.normlet_handle, text, failure **C.char) C.int32_t {
	return callJSON(handle, text, failure, func(n opened) ([]byte, error) { return models(n.Normalizer) })
}

//export normlet_annotate
func normlet_annotate(handle C.normlet_handle, content *C.const_char, length C.int64_t, types *C.const_char, typesLength C.int64_t, options *C.const_options, text, failure **C.char) C.int32_t {
	return callJSON(handle, text, failure, func(n opened) ([]byte, error) {
		given, err := textOf("text", content, length)
		if err != nil {
			return nil, err
		}
		wanted, err := namesOf("types", types, typesLength)
		if err != nil {
			return nil, err
		}
		lookup, _, err := optionsOf(options)
		if err != nil {
			return nil, err
		}
		a, err := n.annotator()
		if err != nil {
			return nil, err
		}
		overlaps := options != nil && options.flags&C.NORMLET_OVERLAPS != 0
		return annotated(a, given, annotate.Options{MinP: lookup.MinP, Types: wanted, Overlaps: overlaps, Lookup: lookup})
	})
}

// callJSON gives out what f returns for a pack, with a NUL.
func callJSON(handle C.normlet_handle, text, failure **C.char, f func(opened) ([]byte, error)) C.int32_t {
	return call(failure, func() error {
		if text == nil {
			return badArgument("json is NULL")
		}
		*text = nil
		n, err := packs.get(uint64(handle))
		if err != nil {
			return err
		}
		if _, err := n.LookupWith("", core.Options{}); err != nil {
			return err // closed meanwhile
		}
		out, err := f(n)
		if err == nil {
			*text = C.CString(string(out))
		}
		return err
	})
}

//export normlet_lookup
func normlet_lookup(handle C.normlet_handle, mentions, contexts *C.const_texts, options *C.const_options, result **C.normlet_result, failure **C.char) C.int32_t {
	return callResult(handle, result, failure, func(n *core.Normalizer) (*columns, error) {
		q, o, threads, err := queriesAndOptions(mentions, contexts, options)
		if err != nil {
			return nil, err
		}
		return lookup(n, q, o, threads)
	})
}

//export normlet_document
func normlet_document(handle C.normlet_handle, text *C.const_char, length C.int64_t, mentions *C.const_texts, options *C.const_options, result **C.normlet_result, failure **C.char) C.int32_t {
	return callResult(handle, result, failure, func(n *core.Normalizer) (*columns, error) {
		around, err := textOf("text", text, length)
		if err != nil {
			return nil, err
		}
		list, err := textsOf("mention", mentions)
		if err != nil {
			return nil, err
		}
		o, _, err := optionsOf(options)
		if err != nil {
			return nil, err
		}
		return lookupDocument(n, around, list, o)
	})
}

// callResult gives out what f returns for a pack.
func callResult(handle C.normlet_handle, result **C.normlet_result, failure **C.char, f func(*core.Normalizer) (*columns, error)) C.int32_t {
	return call(failure, func() error {
		if result == nil {
			return badArgument("result is NULL")
		}
		*result = nil
		n, err := packs.get(uint64(handle))
		if err != nil {
			return err
		}
		c, err := f(n.Normalizer)
		if err != nil {
			return err
		}
		*result, err = newResult(c)
		return err
	})
}
