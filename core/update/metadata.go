package update

import (
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

// maxMetadata is how long a file of metadata may be. A list of 1,000 packs takes half of it.
const maxMetadata = 1 << 20

// metadata is a file of metadata whose signatures nobody has checked yet.
type metadata struct {
	role       string
	version    int64
	expires    time.Time
	fields     object            // of the signed part
	signed     []byte            // its canonical form
	signatures map[string][]byte // by key id
}

// parseMetadata checks the form of a file of metadata, and no signature.
func parseMetadata(text []byte) (*metadata, error) {
	if len(text) > maxMetadata {
		return nil, fmt.Errorf("%d bytes of metadata, at most %d allowed", len(text), maxMetadata)
	}
	v, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	file := r.object(v, "the file")
	m := &metadata{fields: r.object(file["signed"], "signed"), signatures: map[string][]byte{}}
	m.signed = canonical(nil, m.fields)
	m.role = r.string(m.fields["_type"], "_type")
	m.version = r.positive(m.fields["version"], "version")
	expires := r.string(m.fields["expires"], "expires")
	if m.expires, err = time.Parse("2006-01-02T15:04:05Z", expires); err != nil {
		r.fail("expires %.40q is no time such as 2026-01-31T00:00:00Z", expires)
	}
	if s := r.string(m.fields["spec_version"], "spec_version"); len(s) < 2 || s[:2] != "1." {
		r.fail("spec_version is %.20q, this release reads 1.x", s)
	}
	for _, s := range r.list(file["signatures"], "signatures") {
		o := r.object(s, "a signature")
		id := r.string(o["keyid"], "keyid")
		if m.signatures[id] != nil {
			r.fail("two signatures have the key id %.20q", id) // TUF wants one of each key
		}
		m.signatures[id] = r.hex(o["sig"], "sig")
	}
	return m, r.err
}

// reader takes values apart and keeps the first thing that is wrong.
type reader struct{ err error }

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// as returns a value of a type, which is called kind.
func as[T any](r *reader, v any, what, kind string) T {
	t, ok := v.(T)
	if !ok {
		r.fail("%s is no %s", what, kind)
	}
	return t
}

func (r *reader) object(v any, what string) object { return as[object](r, v, what, "object") }

func (r *reader) list(v any, what string) []any { return as[[]any](r, v, what, "list") }

func (r *reader) string(v any, what string) string { return as[string](r, v, what, "string") }

func (r *reader) positive(v any, what string) int64 {
	n, ok := v.(int64)
	if !ok || n < 1 {
		r.fail("%s is no positive integer", what)
	}
	return n
}

func (r *reader) hex(v any, what string) []byte {
	b, err := hex.DecodeString(r.string(v, what))
	if err != nil {
		r.fail("%s is not hexadecimal", what)
	}
	return b
}

// root is whom to trust.
type root struct {
	metadata
	keys  map[string]ed25519.PublicKey // by key id; keys of other kinds are left out
	roles map[string]trust
}

// trust is whose signatures a role needs, and how many of them.
type trust struct {
	keyIDs    []string
	threshold int64
}

func parseRoot(text []byte) (*root, error) {
	m, err := parseMetadata(text)
	if err != nil {
		return nil, err
	}
	rd := &reader{}
	r := &root{metadata: *m, keys: map[string]ed25519.PublicKey{}, roles: map[string]trust{}}
	if m.role != roleRoot {
		rd.fail("the file is the %.20q of a repository, want its root", m.role)
	}
	if consistent, _ := m.fields["consistent_snapshot"].(bool); !consistent {
		rd.fail("the repository has no consistent snapshots")
	}
	for id, v := range rd.object(m.fields["keys"], "keys") {
		key := rd.object(v, "a key")
		if key["keytype"] != "ed25519" || key["scheme"] != "ed25519" {
			continue
		}
		public := rd.hex(rd.object(key["keyval"], "keyval")["public"], "public")
		if len(public) != ed25519.PublicKeySize {
			rd.fail("a key has %d bytes, an Ed25519 key has %d", len(public), ed25519.PublicKeySize)
		}
		r.keys[id] = public
	}
	roles := rd.object(m.fields["roles"], "roles")
	for _, name := range []string{roleRoot, roleTimestamp, roleSnapshot, roleTargets} {
		role := rd.object(roles[name], "the role "+name)
		t := trust{threshold: rd.positive(role["threshold"], "threshold")}
		seen := map[string]bool{}
		for _, v := range rd.list(role["keyids"], "keyids") {
			id := rd.string(v, "keyid")
			if seen[id] {
				rd.fail("the role %s has the key id %.20q twice", name, id)
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
func (r *root) verify(m *metadata) error {
	t := r.roles[m.role]
	signers := map[string]bool{}
	for _, id := range t.keyIDs {
		key, signature := r.keys[id], m.signatures[id]
		if key != nil && signature != nil && !signers[string(key)] && ed25519.Verify(key, m.signed, signature) {
			signers[string(key)] = true
		}
	}
	if int64(len(signers)) < t.threshold {
		return fmt.Errorf("%d of the keys that may sign the %s have signed it, want %d", len(signers), m.role, t.threshold)
	}
	return nil
}

// file is what metadata says of another file.
type file struct {
	version int64  // of metadata
	length  int64  // -1: not said, as of metadata
	sha256  string // in hexadecimal; "" if not said
	custom  object
}

// check compares a file with what is said of it.
func (f *file) check(data []byte) error {
	if f.length >= 0 && int64(len(data)) != f.length {
		return fmt.Errorf("%d bytes, the signed length is %d", len(data), f.length)
	}
	if got := Digest(data); f.sha256 != "" && got != f.sha256 {
		return fmt.Errorf("its SHA-256 is %s, the signed one %s", got, f.sha256)
	}
	return nil
}

// Digest returns the SHA-256 of data in hexadecimal.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// listed returns the entry of m for another file of metadata.
func (m *metadata) listed(name string) (*file, error) {
	r := &reader{}
	entry := r.object(r.object(m.fields["meta"], "meta")[name], "the entry of "+name)
	f := readFile(r, entry)
	f.version = r.positive(entry["version"], "version")
	return f, r.err
}

func readFile(r *reader, entry object) *file {
	f := &file{length: -1}
	if v, ok := entry["length"]; ok {
		f.length = r.positive(v, "length")
	}
	if v, ok := entry["hashes"]; ok {
		f.sha256 = r.digest(r.object(v, "hashes")["sha256"], "sha256")
	}
	f.custom, _ = entry["custom"].(object)
	return f
}

func (r *reader) digest(v any, what string) string {
	if b := r.hex(v, what); len(b) != sha256.Size {
		r.fail("%s has %d bytes, want %d", what, len(b), sha256.Size)
	} else {
		return hex.EncodeToString(b)
	}
	return ""
}
