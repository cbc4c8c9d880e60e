// Package set reads pack sets: packs that hold the entities of one list between them, for
// lists that are too large to be built as one.
//
// # Manifest
//
// A set is a text file, NAME.normset, beside its members. It is UTF-8; each line ends in a
// newline:
//
//	normlet-set 1
//	SHA256 BYTES FILE     one line a member: digest of the file in hexadecimal, its size, its name
//
// There are 4,096 members at most. Members lie beside the manifest, so a name with a path
// separator is refused. The line order is that of the entities: each member has a range of
// ids, which come after those of the member before.
//
// # Members
//
// A member is a pack with a section ORDR, which says where its rows come among those of the
// set (package pack, Join). Encoder, binarizer, calibration, word counts, synonyms, rewrites
// and topics are the same bytes in all: those of the whole list. So row and entity numbers,
// the nearest names, the probabilities and NIL are those of one pack of the whole list.
//
// # What opening checks
//
// Size and digest of each member; all that package pack checks of each; that what has to be
// the same is; that ids ascend from member to member, so that none is in two; that the rows
// of all members fill the places of ORDR, each once, so that no member is missing; and that
// 4,096 rows all over the set are in order. normlet verify compares all rows.
package set

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	magic      = "normlet-set"
	version    = "1"
	maxMembers = 4096
)

// Member is a line of a manifest.
type Member struct {
	SHA256 [32]byte
	Size   int64
	File   string // beside the manifest
}

// Is reports whether a file begins as a manifest does.
func Is(data []byte) bool { return bytes.HasPrefix(data, []byte(magic+" ")) }

// Parse reads a manifest. Errors name the line.
func Parse(data []byte) ([]Member, error) {
	first, rest, ended := bytes.Cut(data, []byte("\n"))
	switch v, ok := strings.CutPrefix(string(first[:min(len(first), 64)]), magic+" "); {
	case !ok:
		return nil, fmt.Errorf("line 1: not a pack set: it does not begin with %q", magic+" "+version)
	case v != version:
		return nil, fmt.Errorf("line 1: a pack set of version %q, this program reads %s; update the program", v, version)
	case !ended || len(rest) == 0:
		return nil, errors.New("line 2: the set has no members: the file is cut off")
	}
	var list []Member
	seen := map[string]int{}
	for number := 2; len(rest) > 0; number++ {
		if number > maxMembers+1 {
			return nil, fmt.Errorf("line %d: more than %d members", number, maxMembers)
		}
		var line []byte
		if line, rest, ended = bytes.Cut(rest, []byte("\n")); !ended {
			return nil, fmt.Errorf("line %d: it does not end in a newline: the file is cut off", number)
		}
		m, err := parseMember(string(line))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if before := seen[m.File]; before > 0 {
			return nil, fmt.Errorf("line %d: %q is the member of line %d, too", number, m.File, before)
		}
		seen[m.File] = number
		list = append(list, m)
	}
	return list, nil
}

// parseMember reads a line.
func parseMember(line string) (m Member, err error) {
	if !utf8.ValidString(line) {
		return m, errors.New("it is not valid UTF-8")
	}
	digest, rest, _ := strings.Cut(line, " ")
	size, file, ok := strings.Cut(rest, " ")
	if !ok {
		return m, fmt.Errorf("%.100q is not a digest, a size and a file name with blanks between", line)
	}
	sum, err := hex.DecodeString(digest)
	if err != nil || len(sum) != len(m.SHA256) || strings.ToLower(digest) != digest {
		return m, fmt.Errorf("%.100q is no SHA-256: 64 digits 0-9 and a-f", digest)
	}
	m.SHA256 = [32]byte(sum)
	if m.Size, err = strconv.ParseInt(size, 10, 64); err != nil || m.Size <= 0 || strconv.FormatInt(m.Size, 10) != size {
		return m, fmt.Errorf("%.100q is no size in bytes", size)
	}
	m.File = file
	return m, checkFile(file)
}

// checkFile refuses what is not the name of a file beside the manifest.
func checkFile(name string) error {
	control := func(r rune) bool { return r < ' ' }
	if name == "." || strings.ContainsAny(name, `/\`) || strings.ContainsFunc(name, control) || !filepath.IsLocal(name) {
		return fmt.Errorf("%.100q is not the name of a file beside the manifest", name)
	}
	return nil
}

// Append appends the manifest of some members, which Parse reads.
func Append(dst []byte, list []Member) []byte {
	dst = append(dst, magic+" "+version+"\n"...)
	for _, m := range list {
		dst = fmt.Appendf(dst, "%x %d %s\n", m.SHA256, m.Size, m.File)
	}
	return dst
}
