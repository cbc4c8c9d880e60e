package names_test

import (
	"fmt"

	"github.com/normlet/normlet/internal/core/names"
)

// Spellings that people do not tell apart have one form, and fewer still one key.
func ExampleForm() {
	for _, name := range []string{"FOX-P2", "PLCγ2", "Sjögren’s  syndrome", "Ca²⁺"} {
		form := names.Form(name)
		fmt.Printf("%q %q\n", form, names.Key(name))
	}
	// Output:
	// "fox-p2" "foxp2"
	// "plcgamma2" "plcgamma2"
	// "sjogren's syndrome" "sjogrenssyndrome"
	// "ca2+" "ca2"
}
