// Package build is the command normlet build.
package build

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/cost"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
	"github.com/normlet/normlet/train/tag"
)

type options struct {
	out, report, sign   string
	rawCodes            bool
	read                data.ReadOptions
	encoder, head       string
	mentions, relations []string // files
	parents             []string // namespaces
	documents           []string // files
	types               []string // [NAMESPACE=]TYPE
	mentionFiles        []data.QueryReport
	company             []string // namespaces
	definitions, xrefs  string   // files
	details             bool
	references          []string // of a recipe
	weights, lender     string   // files
	lend                string   // none, a file, or "" for the default
	translations        []string // files
	lendLanguage        string   // a pack
	texts               []string // files
	textColumn          string
	recipe              assemble.Recipe
	packs               recipeOptions
	facts               []string // as many as facts, "" for none
}

// facts are what the pack keeps of the terminology's source, as flags.
var facts = []struct{ key, usage string }{
	{"name", "name of the terminology, kept in the pack"},
	{"source", "where it comes from, kept in the pack"},
	{"version", "its version, kept in the pack"},
	{"date", "date of the source, kept in the pack"},
	{"license", "its licence, kept in the pack"},
}

func New(std *cli.IO) *cobra.Command {
	var o options

	cmd := &cobra.Command{
		Use:     "build {[NAMESPACE=]TERMINOLOGY... | --recipe NAME {--from FOLDER,... | --download FOLDER}} --out FILE",
		Short:   "Make a pack of a terminology",
		Long:    help,
		Example: examples,
		Args: func(cmd *cobra.Command, files []string) error {
			if o.packs.recipe != "" {
				return checkRecipeFlags(cmd, files)
			}
			return cli.ArgCount(1, -1, "a terminology file")(cmd, files)
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := o.complete(std, cmd); err != nil {
				return err
			}
			return build(cmd.Context(), std, o, files)
		},
	}
	o.addFlags(cmd)
	return cli.ReadsArgs(cmd)
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "pack `file` to write")
	f.StringVar(&o.encoder, "encoder", "auto", "auto, default, train, or the `file` of an encoder or pack")
	cli.Completes(cmd, "encoder", cobra.ShellCompDirectiveDefault, "auto", "default", "train")
	f.StringVar(&o.head, "head", "", "`file` of a binarizer or pack, in place of fitting one")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: counts, ambiguous names, what was left out and why, retired and alternative ids")
	cli.WordFlag(cmd, &o.recipe.Method, "method", fit.Methods(), "binarizer: "+strings.Join(fit.Methods(), ", ")+" (default: what suits the bits)")
	f.IntVar(&o.recipe.Bits, "bits", 0, "length of a code, a multiple of 64 (default: 256 for 1,001 to 20,000 names, 128 for other lists)")
	f.StringSliceVar(&o.mentions, "mentions", nil, "query `files` of labelled mentions to add and to fit the ranker on, separated by commas")
	f.StringVar(&o.weights, "weights", "", "`file` of lines id TAB weight")
	f.StringVar(&o.lender, "weights-from", "", "pack `file` whose entities' weights to borrow (default: the default pack)")
	f.StringVar(&o.lend, "synonyms-from", "", "none, or a terminology `file` whose synonyms entities with one name borrow (default: MeSH, Disease Ontology and ChEBI, if the list is of their field)")
	cli.Completes(cmd, "synonyms-from", cobra.ShellCompDirectiveDefault, "none")
	f.StringSliceVar(&o.translations, "translations", nil, "`files` of names of the entities in other languages, such as Babelon TSV, separated by commas")
	f.StringVar(&o.lendLanguage, "lend-language", "", "`pack` whose tables of other languages are taken over, as far as they lead to words of the list")
	f.StringSliceVar(&o.texts, "texts", nil, "`files` of texts in which names are counted for the weights, separated by commas")
	f.StringVar(&o.textColumn, "text-column", "", "`name` of the column of tables that holds the texts")
	f.StringSliceVar(&o.documents, "documents", nil, "`files` of PubTator, BioC, brat or CoNLL in which all entities are marked, to learn where texts name them")
	f.StringSliceVar(&o.types, "type", nil, "`type` of the entities, or NAMESPACE=TYPE, separated by commas: "+strings.Join(tag.Types(), ", ")+" (default: found out by their names)")
	cli.Completes(cmd, "type", cobra.ShellCompDirectiveNoFileComp, tag.Types()...)
	f.StringSliceVar(&o.company, "company", nil, "`namespaces` whose entities are told apart by what relations state of them, separated by commas, or all (default: none)")
	f.StringSliceVar(&o.relations, "relations", nil, "`files` of lines id TAB relation TAB parent, for parents and company, separated by commas; own: those that the terminology states")
	f.StringVar(&o.definitions, "definitions", "", "`file` of lines id TAB definition, for details")
	f.BoolVar(&o.details, "details", false, "keep full names, definitions, cross-references and former ids")
	f.StringVar(&o.xrefs, "xrefs", "", "`file` of lines id TAB id in another database, for details and entities that are the same thing")
	addRecipeFlags(cmd, &o.packs)
	cli.AddSeedFlag(cmd, &o.recipe.Seed)
	inputs.AddFlags(cmd, &o.read)
	cli.AddSignFlag(cmd, &o.sign)
	cli.AddRawCodesFlag(cmd, &o.rawCodes)
	cli.Reads(cmd, "encoder", "head", "mentions", "relations", "definitions", "documents", "xrefs", "weights", "weights-from", "synonyms-from", "texts", "translations", "lend-language")
	cli.WritesInto(cmd, "download")
	cli.Writes(cmd, "out", "report")
	o.facts = make([]string, len(facts))
	for i, fact := range facts {
		f.StringVar(&o.facts[i], fact.key, "", fact.usage)
	}
	cli.Groups(cmd,
		cli.SourcesGroup,
		"Recipe: recipe from download | any-version private",
		"Languages: translations | lend-language",
		"Encoder: encoder",
		"Codes: bits | method head raw-codes seed",
		"Ranking: mentions texts | weights weights-from synonyms-from text-column",
		"Context: company | type documents relations definitions",
		"Details: | details xrefs",
		"Metadata: license | name source version date",
		"Output: out sign force | report")
}

// complete checks the flags, finds the recipe, and fills in what follows from them.
func (o *options) complete(std *cli.IO, cmd *cobra.Command) error {
	if o.out == "" {
		return cli.Usagef(cmd, "--out is missing")
	}
	if err := findRecipe(std, cmd, o); err != nil {
		return err
	}
	changed := cmd.Flags().Changed
	switch {
	case o.head != "" && (changed("method") || changed("bits")):
		return cli.Usagef(cmd, "--method and --bits are those of the binarizer that --head reads")
	case !o.details && o.definitions != "":
		return cli.Usagef(cmd, "--definitions is for --details, which is missing")
	case o.textColumn != "" && len(o.texts) == 0:
		return cli.Usagef(cmd, "--text-column is for --texts, which is missing")
	case len(o.types) > 0 && len(o.documents) > 0:
		return cli.Usagef(cmd, "--type is of the tagger that normlet has, and --documents teaches one with the types marked there: leave one out")
	}
	var err error
	if o.recipe.Types, err = tag.ParseStated(o.types); err != nil {
		return cli.Usagef(cmd, "--type: %v", err)
	}
	if changed("bits") {
		if err := binarize.CheckShape(o.recipe.Bits, 1); err != nil {
			return cli.Usagef(cmd, "--bits: %v", err)
		}
	}
	for i, value := range o.facts {
		if value != "" {
			o.recipe.Meta = packfile.WithFact(o.recipe.Meta, facts[i].key, value)
		}
	}
	return nil
}

// buildGC is how many per cent of what is in use may be garbage before it is collected: 200,000 names take 260 MB with 33,
// 375 with the default of 100.
const buildGC = 33

func build(ctx context.Context, std *cli.IO, o options, files []string) error {
	o.recipe.Samples = hook.MadeUp
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	start := time.Now()
	bar := progress.New(std.Err)
	defer bar.Close()
	key, err := packfile.SignKey(o.sign)
	if err != nil {
		return err
	}
	out, err := std.Files.Create(o.out, packfile.Kind) // first: a path that cannot be written must fail before the work
	if err != nil {
		return err
	}
	defer out.Close()
	report, err := std.Create(o.report, buildReportFile)
	if err != nil {
		return err
	}
	defer report.Close()
	found, err := readRecipe(std, &o, files)
	if err != nil {
		return err
	}
	contents, rep, err := assemble.Run(ctx, o.recipe, bar.Set)
	if err != nil {
		return err
	}
	bar.Set("write", 0, 1)
	content, err := contents.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes, Threads: 2})
	if err != nil {
		return err
	}
	if content, err = packfile.Sign(key, content); err != nil {
		return err
	}
	if err := cli.Commit(ctx, out, content); err != nil {
		return err
	}
	bar.Close()
	summary := newBuildReport(found, o.recipe.Terminology.Joins, contents, len(content))
	summary.Mentions, summary.Types = o.mentionFiles, typesReport(rep.Types)
	describeBuild(std, &o, contents, rep, summary)
	fmt.Fprintf(std.Err, "wrote %s: %d names of %d entities, codes of %d bits, %d bytes (%.1f a name)\n",
		o.out, rep.Names, rep.Entities, contents.Bits, len(content), float64(len(content))/float64(rep.Names))
	fmt.Fprintln(std.Err, cost.Since(start))
	return cli.CommitJSON(ctx, report, summary)
}

func readRecipe(std *cli.IO, o *options, files []string) (found *data.Report, err error) {
	r := &o.recipe
	if r.Base, err = hook.ParseDefault(std.DefaultPack); err != nil {
		return nil, fmt.Errorf("default pack: %w", err)
	}
	if r.Terminology, found, err = readNames(std, o, files); err != nil {
		return nil, err
	}
	if err := readDetails(o, found); err != nil {
		return nil, err
	}
	if r.Relations, err = readRelations(o); err != nil {
		return nil, err
	}
	r.Company, r.Parents = o.company, o.parents
	for _, read := range []func(*cli.IO, *options) error{readMentions, readWeights, readLexicon, readLabelled, readLender} {
		if err := read(std, o); err != nil {
			return nil, err
		}
	}
	switch o.encoder {
	case "default":
	case "auto":
		r.Train = assemble.Better
	case "train":
		r.Train = assemble.Always
	default:
		if r.Encoder, err = packfile.ReadEncoder(o.encoder); err != nil {
			return nil, err
		}
	}
	r.Head, err = packfile.ReadHead(o.head)
	return found, err
}

// ownRelations as --relations stands for those that the terminology has.
const ownRelations = "own"

// readDetails reads definitions, and what --details and --xrefs add.
func readDetails(o *options, found *data.Report) (err error) {
	var definitions map[string]string
	if o.definitions != "" {
		if definitions, err = data.ReadDefinitions(o.definitions); err != nil {
			return err
		}
	}
	if o.xrefs != "" {
		xrefs, err := data.ReadXRefs(o.xrefs)
		if err != nil {
			return err
		}
		o.recipe.Terminology.XRefs = append(o.recipe.Terminology.XRefs, xrefs...)
	}
	if o.details {
		o.recipe.Details = &assemble.Details{Definitions: definitions, Former: found.Secondary, References: o.references}
	}
	return nil
}

// readRelations reads what the terminology does not have itself.
func readRelations(o *options) (all []data.Relation, err error) {
	for _, file := range o.relations {
		if file == ownRelations {
			continue
		}
		relations, err := data.ReadRelations(file)
		if err != nil {
			return nil, err
		}
		all = append(all, relations...)
	}
	return o.packs.leaveOut(all), nil
}

func describeBuild(std *cli.IO, o *options, c *pack.Contents, rep *assemble.Report, summary *buildReport) {
	describeWeights(std, o, c, &rep.Weights)
	if e := rep.Encoders; e != nil && e.Names > 0 {
		chosen := "the default encoder"
		if e.Kept() {
			chosen = "an encoder of its own"
		}
		fmt.Fprintf(std.Err, "encoder: of %d names it has not seen, one trained on the list finds %.1f %%, the default one %.1f %%: the pack has %s\n", e.Names, 100*e.Own, 100*e.Base, chosen)
	}
	if d := rep.Defined; d != nil {
		fmt.Fprintf(std.Err, "abbreviations: %d of names are defined in %d texts; %d names added\n", d.Abbreviations, d.Texts, d.Added)
	}
	if l := rep.Labelled; l != nil {
		describeMentions(std, l)
	}
	for _, namespace := range rep.NonePreferred {
		if namespace != "" {
			namespace += ": "
		}
		fmt.Fprintln(std.Err, namespace+"no name is preferred: the terminology marks none, and has the names of each entity in the order of the alphabet")
	}
	if rep.Derived > 0 {
		fmt.Fprintf(std.Err, "%d names added that follow from others\n", rep.Derived)
	}
	describeLent(std, o.lend, rep.Lent)
	describeTypes(std, rep.Types)
	if len(o.parents) > 0 {
		fmt.Fprintf(std.Err, "%d parents of entities: relations is_a, parent and broader between those of one namespace\n", len(c.Parents))
	}
	if o.recipe.Labelled != nil {
		fmt.Fprintf(std.Err, "tagger: learned from %d documents; %d marks without a place left out\n", len(o.recipe.Labelled.Documents), o.recipe.Labelled.Unplaced)
	}
	if rep.Same > 0 {
		fmt.Fprintf(std.Err, "%d entities are the same thing as one of another namespace: lookup --prefer\n", rep.Same)
	}
	if summary.Joined.All > 0 {
		fmt.Fprintf(std.Err, "%v; --report lists %d doubtful joins\n", summary.Joined, len(summary.Joins))
	}
	fmt.Fprintln(std.Err, summary.Ambiguous)
}

func describeMentions(std *cli.IO, l *assemble.Labelled) {
	t := l.Trial
	switch {
	case t == nil:
		fmt.Fprintf(std.Err, "the terminology has none of the ids of the %d labelled mentions: the pack is built without them; are the ids those of this terminology?\n", l.Mentions)
	case !t.Trusted():
		fmt.Fprintf(std.Err, "the pack is built without the %d labelled mentions: %.0f of them are an entity's primary name and nothing else, and %.0f of these mean another entity, so that many labels must be wrong\n",
			l.Mentions, t.Sure, t.Sure-t.Agreed)
	case !t.Helps():
		fmt.Fprintf(std.Err, "the %d labelled mentions become no names, which would not help: each left out in turn, %.1f %% of them are right with the others and %.1f %% without; probabilities are fitted on them\n",
			l.Mentions, 100*t.With/t.Mentions, 100*t.Without/t.Mentions)
	default:
		fmt.Fprintf(std.Err, "%d labelled mentions: %d names added, %d mentions of ids that are not in the terminology, %d that differ from most of their spelling\n",
			l.Mentions, l.Added, l.Unknown, l.Conflicts)
		if t.Mentions < rank.MinLabelled {
			fmt.Fprintf(std.Err, "fewer than %d labelled mentions: nothing is fitted on them, and probabilities are as without\n", rank.MinLabelled)
			break
		}
		fmt.Fprintf(std.Err, "each left out in turn, %.1f %% of them are right with the others and %.1f %% without\n", 100*t.With/t.Mentions, 100*t.Without/t.Mentions)
	}
}
