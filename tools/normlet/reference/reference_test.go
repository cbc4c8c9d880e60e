package reference

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// tree has one of everything: paragraphs and examples, a shorthand, a default,
// markup, a persistent flag, and a command and a flag that nobody is told of.
func tree() *cobra.Command {
	root := &cobra.Command{Use: "tool COMMAND", Short: "Do things"}
	root.PersistentFlags().Bool("quiet", false, "say nothing")
	add := &cobra.Command{
		Use: "add FILE...", Short: "Add a|b", Run: func(*cobra.Command, []string) {},
		Long: "Add *files*, such as\n\n  <a>\n  .b 'c' \"d\"\n\nand\\or others.\n'Quoted' at the start.", Example: "  tool add x\n  tool add y | less",
	}
	add.Flags().StringP("out", "o", "a|b", "`file` to write, x|y")
	add.Flags().IntP("k", "k", 0, "how many")
	add.Flags().Int("secret", 0, "not shown")
	_ = add.Flags().MarkHidden("secret")
	root.AddCommand(add, &cobra.Command{Use: "hidden", Hidden: true, Run: add.Run})
	return root
}

// oneGroup puts all flags of a command under one heading.
func oneGroup(cmd *cobra.Command) []Group {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.AddFlagSet(cmd.LocalFlags())
	all.AddFlagSet(cmd.InheritedFlags())
	return []Group{{"None", pflag.NewFlagSet("", pflag.ContinueOnError)}, {"A-B", all}}
}

func TestMarkdown(t *testing.T) {
	const note = "<!-- Written by go generate ./tools/normlet from the commands: change those. -->\n\n"
	compare(t, Markdown(tree(), oneGroup), []Page{
		{"README.md", []byte(note + "# tool\n\n```\ntool COMMAND\n```\n\nDo things.\n\n| command | does |\n|---|---|\n| [add](tool-add.md) | Add a\\|b |\n" +
			"\n## Flags\n\nA-B:\n\n- `--quiet`: say nothing\n")},
		{"tool-add.md", []byte(note + "# tool add\n\n```\ntool add FILE... [flags]\n```\n\nAdd \\*files\\*, such as\n\n```\n<a>\n.b 'c' \"d\"\n```\n\n" +
			"and\\\\or others.\n'Quoted' at the start.\n\n## Examples\n\n```\ntool add x\ntool add y | less\n```\n" +
			"\n## Flags\n\nA-B:\n\n- `-k` int: how many\n- `-o, --out` file: file to write, x|y (default `a|b`)\n- `--quiet`: say nothing\n" +
			"\nUp: [tool](README.md)\n")},
	})
}

func TestMan(t *testing.T) {
	compare(t, Man(tree(), oneGroup), []Page{
		{"tool.1", []byte(".TH \"TOOL\" 1 \"\" \"tool\" \"Do things\"\n.SH NAME\ntool \\- Do things\n.SH SYNOPSIS\n.B tool COMMAND\n" +
			".SH DESCRIPTION\n.PP\nDo things.\n.SH COMMANDS\n.TP\n.B add\nAdd a|b\n.SH OPTIONS\n.SS A\\-B\n.TP\n\\fB\\-\\-quiet\\fR\nsay nothing\n" +
			".SH SEE ALSO\n\\fBtool\\-add\\fR(1)\n")},
		{"tool-add.1", []byte(".TH \"TOOL\\-ADD\" 1 \"\" \"tool\" \"Do things\"\n.SH NAME\ntool\\-add \\- Add a|b\n.SH SYNOPSIS\n.B tool add FILE... [flags]\n" +
			".SH DESCRIPTION\n.PP\nAdd *files*, such as\n.PP\n.RS\n.nf\n<a>\n\\&.b 'c' \\(dqd\\(dq\n.fi\n.RE\n.PP\nand\\eor others.\n\\&'Quoted' at the start.\n" +
			".SH OPTIONS\n.SS A\\-B\n.TP\n\\fB\\-k\\fR \\fIint\\fR\nhow many\n.TP\n\\fB\\-o, \\-\\-out\\fR \\fIfile\\fR\nfile to write, x|y (default a|b)\n.TP\n\\fB\\-\\-quiet\\fR\nsay nothing\n" +
			".SH EXAMPLES\n.PP\n.RS\n.nf\ntool add x\ntool add y | less\n.fi\n.RE\n.SH SEE ALSO\n\\fBtool\\fR(1)\n")},
	})
}

func compare(t *testing.T, got, want []Page) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d pages, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].Name != want[i].Name || string(got[i].Content) != string(want[i].Content) {
			t.Errorf("%s:\n%s\nwant %s:\n%s", got[i].Name, got[i].Content, want[i].Name, want[i].Content)
		}
	}
}
