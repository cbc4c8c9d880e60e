//go:build js && wasm

package main

import (
	"syscall/js"
	"testing"

	"github.com/normlet/normlet/assets"
)

func TestDetect(t *testing.T) {
	var s session
	if _, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)}); err != nil {
		t.Fatal(err)
	}
	got, err := s.detect([]js.Value{js.Global().Get("Array").New(stringsOf("process", "GO:0006915"), stringsOf("", "1", "2")), stringsOf()})
	if err != nil {
		t.Fatal(err)
	}
	detect := function(s.opened(s.detect))
	defer detect.Release()
	for _, bad := range []struct {
		columns, namespaces js.Value
		kind                string
	}{
		{js.Global().Get("Array").New(stringsOf("gene", "FOXP2", "")), stringsOf("Oven"), kindNamespace},
		{js.Global().Get("Array").New(stringsOf()), stringsOf(), kindInternal},
		{js.Null(), stringsOf(), kindInternal},
	} {
		if kind := kindIn(t, detect.Invoke(bad.columns, bad.namespaces)); kind != bad.kind {
			t.Errorf("error of kind %q, want %q", kind, bad.kind)
		}
	}
	const want = `[{"kind":"ids","of":"GO","share":1,"known":1,"read":1,"mapped":true,"namespace":"GO","examples":[{"cell":"GO:0006915","id":"GO:0006915","name":"apoptotic process"}]},` +
		`{"kind":"numbers","of":"","share":1,"known":0,"read":2,"mapped":false,"namespace":"","examples":[{"cell":"1","id":"","name":""},{"cell":"2","id":"","name":""}]}]`
	if text := js.Global().Get("JSON").Call("stringify", got).String(); text != want {
		t.Errorf("columns %s\nwant    %s", text, want)
	}
}
