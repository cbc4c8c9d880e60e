package update_test

import (
	"fmt"
	"io/fs"
	"testing/fstest"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// A publisher makes a repository, and an app gets a pack of it: it fetches whatever the update wants.
func Example() {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	r, err := repository.Create(usual, now, lifetimes)
	must(err)
	p, err := first()
	must(err)
	_, err = r.Add("genes", p, 0)
	must(err)
	files, err := r.Commit(usualPrivate, now, lifetimes)
	must(err)
	host := fstest.MapFS{}
	for _, f := range files {
		host[f.Path] = &fstest.MapFile{Data: f.Data}
	}

	store := update.NewStore(update.Memory{}, core.Limits{})
	must(store.Trust(host["metadata/1.root.json"].Data))
	u := store.Begin(update.Options{Name: "genes", Now: now})
	for w := u.Next(); w != nil; w = u.Next() {
		if data, err := fs.ReadFile(host, w.Path); err != nil {
			u.Fail(err)
		} else {
			u.Give(data)
		}
	}
	result, err := u.Result()
	must(err)
	n, _, err := store.Open("genes")
	must(err)
	defer n.Close()
	fmt.Println(result.Version, n.Lookup("znf-300", 1).Matches[0].ID)
	// Output:
	// 1 X:0
}
