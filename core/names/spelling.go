package names

import "strings"

// anyCase is the length from which capitals make no difference.
const anyCase = 6

// SameButCase reports whether two names are equal, or would be at the start of a
// sentence or in a heading: "heparin" is "Heparin", while "no" is not "NO".
func SameButCase(a, b string) bool {
	if len(a) >= anyCase && strings.EqualFold(a, b) {
		return true
	}
	if len(a) != len(b) || len(a) < 2 || a[1:] != b[1:] || a[0]|0x20 != b[0]|0x20 {
		return a == b
	}
	return a == b || isLower(a[0]|0x20) && isLower(a[1])
}

// minLoose is the number of letters from which a plural s is left out of a loose form.
const minLoose = 5

// AppendLoose appends a compact form without what two spellings of one name differ
// in: a plural s, and what the rewrites say of spelling (tumour, oedema, sulphate).
func (r *Rewrites) AppendLoose(dst, compact []byte, off RuleSet) []byte {
	n := len(compact)
	if !off.Has(Plural) && n >= minLoose && compact[n-1] == 's' && isLower(compact[n-2]) && strings.IndexByte("ius", compact[n-2]) < 0 {
		n--
	}
	compact = compact[:n]
	if off.Has(Spelling) {
		return append(dst, compact...)
	}
	for len(compact) > 0 {
		size := 1
		if p := r.spellingAt(compact); p != nil {
			dst, size = append(dst, p.to...), len(p.from)
		} else {
			dst = append(dst, compact[0])
		}
		compact = compact[size:]
	}
	return dst
}

// spellingAt returns the spelling that a text begins with, or nil.
func (r *Rewrites) spellingAt(text []byte) *rewrite {
	for i := range r.spelling {
		if p := &r.spelling[i]; p.from[0] == text[0] && len(text) >= len(p.from) && string(text[:len(p.from)]) == p.from {
			return p
		}
	}
	return nil
}
