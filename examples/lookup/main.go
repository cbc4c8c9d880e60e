// Command lookup prints the entity of the default pack that each mention means. An app needs no more than this:
//
//	go run ./examples/lookup FOX-P2 aspirin
//
// The program of tools/normlet has a command of this name, which does more and takes longer to compile.
package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

func main() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err == nil {
		err = lookup(os.Stdout, n, os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lookup:", err)
		os.Exit(1)
	}
}

// lookup writes a line for each mention: what it means, and the probability that this is right.
func lookup(w io.Writer, n *core.Normalizer, mentions []string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "MENTION\tID\tNAME\tP\tSTAGE")
	for _, mention := range mentions {
		if a := n.Lookup(mention, 1); a.NIL {
			fmt.Fprintf(t, "%s\tNIL\t\t%.2f\t\n", mention, a.PNIL)
		} else {
			m := a.Matches[0]
			fmt.Fprintf(t, "%s\t%s\t%s\t%.2f\t%s\n", mention, m.ID, m.Name, m.P, m.Stage)
		}
	}
	return t.Flush()
}
