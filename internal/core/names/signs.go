package names

// SameSigns reports whether two text forms with the same letters and digits have the same
// signs and primes in the same places: K+ is not K, (+)-catechin not (-)-catechin, and 5'
// not 5, while Ca(2+) is Ca2+. A hyphen, an apostrophe and a plus between words are no signs.
func SameSigns(a, b []byte) bool {
	for i, j, n, m := 0, 0, 0, 0; ; i, j = i+1, j+1 { // n and m letters and digits, in bytes, were passed
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

// nextSign returns where the next sign or prime stands in form, from i on, or its end, and
// n and the bytes of the letters and digits before.
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

// isSign reports whether the character at form[i] says what the letters and digits do not.
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
	case '\'': // patients' is a plural
		return before == '\'' || classes[before] == Digits || classes[before] == Letters && before != 's' && classes[after] != Letters
	}
	return false
}
