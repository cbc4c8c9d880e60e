package bilstm

// What the network reads of a name.
const (
	// alphabet is the number of symbols: the bytes of a text form. Other scripts than ASCII need no table of their own.
	alphabet = 256
	// maxSymbols is how many symbols of a name are read.
	maxSymbols = 64
)

// appendSymbols appends the symbols of a text form: its bytes, or one blank for an empty form. Of a form longer than
// maxSymbols both ends remain: long names differ in how they end ("... subunit beta-1") more than in their middle.
func appendSymbols(dst []uint32, form []byte) []uint32 {
	if len(form) == 0 {
		return append(dst, ' ')
	}
	first, last := form, form[:0]
	if len(form) > maxSymbols {
		first, last = form[:maxSymbols/2], form[len(form)-maxSymbols/2:]
	}
	for _, half := range [2][]byte{first, last} {
		for _, c := range half {
			dst = append(dst, uint32(c))
		}
	}
	return dst
}
