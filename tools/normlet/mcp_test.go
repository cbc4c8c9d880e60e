package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/internal/release"
)

// agent is a client of normlet mcp, which runs as a process.
type agent struct {
	*fixture
	session *mcp.ClientSession
}

func newAgent(f *fixture, args ...string) *agent {
	f.t.Helper()
	return startAgent(f, "normlet", append([]string{"mcp", "--pack", f.path("t.normpack")}, args...)...)
}

// startAgent runs a command in the folder, where normlet is this binary.
func startAgent(f *fixture, command string, args ...string) *agent {
	f.t.Helper()
	f.check(os.Symlink(os.Args[0], f.path("normlet"))) // TestMain knows that name
	server := exec.Command(f.path(command), args...)
	server.Dir, server.Stderr = f.dir, os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: server}, nil)
	f.check(err)
	f.t.Cleanup(func() {
		if err := session.Close(); err != nil {
			f.t.Errorf("the command has not ended well: %v", err)
		}
	})
	return &agent{f, session}
}

// call calls a tool, reads its answer into out, and returns the text of an error.
func (a *agent) call(tool string, in map[string]any, out any) (failure string) {
	a.t.Helper()
	r, err := a.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return err.Error()
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		return text
	}
	structured, err := json.Marshal(r.StructuredContent)
	a.check(err)
	a.check(json.Unmarshal(structured, out))
	var fromText any
	a.check(json.Unmarshal([]byte(text), &fromText))
	if !reflect.DeepEqual(fromText, r.StructuredContent) {
		a.t.Errorf("%s: the text %s is not the answer %s", tool, text, structured)
	}
	return ""
}

func TestAgentListsTools(t *testing.T) {
	for _, c := range []struct {
		args, want []string
	}{
		{nil, []string{"annotate", "lookup", "lookup_many", "names"}},
		{[]string{"--folder", "."}, []string{"annotate", "lookup", "lookup_many", "map_file", "names"}},
	} {
		a := newAgent(newFixture(t), c.args...)
		var names []string
		for tool, err := range a.session.Tools(context.Background(), nil) {
			a.check(err)
			names = append(names, tool.Name)
			if tool.Description == "" || tool.InputSchema == nil || tool.OutputSchema == nil {
				t.Errorf("%s lacks a description or a schema", tool.Name)
			}
			if readOnly := tool.Name != "map_file"; tool.Annotations.ReadOnlyHint != readOnly {
				t.Errorf("%s: it says read only: %v", tool.Name, !readOnly)
			}
		}
		slices.Sort(names)
		if !slices.Equal(names, c.want) {
			t.Errorf("%v: tools %v, want %v", c.args, names, c.want)
		}
		if about := a.session.InitializeResult(); !strings.Contains(about.Instructions, "namespaces") || about.ServerInfo.Version != release.Version() {
			t.Errorf("the server says of itself: %+v", about)
		}
	}
}

// TestAgentLooksUp compares the tools' answers with those of the commands.
func TestAgentLooksUp(t *testing.T) {
	a := newAgent(newFixture(t))
	mentions := []string{"FOX-P2", "lupus", "qqqq?", "Foxp1"}
	var many struct{ Answers []answer.Answer }
	if failure := a.call("lookup_many", map[string]any{"mentions": mentions, "k": 2}, &many); failure != "" {
		t.Fatal(failure)
	}
	if len(many.Answers) != len(mentions) {
		t.Fatalf("%d answers to %d mentions", len(many.Answers), len(mentions))
	}
	for i, m := range mentions {
		_, line, _ := a.run(nil, "lookup", "--pack", "DIR/t.normpack", "-k", "2", "--format", "json", m)
		var want, one answer.Answer
		a.check(json.Unmarshal([]byte(line), &want))
		if failure := a.call("lookup", map[string]any{"mention": m, "k": 2}, &one); failure != "" {
			t.Fatal(failure)
		}
		if !reflect.DeepEqual(one, want) || !reflect.DeepEqual(many.Answers[i], want) {
			t.Errorf("%s: lookup %+v, lookup_many %+v, want %+v", m, one, many.Answers[i], want)
		}
	}
	id := many.Answers[0].Matches[0].ID
	var described struct{ Entities []answer.Entity }
	if failure := a.call("names", map[string]any{"ids": []string{id, "no:such"}}, &described); failure != "" {
		t.Fatal(failure)
	}
	if e := described.Entities; len(e) != 2 || e[0].ID != id || len(e[0].Names) == 0 || e[1].ID != "" || e[1].Query != "no:such" {
		t.Errorf("names: %+v", e)
	}
}

// TestAgentAnnotates compares the spans of a text with those of the command, which has all matches.
func TestAgentAnnotates(t *testing.T) {
	a := startAgent(newFixture(t), "normlet", "mcp")
	type spans struct{ Spans []answer.Span }
	var got, want, unlikely spans
	if failure := a.call("annotate", map[string]any{"text": annotated, "types": []string{"Disease", "Gene"}}, &got); failure != "" {
		t.Fatal(failure)
	}
	_, line, _ := a.run(strings.NewReader(annotated), "annotate", "--types", "Disease,Gene", "--format", "jsonl")
	a.check(json.Unmarshal([]byte(line), &want))
	for _, s := range want.Spans {
		s.Answers[0].Matches = s.Answers[0].Matches[:1]
	}
	if len(got.Spans) != 2 || !reflect.DeepEqual(got, want) || !slices.Equal(got.Spans[0].Assertions, []string{"negated"}) {
		t.Errorf("annotate %+v, want %+v", got, want)
	}
	if failure := a.call("annotate", map[string]any{"text": annotated, "minP": 1}, &unlikely); failure != "" || unlikely.Spans == nil || len(unlikely.Spans) > 0 {
		t.Errorf("spans of p 1: %s %+v", failure, unlikely)
	}
}

// TestAgentIsToldWhatIsWrong: each of these is an answer that says what to do, and the server goes on.
func TestAgentIsToldWhatIsWrong(t *testing.T) {
	f := newFixture(t)
	f.check(os.Mkdir(f.path("folder"), 0o777))
	f.write("folder/in.csv", "gene\nFOX-P2\n")
	f.write("outside.csv", "gene\nFOX-P2\n")
	f.check(os.Symlink(f.path("outside.csv"), f.path("folder/link.csv")))
	a := newAgent(f, "--folder", f.path("folder"))
	table := func(in, out string, columns ...string) map[string]any {
		return map[string]any{"in": in, "out": out, "columns": columns}
	}
	for _, c := range []struct {
		name, tool string
		in         map[string]any
		want       string
	}{
		{"no mention", "lookup", map[string]any{}, "mention"},
		{"long mention", "lookup", map[string]any{"mention": strings.Repeat("x", 1001)}, "maxLength"},
		{"many mentions", "lookup_many", map[string]any{"mentions": make([]string, 1001)}, "maxItems"},
		{"null mentions", "lookup_many", map[string]any{"mentions": nil}, "mentions"},
		{"no mentions", "lookup_many", map[string]any{"mentions": []string{}}, "minItems"},
		{"k of 0", "lookup", map[string]any{"mention": "x", "k": 0}, "minimum"},
		{"large k", "lookup", map[string]any{"mention": "x", "k": 129}, "maximum"},
		{"wrong name", "lookup", map[string]any{"mention": "x", "top": 3}, "top"},
		{"unknown namespace", "lookup", map[string]any{"mention": "x", "namespaces": []string{"nope"}}, "nope"},
		{"unknown namespace of many", "lookup_many", map[string]any{"mentions": []string{"x"}, "namespaces": []string{"nope"}}, "nope"},
		{"unknown organism", "lookup", map[string]any{"mention": "x", "organisms": []string{"oven"}}, "oven"},
		{"unknown column to add", "map_file", map[string]any{"in": "in.csv", "out": "out.csv", "columns": []string{"gene"}, "add": []string{"oven"}}, "enum"},
		{"unknown type", "annotate", map[string]any{"text": "x", "types": []string{"Oven"}}, "Oven"},
		{"long text", "annotate", map[string]any{"text": strings.Repeat("x ", 10_001)}, "maxLength"},
		{"p above 1", "lookup", map[string]any{"mention": "x", "minP": 1.5}, "maximum"},
		{"path above", "map_file", table("../outside.csv", "out.csv", "gene"), "in the folder"},
		{"absolute path", "map_file", table(f.path("outside.csv"), "out.csv", "gene"), "in the folder"},
		{"output above", "map_file", table("in.csv", "../out.csv", "gene"), "in the folder"},
		{"link out", "map_file", table("link.csv", "out.csv", "gene"), "escapes"},
		{"no such file", "map_file", table("none.csv", "out.csv", "gene"), "no such file"},
		{"no such folder", "map_file", table("in.csv", "none/out.csv", "gene"), "no such file"},
		{"no such column", "map_file", table("in.csv", "out.csv", "nope"), "nope"},
		{"onto itself", "map_file", table("in.csv", "in.csv", "gene"), "in.csv"},
		{"a name like a flag", "map_file", table("--force", "out.csv", "gene"), "no such file"},
		{"unknown tool", "remove", map[string]any{}, "remove"},
	} {
		if failure := a.call(c.tool, c.in, new(any)); !strings.Contains(failure, c.want) {
			t.Errorf("%s: %q, want something about %q", c.name, failure, c.want)
		}
	}
	if _, err := os.Stat(f.path("folder/out.csv")); err == nil {
		t.Error("an error has left a file")
	}
}

// TestAgentMapsFile: the file is the one that normlet map writes.
func TestAgentMapsFile(t *testing.T) {
	f := newFixture(t)
	f.check(os.Mkdir(f.path("folder"), 0o777))
	f.write("folder/in.csv", "n,gene\n1,FOX-P2\n2,qqqq?\n3,\n")
	f.write("folder/mine.csv", "mine\n1\n")
	a := newAgent(f, "--folder", f.path("folder"))
	for _, c := range []struct {
		out, format string
		add         []string
	}{{"out.csv", "csv", []string{}}, {"more.csv", "csv", []string{"parent", "organism", "broader", "says"}}, {"out.sssom.tsv", "sssom", []string{}}} {
		var got struct{ Out, Summary string }
		if failure := a.call("map_file", map[string]any{"in": "in.csv", "out": c.out, "columns": []string{"gene"}, "add": c.add}, &got); failure != "" {
			t.Fatal(failure)
		}
		if got.Out != c.out || !strings.HasPrefix(got.Summary, "3 rows: ") {
			t.Errorf("%+v", got)
		}
		if code, _, stderr := f.run(nil, "map", "DIR/folder/in.csv", "--pack", "DIR/t.normpack", "--column", "gene", "--out", "DIR/want", "--format", c.format, "--force", "--add", strings.Join(c.add, ",")); code != exitDone {
			t.Fatal(stderr)
		}
		if got, want := f.read("folder/"+c.out), f.read("want"); got != want {
			t.Errorf("%s: %s, want %s", c.out, got, want)
		}
	}
	failure := a.call("map_file", map[string]any{"in": "in.csv", "out": "mine.csv", "columns": []string{"gene"}}, new(any))
	if failure == "" || f.read("folder/mine.csv") != "mine\n1\n" {
		t.Errorf("a file that normlet did not write is replaced; said: %q", failure)
	}
}

// TestAgentEchoesLittle: no error repeats an argument of any size, whoever finds it wrong.
func TestAgentEchoesLittle(t *testing.T) {
	a := newAgent(newFixture(t))
	long := strings.Repeat("asthma ", 1<<18)
	for _, call := range []mcp.CallToolParams{
		{Name: "annotate", Arguments: map[string]any{"text": long}},
		{Name: "lookup", Arguments: map[string]any{"mention": long}},
		{Name: "lookup", Arguments: map[string]any{"mention": "x", "k": long}},
		{Name: "lookup", Arguments: map[string]any{"mention": "x", long: 1}},
		{Name: "lookup", Arguments: map[string]any{"mention": "x", "namespaces": []string{long}}},
		{Name: "lookup", Arguments: []string{long}},
		{Name: "names", Arguments: map[string]any{"ids": long}},
		{Name: long},
	} {
		failure := ""
		if r, err := a.session.CallTool(context.Background(), &call); err != nil {
			failure = err.Error()
		} else if r.IsError {
			failure = r.Content[0].(*mcp.TextContent).Text
		}
		if failure == "" || len(failure) > 10_000 {
			t.Errorf("%.10s: an error of %d bytes: %.200s", call.Name, len(failure), failure)
		}
	}
}
