package tuf

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// The roles, as the metadata calls them.
const (
	roleRoot      = "root"
	roleTimestamp = "timestamp"
	roleSnapshot  = "snapshot"
	roleTargets   = "targets"
)

// MaxMetadata is how long a file of metadata may be. A list of 1,000 packs takes half of it.
const MaxMetadata = 1 << 20

// Metadata is a file of metadata whose signatures nobody has checked yet.
type Metadata struct {
	Role       string
	Version    int64
	Expires    time.Time
	Fields     Object            // of the signed part
	signed     []byte            // its canonical form
	signatures map[string][]byte // by key id
}

// parseMetadata checks the form of a file of metadata, and no signature.
func parseMetadata(text []byte) (*Metadata, error) {
	if len(text) > MaxMetadata {
		return nil, fmt.Errorf("%d bytes of metadata, at most %d allowed", len(text), MaxMetadata)
	}
	v, err := ParseJSON(text)
	if err != nil {
		return nil, err
	}
	r := &Reader{}
	file := r.Object(v, "the file")
	m := &Metadata{Fields: r.Object(file["signed"], "signed"), signatures: map[string][]byte{}}
	m.signed = Canonical(nil, m.Fields)
	m.Role = r.String(m.Fields["_type"], "_type")
	m.Version = r.Positive(m.Fields["version"], "version")
	m.Expires = r.time(m.Fields["expires"], "expires")
	if s := r.String(m.Fields["spec_version"], "spec_version"); len(s) < 2 || s[:2] != "1." {
		r.Fail("spec_version is %.20q, this release reads 1.x", s)
	}
	for _, s := range r.list(file["signatures"], "signatures") {
		o := r.Object(s, "a signature")
		id := r.String(o["keyid"], "keyid")
		if m.signatures[id] != nil {
			r.Fail("two signatures have the key id %.20q", id) // TUF wants one of each key
		}
		m.signatures[id] = r.hex(o["sig"], "sig")
	}
	return m, r.err
}

// time reads a time, which has one form. It does without time.Parse, which is 0.1 MB of a program for browsers.
func (r *Reader) time(v any, what string) time.Time {
	const form = "2006-01-02T15:04:05Z"
	text := r.String(v, what)
	var n [6]int
	for i, c := range []byte(text) {
		if at := max(i-2, 0) / 3; c >= '0' && c <= '9' && at < len(n) { // four figures of the year, two of all else
			n[at] = 10*n[at] + int(c-'0')
		}
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC)
	if t.Format(form) != text {
		r.Fail("%s %.40q is no time such as 2026-01-31T00:00:00Z", what, text)
	}
	return t
}

// Reader takes values apart and keeps the first thing that is wrong.
type Reader struct{ err error }

// Err returns the first thing that is wrong.
func (r *Reader) Err() error { return r.err }

// Fail says what is wrong.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// as returns a value of a type, which is called kind.
func as[T any](r *Reader, v any, what, kind string) T {
	t, ok := v.(T)
	if !ok {
		r.Fail("%s is no %s", what, kind)
	}
	return t
}

// Object wants an object.
func (r *Reader) Object(v any, what string) Object { return as[Object](r, v, what, "object") }

func (r *Reader) list(v any, what string) []any { return as[[]any](r, v, what, "list") }

// String wants a string.
func (r *Reader) String(v any, what string) string { return as[string](r, v, what, "string") }

// Positive wants an integer of at least 1.
func (r *Reader) Positive(v any, what string) int64 {
	n, ok := v.(int64)
	if !ok || n < 1 {
		r.Fail("%s is no positive integer", what)
	}
	return n
}

func (r *Reader) hex(v any, what string) []byte {
	b, err := hex.DecodeString(r.String(v, what))
	if err != nil {
		r.Fail("%s is not hexadecimal", what)
	}
	return b
}

// Root is whom to trust.
type Root struct {
	Metadata
	keys  map[string]ed25519.PublicKey // by key id; keys of other kinds are left out
	roles map[string]trust
}

// trust is whose signatures a role needs, and how many of them.
type trust struct {
	keyIDs    []string
	threshold int64
}

// Same reports whether two roots say the same.
func (r *Root) Same(other *Root) bool { return bytes.Equal(r.signed, other.signed) }

func parseRoot(text []byte) (*Root, error) {
	m, err := parseMetadata(text)
	if err != nil {
		return nil, err
	}
	rd := &Reader{}
	r := &Root{Metadata: *m, keys: map[string]ed25519.PublicKey{}, roles: map[string]trust{}}
	if m.Role != roleRoot {
		rd.Fail("the file is the %.20q of a repository, want its root", m.Role)
	}
	if consistent, _ := m.Fields["consistent_snapshot"].(bool); !consistent {
		rd.Fail("the repository has no consistent snapshots")
	}
	for id, v := range rd.Object(m.Fields["keys"], "keys") {
		key := rd.Object(v, "a key")
		if key["keytype"] != "ed25519" || key["scheme"] != "ed25519" {
			continue
		}
		public := rd.hex(rd.Object(key["keyval"], "keyval")["public"], "public")
		if len(public) != ed25519.PublicKeySize {
			rd.Fail("a key has %d bytes, an Ed25519 key has %d", len(public), ed25519.PublicKeySize)
		}
		r.keys[id] = public
	}
	roles := rd.Object(m.Fields["roles"], "roles")
	for _, name := range []string{roleRoot, roleTimestamp, roleSnapshot, roleTargets} {
		role := rd.Object(roles[name], "the role "+name)
		t := trust{threshold: rd.Positive(role["threshold"], "threshold")}
		seen := map[string]bool{}
		for _, v := range rd.list(role["keyids"], "keyids") {
			id := rd.String(v, "keyid")
			if seen[id] {
				rd.Fail("the role %s has the key id %.20q twice", name, id)
			}
			seen[id] = true
			t.keyIDs = append(t.keyIDs, id)
		}
		r.roles[name] = t
	}
	return r, rd.err
}

// verify checks that enough different keys of a role have signed m. Keys count by their bytes: the same one under two
// ids is one. However many signatures there are, each key of the role is tried once.
func (r *Root) verify(m *Metadata) error {
	t := r.roles[m.Role]
	signers := map[string]bool{}
	for _, id := range t.keyIDs {
		key, signature := r.keys[id], m.signatures[id]
		if key != nil && signature != nil && !signers[string(key)] && ed25519.Verify(key, m.signed, signature) {
			signers[string(key)] = true
		}
	}
	if int64(len(signers)) < t.threshold {
		return fmt.Errorf("%d of the keys that may sign the %s have signed it, want %d", len(signers), m.Role, t.threshold)
	}
	return nil
}

// File is what metadata says of another file.
type File struct {
	Version int64  // of metadata
	Length  int64  // -1: not said, as of metadata
	SHA256  string // in hexadecimal; "" if not said
	Custom  Object
}

// Check compares a file with what is said of it.
func (f *File) Check(data []byte) error {
	if f.Length >= 0 && int64(len(data)) != f.Length {
		return fmt.Errorf("%d bytes, the signed length is %d", len(data), f.Length)
	}
	if got := Digest(data); f.SHA256 != "" && got != f.SHA256 {
		return fmt.Errorf("its SHA-256 is %s, the signed one %s", got, f.SHA256)
	}
	return nil
}

// Digest returns the SHA-256 of data in hexadecimal.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Listed returns the entry of m for another file of metadata.
func (m *Metadata) Listed(name string) (*File, error) {
	r := &Reader{}
	entry := r.Object(r.Object(m.Fields["meta"], "meta")[name], "the entry of "+name)
	f := ReadFile(r, entry)
	f.Version = r.Positive(entry["version"], "version")
	return f, r.err
}

// ReadFile reads what an entry says of a file.
func ReadFile(r *Reader, entry Object) *File {
	f := &File{Length: -1}
	if v, ok := entry["length"]; ok {
		f.Length = r.Positive(v, "length")
	}
	if v, ok := entry["hashes"]; ok {
		f.SHA256 = r.Digest(r.Object(v, "hashes")["sha256"], "sha256")
	}
	f.Custom, _ = entry["custom"].(Object)
	return f
}

func (r *Reader) Digest(v any, what string) string {
	if b := r.hex(v, what); len(b) != sha256.Size {
		r.Fail("%s has %d bytes, want %d", what, len(b), sha256.Size)
	} else {
		return hex.EncodeToString(b)
	}
	return ""
}
