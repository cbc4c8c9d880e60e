//go:build js && wasm

package main

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"syscall/js"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
)

// packs are the packs that a repository brought. The page keeps their files and hands them in; what changes of them is
// for the page to keep in one piece.
type packs struct {
	files  storage
	store  *update.Store
	update *update.Update
}

// storage is files in memory that notes what changed.
type storage struct {
	update.Memory
	changed map[string]struct{}
}

// Write implements update.Storage.
func (s storage) Write(name string, data []byte) error {
	s.changed[name] = struct{}{}
	return s.Memory.Write(name, data)
}

// Remove implements update.Storage.
func (s storage) Remove(name string) error {
	s.changed[name] = struct{}{}
	return s.Memory.Remove(name)
}

// repositoryError is an error of packs over the air that has no kind of its own.
type repositoryError struct{ error }

func (e *repositoryError) Unwrap() error { return e.error }

// unfetched is the error of a file that the page could not fetch.
type unfetched struct{ reason string }

func (u *unfetched) Error() string { return u.reason }

func ofRepository(err error) error {
	if err == nil {
		return nil
	}
	return &repositoryError{err}
}

// openPacks begins with the root of a repository in args[0] and the files that the page kept in args[1], pairs of a name
// and bytes.
func (p *packs) openPacks(args []js.Value) (js.Value, error) {
	p.update, p.store, p.files = nil, nil, storage{update.Memory{}, map[string]struct{}{}}
	for i := range args[1].Length() {
		pair := args[1].Index(i)
		p.files.Memory[pair.Index(0).String()] = bytesFrom(pair.Index(1))
	}
	store := update.NewStore(p.files, core.Limits{})
	if err := store.Trust(bytesFrom(args[0])); err != nil {
		return js.Undefined(), ofRepository(err)
	}
	p.store = store
	return js.Null(), nil
}

// begin begins to bring the version args[1], 0 for the newest, of the name args[0], at args[2] in seconds since 1970; if
// args[3], it ends when it is known what there is. It gives the file that is wanted, null for none.
func (p *packs) begin(args []js.Value) (js.Value, error) {
	o := update.Options{Name: args[0].String(), Version: int64(args[1].Float()), Now: time.Unix(int64(args[2].Float()), 0), Look: args[3].Bool()}
	p.update = p.store.Begin(o)
	return p.want(), nil
}

// give takes the file that is wanted: bytes, null if there is no such file, or as a string why it cannot be had.
func (p *packs) give(args []js.Value) (js.Value, error) {
	switch file := args[0]; {
	case file.IsNull():
		p.update.Fail(fs.ErrNotExist)
	case file.Type() == js.TypeString:
		p.update.Fail(&unfetched{file.String()})
	default:
		p.update.Give(bytesFrom(file))
	}
	return p.want(), nil
}

func (p *packs) want() js.Value {
	w := p.update.Next()
	if w == nil {
		return js.Null()
	}
	return object("path", w.Path, "most", w.Most, "content", w.Content)
}

// result gives what the update did.
func (p *packs) result([]js.Value) (js.Value, error) {
	r, err := p.update.Result()
	if err != nil {
		return js.Undefined(), ofRepository(err)
	}
	return object(
		"version", r.Version, "upToDate", r.UpToDate, "delta", r.Delta, "received", r.Received, "found", r.Found, "need", r.Need,
		"notes", array(r.Notes, func(note string) any { return note }),
	), nil
}

// adopt makes the bytes args[2], version args[1] of the name args[0], the pack in use, and gives the version that is in use
// then.
func (p *packs) adopt(args []js.Value) (js.Value, error) {
	adopted, err := p.store.Adopt(args[0].String(), int64(args[1].Float()), bytesFrom(args[2]))
	return js.ValueOf(adopted.Version), ofRepository(err)
}

// rollback puts the last good pack of the name args[0] in place of the one in use and gives its version.
func (p *packs) rollback(args []js.Value) (js.Value, error) {
	back, err := p.store.Rollback(args[0].String())
	return js.ValueOf(back.Version), ofRepository(err)
}

// installed gives the version of the name args[0], 0 for none.
func (p *packs) installed(args []js.Value) (js.Value, error) {
	current, err := p.store.Current(args[0].String())
	if errors.Is(err, update.ErrNotInstalled) {
		err = nil
	}
	return js.ValueOf(current.Version), ofRepository(err)
}

// read gives the bytes of the pack of the name args[0], as they were verified.
func (p *packs) read(args []js.Value) (js.Value, error) {
	data, _, err := p.store.Read(args[0].String())
	if err != nil {
		return js.Undefined(), ofRepository(err)
	}
	return bytesOf(data), nil
}

// changes gives what changed of the files since openPacks: pairs of a name and bytes, undefined for a file
// that went.
func (p *packs) changes([]js.Value) (js.Value, error) {
	pairs := js.Global().Get("Array").New()
	for _, name := range slices.Sorted(maps.Keys(p.files.changed)) {
		pair := js.Global().Get("Array").New(name)
		if data, ok := p.files.Memory[name]; ok {
			pair.Call("push", bytesOf(data))
		}
		pairs.Call("push", pair)
	}
	clear(p.files.changed)
	return pairs, nil
}

func bytesFrom(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

func bytesOf(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}
