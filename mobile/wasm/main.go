//go:build js && wasm

// Command wasm is the core for the browser, compiled to WebAssembly. It holds one pack
// at a time and answers calls from JavaScript; what a page uses (promises, a worker,
// types) is in mobile/web/lib.
//
// When it has started, it calls the global function normletReady with an object of
// functions:
//
//	open(bytes, trusted)                                                    use the pack in a Uint8Array; gives info
//	lookupAll(mentions, k, namespaces, minP, context, near, inOrder,
//	          organisms, lang, show, prefer, exactly, coverage?)            gives an array of answers
//	coverage(mentions, namespaces)                                          gives how many of them the pack has, for lookupAll
//	detect(columns, namespaces)                                             gives what each of the arrays holds: a name and cells
//	suggest(typed, k, namespaces)                                           gives an array of suggestions
//	describe(ids)                                                           gives an array of entities, null for none
//	annotate(text, minP, types, all, show, prefer, organisms, exactly)      gives an array of spans
//
// and for packs over the air (package core/update), of which it holds the files for a while:
//
//	openPacks(root, files)                 begins with what the page kept
//	begin(name, version, seconds, look)    gives the file of the repository that is wanted, or null
//	give(file)                             takes it and gives the next
//	result()                               gives what the update did
//	adopt(name, version, bytes)            uses a pack that came with the page; gives a version
//	installed(name), rollback(name)        give a version
//	read(name)                             gives the bytes of a pack
//	changes()                              gives the files to keep
//
// Each returns {value} or {error: {kind, message}}, with the kinds of errors.go. None
// throws: an exception or a panic inside a call would end the program. Properties have
// a fixed order.
package main

import "syscall/js"

func main() {
	var s session
	var p packs
	js.Global().Call("normletReady", object(
		"open", function(s.open),
		"lookupAll", function(s.opened(s.lookupAll)),
		"coverage", function(s.opened(s.coverage)),
		"detect", function(s.opened(s.detect)),
		"suggest", function(s.opened(s.suggest)),
		"describe", function(s.opened(s.describe)),
		"annotate", function(s.opened(s.annotate)),
		"openPacks", function(p.openPacks),
		"begin", function(p.begin),
		"give", function(p.give),
		"result", function(p.result),
		"installed", function(p.installed),
		"adopt", function(p.adopt),
		"rollback", function(p.rollback),
		"read", function(p.read),
		"changes", function(p.changes),
	))
	select {} // calls come from JavaScript from now on
}

// call answers a call from JavaScript.
type call func(args []js.Value) (js.Value, error)

// function makes a JavaScript function of f, which returns {value} or {error}.
func function(f call) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = failure(panicError{r})
			}
		}()
		value, err := f(args)
		if err != nil {
			return failure(err)
		}
		return object("value", value)
	})
}

// object makes a JavaScript object of keys and values in turn.
func object(pairs ...any) js.Value {
	o := js.Global().Get("Object").New()
	for i := 0; i < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// array makes a JavaScript array of what f makes of each element.
func array[T any](list []T, f func(T) any) js.Value {
	a := js.Global().Get("Array").New(len(list))
	for i, x := range list {
		a.SetIndex(i, f(x))
	}
	return a
}

// list makes a slice of what f makes of each element of a JavaScript array.
func list[T any](a js.Value, f func(js.Value) T) []T {
	out := make([]T, a.Length())
	for i := range out {
		out[i] = f(a.Index(i))
	}
	return out
}
