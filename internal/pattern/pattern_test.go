package pattern

import "testing"

func TestOf(t *testing.T) {
	word := Of(`^\w+$`)
	if first, again := word(), word(); first != again || !word().MatchString("word") || word().MatchString("two words") {
		t.Error("not one expression that matches words")
	}
	broken := Of(`(`) // no panic yet
	defer func() {
		if recover() == nil {
			t.Error("an expression that is none was compiled")
		}
	}()
	broken()
}
