package update_test

import (
	"crypto/ed25519"
	"fmt"
	"io/fs"
	"log"
	"testing/fstest"
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// A publisher makes a repository, and an app gets a pack of it: it fetches whatever the update wants.
func Example() {
	const day = 24 * time.Hour
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)) // a real one is random, and the root's kept offline
	public := []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}
	lifetimes := repository.Lifetimes{Root: 365 * day, Targets: 90 * day, Timestamp: 7 * day}

	r, err := repository.Create(repository.Keys{Root: public, RootThreshold: 1, Targets: public, Timestamp: public}, now, lifetimes)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := r.Add("genes", assets.Default(), 0); err != nil {
		log.Fatal(err)
	}
	files, err := r.Commit([]ed25519.PrivateKey{key}, now, lifetimes)
	if err != nil {
		log.Fatal(err)
	}
	host := fstest.MapFS{}
	for _, f := range files {
		host[f.Path] = &fstest.MapFile{Data: f.Data}
	}

	store := update.NewStore(update.Memory{}, core.Limits{})
	if err := store.Trust(host["metadata/1.root.json"].Data); err != nil { // which comes with the app
		log.Fatal(err)
	}
	u := store.Begin(update.Options{Name: "genes", Now: now})
	for w := u.Next(); w != nil; w = u.Next() {
		if data, err := fs.ReadFile(host, w.Path); err != nil {
			u.Fail(err)
		} else {
			u.Give(data)
		}
	}
	result, err := u.Result()
	if err != nil {
		log.Fatal(err)
	}
	n, _, err := store.Open("genes")
	if err != nil {
		log.Fatal(err)
	}
	defer n.Close()
	fmt.Println("version", result.Version, n.Lookup("FOX-P2", 1).Matches[0].ID)
	// Output:
	// version 1 NCBIGene:93986
}
