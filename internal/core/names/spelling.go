package names

import "strings"

// anyCase is the length, in bytes, from which capitals make no difference.
const anyCase = 6

// SameButCase reports whether two names are equal, or would be equal at the start of a sentence or in a heading: "heparin" and
// "Heparin" are the same, "no" and "NO" are not.
func SameButCase(a, b string) bool {
	if len(a) >= anyCase && strings.EqualFold(a, b) {
		return true
	}
	if len(a) != len(b) || len(a) < 2 || a[1:] != b[1:] || a[0]|0x20 != b[0]|0x20 {
		return a == b
	}
	return a == b || isLower(a[0]|0x20) && isLower(a[1])
}

// minLoose is the length, in bytes, from which a loose form drops a plural s.
const minLoose = 5

// AppendLoose appends the loose form of a compact form: without a plural s, and in American spelling (tumour, oedema,
// sulphate).
func (r *Rewrites) AppendLoose(dst, compact []byte, off RuleSet) []byte {
	for compact = withoutPlural(compact, off); len(compact) > 0; {
		size, letters := r.nextLoose(compact, off)
		dst, compact = append(dst, letters...), compact[size:]
	}
	return dst
}

// IsLoose reports whether AppendLoose would append loose. It stops at the first difference, which comes early in most names.
func (r *Rewrites) IsLoose(loose, compact []byte, off RuleSet) bool {
	for compact = withoutPlural(compact, off); len(compact) > 0; {
		if len(loose) > 0 && loose[0] == compact[0] && !r.respelt[compact[0]] {
			loose, compact = loose[1:], compact[1:] // most letters
			continue
		}
		size, letters := r.nextLoose(compact, off)
		if len(loose) < len(letters) || string(loose[:len(letters)]) != letters {
			return false
		}
		loose, compact = loose[len(letters):], compact[size:]
	}
	return len(loose) == 0
}

// withoutPlural returns a compact form without a plural s.
func withoutPlural(compact []byte, off RuleSet) []byte {
	n := len(compact)
	if !off.Has(Plural) && n >= minLoose && compact[n-1] == 's' && isLower(compact[n-2]) && strings.IndexByte("ius", compact[n-2]) < 0 {
		n--
	}
	return compact[:n]
}

// nextLoose returns the first letters of the loose form of compact, which is not empty, and how many bytes they replace.
func (r *Rewrites) nextLoose(compact []byte, off RuleSet) (size int, letters string) {
	if r.respelt[compact[0]] && !off.Has(Spelling) {
		for i := range r.spelling {
			if p := &r.spelling[i]; len(compact) >= len(p.from) && string(compact[:len(p.from)]) == p.from {
				return len(p.from), p.to
			}
		}
	}
	return 1, View(compact[:1])
}
