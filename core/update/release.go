package update

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/tuf"
)

// Of targets and of files in a store.
const (
	packSuffix  = ".normpack"
	deltaSuffix = ".delta"
)

// release is a version of a pack in a repository.
type release struct {
	name    string
	version int64
	path    string
	file    *tuf.File
	deltas  []delta // smallest first
}

// delta describes a file that makes a release from another pack, both in the form of pack.Plain. Compressed packs would differ
// everywhere.
type delta struct {
	path   string
	file   *tuf.File
	base   string // digest of the other pack
	result tuf.File
}

// ValidName reports whether a name may be that of a pack: up to 64 lower-case letters, digits and hyphens.
func ValidName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' && i > 0) {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// TargetPath returns the name of a version of a pack in the metadata.
func TargetPath(name string, version int64) string {
	return name + "/" + strconv.FormatInt(version, 10) + packSuffix
}

// FormPlain is the form of deltas. Clients ignore deltas of other forms, such as those of older releases.
const FormPlain = "plain"

// DeltaPath returns the name of the delta from one version of a pack to another in the metadata.
func DeltaPath(name string, from, to int64) string {
	return fmt.Sprintf("%s/%d-%d.%s%s", name, from, to, FormPlain, deltaSuffix)
}

// Digest returns the SHA-256 of data in hexadecimal.
func Digest(data []byte) string { return tuf.Digest(data) }

// Location returns the path, in a repository, of the target with a path in the metadata and a digest.
func Location(path, digest string) string {
	folder, base, _ := strings.Cut(path, "/")
	return "targets/" + folder + "/" + digest + "." + base
}

func releases(targets *tuf.Metadata) ([]*release, error) {
	r := &tuf.Reader{}
	entries := r.Object(targets.Fields["targets"], "targets")
	byPath := map[string]*release{}
	for _, path := range slices.Sorted(maps.Keys(entries)) {
		if name, version, ok := splitTarget(path); ok {
			byPath[path] = &release{name: name, version: version, path: path, file: readTarget(r, path, entries[path])}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(entries)) {
		if name, to, ok := splitDelta(path); ok && byPath[TargetPath(name, to)] != nil {
			of := byPath[TargetPath(name, to)]
			of.deltas = append(of.deltas, readDelta(r, path, entries[path]))
		}
	}
	list := slices.SortedStableFunc(maps.Values(byPath), func(a, b *release) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.version, b.version))
	})
	for _, x := range list {
		slices.SortStableFunc(x.deltas, func(a, b delta) int { return cmp.Compare(a.file.Length, b.file.Length) })
	}
	return list, r.Err()
}

func splitTarget(path string) (name string, version int64, ok bool) {
	name, base, _ := strings.Cut(path, "/")
	text, isPack := strings.CutSuffix(base, packSuffix)
	version, err := strconv.ParseInt(text, 10, 64)
	return name, version, isPack && err == nil && version > 0 && ValidName(name) && path == TargetPath(name, version)
}

func splitDelta(path string) (name string, to int64, ok bool) {
	name, base, _ := strings.Cut(path, "/")
	span, _, _ := strings.Cut(base, ".")
	first, second, _ := strings.Cut(span, "-")
	from, err := strconv.ParseInt(first, 10, 64)
	to, err2 := strconv.ParseInt(second, 10, 64)
	return name, to, err == nil && err2 == nil && ValidName(name) && path == DeltaPath(name, from, to)
}

// readTarget reads an entry of the targets, which has a length and a digest.
func readTarget(r *tuf.Reader, path string, v any) *tuf.File {
	f := tuf.ReadFile(r, r.Object(v, path))
	if f.Length < 0 || f.SHA256 == "" {
		r.Fail("the target %s lacks its length or its SHA-256", path)
	}
	return f
}

// The fields of the custom object that the metadata has for a delta.
const (
	CustomForm   = "form" // FormPlain; older releases had several forms
	CustomBase   = "base" // SHA-256 of the base
	CustomSHA256 = "sha256"
	CustomLength = "length" // of the result, in bytes; CustomSHA256 is its digest
)

func readDelta(r *tuf.Reader, path string, v any) delta {
	f := readTarget(r, path, v)
	return delta{path: path, file: f, base: r.Digest(f.Custom[CustomBase], CustomBase), result: tuf.File{
		Length: r.Positive(f.Custom[CustomLength], CustomLength), SHA256: r.Digest(f.Custom[CustomSHA256], CustomSHA256),
	}}
}
