package build

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/packs"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/recipe"
)

// recipeOptions are the flags of build that name a recipe.
type recipeOptions struct {
	recipe   string
	download string // folder
	files    recipe.Options
	found    *recipe.Found
}

func addRecipeFlags(cmd *cobra.Command, o *recipeOptions) {
	f := cmd.Flags()
	f.StringVar(&o.recipe, "recipe", "", "`name` of a recipe, see normlet packs, or a file whose name ends in .toml")
	cli.Completes(cmd, "recipe", cobra.ShellCompDirectiveDefault, recipe.Names(packs.Files)...)
	cli.AddFromFlag(cmd, &o.files.From)
	f.StringVar(&o.download, "download", "", "`folder` to bring today's files of the recipe to, which are then read")
	f.BoolVar(&o.files.AnyVersion, "any-version", false, "read files with another digest than the recipe's; the pack says so")
	f.BoolVar(&o.files.Private, "private", false, "also read sources that may not be redistributed; the pack says so")
}

// checkRecipeFlags refuses what a recipe states itself.
func checkRecipeFlags(cmd *cobra.Command, files []string) error {
	if len(files) > 0 {
		return cli.Usagef(cmd, "%q beside --recipe, which says what is read; --from names folders", files[0])
	}
	for _, name := range append(strings.Fields(cli.SourceFlags), "relations", "definitions", "company", "xrefs") {
		if name != "skip-bad" && name != "no-column-check" && name != cli.RaiseFlag && cmd.Flags().Changed(name) {
			return cli.Usagef(cmd, "--%s beside --recipe, which says how files are read", name)
		}
	}
	return nil
}

// findRecipe finds the files of the recipe, if there is one, and takes its settings where no flag
// has others.
func findRecipe(std *cli.IO, cmd *cobra.Command, o *options) error {
	p := &o.packs
	if p.recipe == "" {
		if len(o.relations) > 0 {
			o.parents = []string{assemble.AllNamespaces}
		}
		for _, name := range []string{"from", "download", "any-version", "private"} {
			if cmd.Flags().Changed(name) {
				return cli.Usagef(cmd, "--%s is for --recipe, which is missing", name)
			}
		}
		return nil
	}
	r, err := recipe.Load(packs.Files, p.recipe)
	if err != nil {
		return err
	}
	p.files.TrustColumns = o.read.TrustColumns
	if p.download != "" {
		if err := p.bring(cmd, std, r, given(o.out, o.report)); err != nil {
			return err
		}
	}
	if p.found, err = r.Find(p.files); err != nil {
		return err
	}
	std.Files.Reads(p.found.Paths...)
	std.Files.Reads(p.recipe) // which may be a file, with lists beside it
	for _, s := range p.found.Sources {
		std.Files.Reads(filepath.Join(filepath.Dir(p.recipe), filepath.FromSlash(s.Own)))
	}
	if err := std.Files.Check(given(o.out, o.report)...); err != nil {
		return cli.Usagef(cmd, "%v", err)
	}
	o.recipe.Meta = p.found.Facts()
	if o.head == "" {
		o.recipe.Bits = cmp.Or(o.recipe.Bits, r.Build.Bits)
		o.recipe.Method = cmp.Or(o.recipe.Method, r.Build.Method)
	}
	if !cmd.Flags().Changed("encoder") {
		o.encoder = "default" // which knows the terminologies of recipes
	}
	o.company, o.relations, o.definitions = r.Build.Company, p.found.Relations, p.found.Definitions
	o.parents = r.Build.Parents
	o.xrefs, o.details, o.references = p.found.XRefs, o.details || r.Build.Details, r.Build.References
	return nil
}

// leaveOut drops relations that the recipe does not want.
func (p *recipeOptions) leaveOut(all []data.Relation) []data.Relation {
	if p.found == nil {
		return all
	}
	return slices.DeleteFunc(all, func(r data.Relation) bool { return slices.Contains(p.found.Recipe.Build.Without, r.Relation) })
}

func given(paths ...string) []string {
	return slices.DeleteFunc(paths, func(path string) bool { return path == "" })
}

// readNames reads the terminology: what a recipe names, or the files.
func readNames(std *cli.IO, o *options, files []string) (*data.Terminology, *data.Report, error) {
	found := o.packs.found
	if found == nil {
		return inputs.Read(std, slices.Concat(files, o.translations), o.read)
	}
	o.packs.tellToday(std)
	t, rep, err := found.Read(o.recipe.Base, o.read.SkipBad)
	if err == nil {
		inputs.Tell(std, rep)
	}
	return t, rep, err
}
