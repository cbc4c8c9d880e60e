package encoder

// What the BiLSTM encoder reads of a name. Both are part of the weights' meaning.
const (
	// Alphabet is the number of symbols: the bytes of a text form. Nearly all names are ASCII, where a byte is a character;
	// other scripts need no table of their own and no character is unknown.
	Alphabet = 256
	// MaxSymbols is how many symbols of a name are read.
	MaxSymbols = 64
)

// AppendSymbols appends the symbols of a text form: its bytes, those of an empty form being one blank. Of a form longer
// than MaxSymbols the first and the last half of them remain, since long names differ in how they end ("... subunit
// beta-1") more than in their middle.
func AppendSymbols(dst []uint32, form []byte) []uint32 {
	if len(form) == 0 {
		return append(dst, ' ')
	}
	first, last := form, form[:0]
	if len(form) > MaxSymbols {
		first, last = form[:MaxSymbols/2], form[len(form)-MaxSymbols/2:]
	}
	for _, half := range [2][]byte{first, last} {
		for _, c := range half {
			dst = append(dst, uint32(c))
		}
	}
	return dst
}
