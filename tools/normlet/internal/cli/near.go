package cli

import (
	"strconv"

	"github.com/spf13/cobra"
)

// AddNearFlags adds --compare-near, which unsets skip, and the name that it had: --skip-near=false. always says what
// needs no flag.
func AddNearFlags(cmd *cobra.Command, skip *bool, always string) {
	*skip = true
	f := cmd.Flags()
	f.VarPF(&notValue{skip}, "compare-near", "", "compare mentions that are names with near names, too"+always).NoOptDefVal = "true"
	old := f.VarPF(&boolValue{skip}, "skip-near", "", "the opposite of --compare-near")
	old.NoOptDefVal, old.Hidden, old.Deprecated = "true", true, "use --compare-near, which is --skip-near=false"
}

// boolValue is a flag of a truth value.
type boolValue struct{ of *bool }

func (b *boolValue) String() string { return strconv.FormatBool(b.of != nil && *b.of) }

func (b *boolValue) Type() string { return "bool" }

func (b *boolValue) Set(text string) error {
	v, err := strconv.ParseBool(text)
	if err == nil {
		*b.of = v
	}
	return err
}

// notValue is a flag of the opposite of a truth value.
type notValue struct{ of *bool }

func (n *notValue) String() string { return strconv.FormatBool(n.of != nil && !*n.of) }

func (n *notValue) Type() string { return "bool" }

func (n *notValue) Set(text string) error {
	v, err := strconv.ParseBool(text)
	if err == nil {
		*n.of = !v
	}
	return err
}
