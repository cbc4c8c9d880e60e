package names

// SameSigns reports whether two text forms with the same letters and digits have the same signs and primes in the same places:
// K+ differs from K, (+)-catechin from (-)-catechin, and 5' from 5, but Ca(2+) equals Ca2+. A hyphen, an apostrophe or a plus
// between words is no sign.
func SameSigns(a, b []byte) bool {
	for i, j, n, m := 0, 0, 0, 0; ; i, j = i+1, j+1 { // n and m count the bytes of letters and digits so far
		i, n = nextSign(a, i, n)
		j, m = nextSign(b, j, m)
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] || n != m {
			return false
		}
	}
}

// nextSign returns the place of the next sign or prime in form from i on, or len(form), and n plus the bytes of the letters and
// digits before it.
func nextSign(form []byte, i, n int) (int, int) {
	for i < len(form) && !isSign(form, i) {
		class, size := classAt(form, i)
		if class == Letters || class == Digits {
			n += size
		}
		i += size
	}
	return i, n
}

// isSign reports whether the character at form[i] is a sign or a prime, so that it adds to the meaning of letters and digits.
func isSign(form []byte, i int) bool {
	before, after := byte(' '), byte(' ')
	if i > 0 {
		before = form[i-1]
	}
	if i+1 < len(form) {
		after = form[i+1]
	}
	switch form[i] {
	case '+':
		return before != ' ' || after != ' '
	case '-':
		return before != ' ' && (after == ' ' || after == ')' || after == ']')
	case '\'': // after an s it marks a plural: patients'
		return before == '\'' || classes[before] == Digits || classes[before] == Letters && before != 's' && classes[after] != Letters
	}
	return false
}
