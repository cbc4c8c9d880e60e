package agents

import (
	"context"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// Options is what the tools work with.
type Options struct {
	Normalizer *core.Normalizer
	Entity     func(id string) (core.Entity, bool) // of the pack, by id
	Version    string                              // of normlet

	// MapFile maps a table, and says in a sentence what it has found. Without it there is no tool map_file.
	MapFile func(ctx context.Context, in MapFile) (summary string, err error)
}

func New(o Options) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "normlet", Title: "normlet", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructions(o.Normalizer.Info()),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, // which never change
	})
	mcp.AddTool(s, describe[lookup]("lookup", "Find the entity that a name means",
		"Find the entities that a name means, however it is written, best first, each with the probability p of being right. "+
			"nil is true if most likely none is right; ambiguous lists entities that are as good as the best."), handler(o.lookup))
	mcp.AddTool(s, describe[lookupMany]("lookup_many", "Find the entities that many names mean",
		"As lookup, for many names at once: one answer for each, in their order."), handler(o.lookupMany))
	mcp.AddTool(s, describe[names]("names", "Show what is known of entities",
		"Show the names, the definition, the cross-references and the web page of entities, by their ids. An entity that is not there has the id \"\"."), handler(o.names))
	mcp.AddTool(s, describe[annotation]("annotate", "Find the entities in a text",
		"Find where a text names entities, in its order: start and end in characters, the type, the ids, none if the list lacks the entity, and p, the probability "+
			"that it is an entity of that type. says has what the text says of it: negated, hypothetical, other for somebody else, or past."), handler(o.annotating()))
	if o.MapFile != nil {
		mcp.AddTool(s, mapFileTool(), handler(o.mapFile))
	}
	s.AddReceivingMiddleware(tellErrors)
	return s
}

// handler has the library call a tool.
func handler[In, Out any](tool func(ctx context.Context, in In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := tool(ctx, in)
		return nil, out, err
	}
}

func (o *Options) lookup(_ context.Context, in lookup) (out answer.Answer, err error) {
	a, err := document.Each(o.Normalizer.LookupMany, []core.Query{{Mention: in.Mention, Context: in.Context}}, in.options(3))
	if err != nil {
		return out, err
	}
	return data(&a[0]), nil
}

// batchSize is how many mentions are looked up between two looks whether the call was cancelled.
const batchSize = 64

func (o *Options) lookupMany(ctx context.Context, in lookupMany) (answers, error) {
	out := answers{make([]answer.Answer, 0, len(in.Mentions))}
	for part := range slices.Chunk(in.Mentions, batchSize) {
		if err := ctx.Err(); err != nil {
			return answers{}, err
		}
		queries := make([]core.Query, len(part))
		for i, m := range part {
			queries[i] = core.Query{Mention: m, Context: in.Context}
		}
		found, err := document.Each(o.Normalizer.LookupMany, queries, in.options(1))
		if err != nil {
			return answers{}, err
		}
		for i := range found {
			out.Answers = append(out.Answers, data(&found[i]))
		}
	}
	return out, nil
}

// annotating returns the tool annotate. Its annotator is made by the first call.
func (o *Options) annotating() func(context.Context, annotation) (spans, error) {
	annotator := sync.OnceValues(func() (*annotate.Annotator, error) { return annotate.New(o.Normalizer) })
	return func(_ context.Context, in annotation) (spans, error) {
		a, err := annotator()
		if err != nil {
			return spans{}, err
		}
		found, err := a.Annotate(in.Text, annotate.Options{
			MinP: in.MinP, Types: in.Types, Overlaps: in.All, Lookup: core.Options{Prefer: in.Prefer, Organisms: in.Organisms, Exactly: in.Exactly, Show: in.Show},
		})
		return spans{spanData(in.Text, found)}, err
	}
}

func (o *Options) names(_ context.Context, in names) (entities, error) {
	out := entities{make([]answer.Entity, len(in.IDs))}
	for i, id := range in.IDs {
		e, _ := o.Entity(id)
		out.Entities[i] = entityData(id, &e)
	}
	return out, nil
}

func (o *Options) mapFile(ctx context.Context, in MapFile) (mapped, error) {
	summary, err := o.MapFile(ctx, in)
	return mapped{in.Out, summary}, err
}
