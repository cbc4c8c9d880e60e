package set_test

import (
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/set"
)

// one returns a pack of one entity with one name.
func one(id, name string) *pack.Contents {
	return &pack.Contents{
		IDs: pack.NewStrings([]string{id}), Namespaces: []string{"letters"}, EntityNamespace: []uint16{0}, Prior: []uint8{0},
		PrimaryRow: []uint32{0}, Names: pack.NewStrings([]string{name}), RowEntity: []uint32{0}, RowKind: []pack.Kind{pack.KindPrimary},
		Bits: 64, Codes: []uint64{0},
	}
}

// Two packs become a set, which reads as one pack of both. Programs open the manifest with core.Open, like a pack.
func Example() {
	folder, err := os.MkdirTemp("", "set")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	packs := []*pack.Contents{one("L:1", "beta"), one("L:2", "alpha")}
	var members []set.Member
	for i, order := range pack.Order(packs) {
		packs[i].SetOrder(order)
		data, err := packs[i].Append(nil, nil)
		if err != nil {
			log.Fatal(err)
		}
		name := fmt.Sprintf("letters-%d.normpack", i+1)
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			log.Fatal(err)
		}
		members = append(members, set.Member{SHA256: sha256.Sum256(data), Size: int64(len(data)), File: name})
	}
	s, err := set.Open(folder, set.Append(nil, members), set.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for row := range s.Contents.Names.Len() {
		fmt.Println(s.Contents.Names.At(row), s.Contents.IDs.At(int(s.Contents.RowEntity[row])))
	}
	// Output:
	// alpha L:2
	// beta L:1
}
