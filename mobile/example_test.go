//go:build !nodefaultpack

package mobile_test

import (
	"fmt"

	"github.com/normlet/normlet/mobile"
)

// Apps call the same in Java, Kotlin, Objective-C or Swift.
func ExampleNormalizer_Lookup() {
	n, err := mobile.OpenDefault()
	if err != nil {
		fmt.Println(mobile.ErrorKind(err.Error()))
		return
	}
	defer n.Close()
	found, err := n.Lookup("FOX-P2", 5)
	if err != nil {
		fmt.Println(mobile.ErrorKind(err.Error()))
		return
	}
	best := found.Get(0)
	fmt.Println(best.ID, best.Name, best.Stage)
	// Output: NCBIGene:93986 FOXP2 normalized
}
