package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// row is a name as all peers see it.
type row struct {
	name string
	ref
	primary bool
}

// ref says what a name names.
type ref struct {
	entity int32 // its place among the ids of normlet's pack
	weight uint8 // how often people write of it, 0 where that is not known
}

// rowsOf returns the names of a terminology, with the entities of its pack. Weights are those that the pack was given or
// has borrowed; estimates are left to normlet, which made them.
func rowsOf(t *data.Terminology, c *pack.Contents) (rows []row) {
	top := c.MetaValue(pack.MetaMaxWeight)
	weighted := top != "" && top != "0"
	for i := range t.Entities {
		e, ok := c.IDs.Find(t.Entities[i].ID)
		if !ok {
			continue
		}
		r := ref{entity: int32(e)}
		if weighted {
			r.weight = c.Prior[e]
		}
		for _, n := range t.Entities[i].Names {
			rows = append(rows, row{n.Text, r, n.Kind == pack.KindPrimary})
		}
	}
	return rows
}

// listFile is the list of names: lines of entity, weight, primary or not, and name.
const listFile = "list.tsv"

func writeList(dir string, rows []row) error {
	var b bytes.Buffer
	for _, r := range rows {
		fmt.Fprintf(&b, "%d\t%d\t%t\t%s\n", r.entity, r.weight, r.primary, r.name)
	}
	return os.WriteFile(filepath.Join(dir, listFile), b.Bytes(), 0o666)
}

func readList(dir string) (rows []row, err error) {
	f, err := os.Open(filepath.Join(dir, listFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		columns := strings.SplitN(lines.Text(), "\t", 4)
		if len(columns) != 4 {
			return nil, fmt.Errorf("%s: line %d has %d columns", f.Name(), len(rows)+1, len(columns))
		}
		entity, err := strconv.Atoi(columns[0])
		if err != nil {
			return nil, err
		}
		weight, err := strconv.Atoi(columns[1])
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{columns[3], ref{int32(entity), uint8(weight)}, columns[2] == "true"})
	}
	return rows, lines.Err()
}

// refs says what the names of an index of rows name.
type refs []ref

const (
	refsFile  = "refs"
	refsBytes = 5 // of a row
)

// writeRefs writes what rows name, for peers that know nothing but the number of a row.
func writeRefs(dir string, rows []row) error {
	var b []byte
	for _, r := range rows {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(r.entity)), r.weight)
	}
	return os.WriteFile(filepath.Join(dir, refsFile), b, 0o666)
}

func readRefs(dir string) (refs, error) {
	b, err := os.ReadFile(filepath.Join(dir, refsFile))
	if err != nil {
		return nil, err
	}
	out := make(refs, 0, len(b)/refsBytes)
	for ; len(b) > 0; b = b[refsBytes:] {
		out = append(out, ref{int32(binary.LittleEndian.Uint32(b)), b[4]})
	}
	return out, nil
}

// hit is a name that a peer has found, with its score.
type hit struct {
	score float64
	ref
}

// shortlist is how many names a peer looks for, of which the first entities count.
const shortlist = 64

// topK is how many entities a peer answers with.
const topK = 10

// entities returns the entities of the hits, the best first: by score, then weight, then in the peer's order.
func entities(hits []hit) []int32 {
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.weight, a.weight))
	})
	out := make([]int32, 0, topK)
	for _, h := range hits {
		if len(out) < topK && !slices.Contains(out, h.entity) {
			out = append(out, h.entity)
		}
	}
	return out
}
