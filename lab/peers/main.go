// Command peers measures normlet beside what one would use instead, in one run, on the same terminologies and mentions:
//
//	go -C lab/peers run . --data DATA                      # six lists of DATA, of different kinds
//	go -C lab/peers run . [FLAGS] LIST MENTIONS ...        # others: files of names, and of mentions with their ids
//	go -C lab/peers run . --data DATA --json --svg FILE    # one JSON object; a chart of H@1 against time
//	go -C lab/peers run -tags faiss . --data DATA --svg ../../docs/peers.svg --page ../../docs/peers.md  # updates the page
//	go -C lab/peers run -tags faiss . --data DATA          # with FAISS, which needs cgo and libfaiss-dev
//
// It is a module of its own, since some peers are large libraries. docs/peers.md says what each peer does and what came
// out.
//
//	list --Build (a process)--> files --Open (a process of its own)--> answers, times, memory
//
// # Fair
//
// A peer gets the names of the terminology, and for names that score the same the weights of their entities, if there
// are any. It answers with ten entities. Each peer is a process of its own, so that no peer's memory is another's; that
// of a process without any peer is taken off. All processes of a list stay open and answer 32 mentions in turn, so that
// a slow second of the machine slows all of them. In up to three rounds every mention is asked again and the median
// counts; a peer that has used up its time answers no further round.
//
// # Reproducible
//
// Mentions are a sample of the occurrences in the file, always the same for a seed. Answers are the same in every run;
// times are not, hence the ratios.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/normlet/normlet/internal/output"
)

// options are what the flags say.
type options struct {
	corpora []corpus
	english string // file of English words, or ""
	peers   []peer
	sample  int
	seed    uint64
	budget  time.Duration // of look-ups of a peer on a list, after which no further round begins
	json    bool
	svg     string // file, or ""
	page    string // file, or ""
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if len(os.Args) > 1 && os.Args[1] == childCommand {
		err = child(os.Args[2:], os.Stdin, os.Stdout)
	} else {
		err = run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	}
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// run runs a command line.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	rep, err := measure(ctx, o, stderr)
	if err != nil {
		return err
	}
	if o.svg != "" {
		svg, err := rep.chart()
		if err != nil {
			return err
		}
		var files output.Set
		if err := files.Write(o.svg, output.Begins("a chart", "<?xml", "<svg"), svg); err != nil {
			return err
		}
	}
	if o.page != "" {
		old, err := os.ReadFile(o.page)
		if err != nil {
			return err
		}
		text, err := rep.page(string(old))
		if err != nil {
			return fmt.Errorf("%s: %w", o.page, err)
		}
		var files output.Set
		if err := files.Write(o.page, output.Begins("a page", "#"), []byte(text)); err != nil {
			return err
		}
	}
	if o.json {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		return e.Encode(rep)
	}
	return rep.print(stdout)
}

func parse(args []string, stderr io.Writer) (o options, err error) {
	f := flag.NewFlagSet("peers", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: peers [FLAGS] --data DATA | LIST MENTIONS ...\npeers:", strings.Join(names(), ", "))
		f.PrintDefaults()
	}
	data := f.String("data", "", "`folder` of terminologies and mentions: measure six lists of it")
	only := f.String("peers", "", "comma-separated `names` of the peers to measure; normlet always is")
	lists := f.String("lists", "", "comma-separated `titles` of the lists of --data to measure; default: all six")
	f.IntVar(&o.sample, "sample", 400, "mentions of each list, by occurrence")
	f.Uint64Var(&o.seed, "seed", 1, "of the sample")
	f.DurationVar(&o.budget, "budget", 5*time.Second, "look-up time of a peer on a list, after which it answers no further round")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	f.StringVar(&o.svg, "svg", "", "`file` for a chart of H@1 against the time of a look-up")
	f.StringVar(&o.page, "page", "", "`file` like docs/peers.md whose tables to replace")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.peers, err = choose(*only); err != nil {
		return o, err
	}
	o.corpora, err = chooseCorpora(*data, *lists, f.Args())
	if *data != "" {
		o.english = filepath.Join(*data, englishFile)
	}
	if err == nil && o.sample < 1 {
		err = errors.New("--sample has to be at least 1")
	}
	return o, err
}

// choose returns the peers of comma-separated names, those of no name being all, normlet first.
func choose(only string) ([]peer, error) {
	if only == "" {
		return peers, nil
	}
	chosen := []peer{peers[0]}
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(peers, func(p peer) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no peer %q; there are %s", name, strings.Join(names(), ", "))
		}
		if i > 0 {
			chosen = append(chosen, peers[i])
		}
	}
	return chosen, nil
}

// chooseCorpora returns the lists of a folder, or those of pairs of files.
func chooseCorpora(data, titles string, files []string) (out []corpus, err error) {
	switch {
	case data != "" && len(files) > 0, data == "" && (len(files) == 0 || len(files)%2 != 0):
		return nil, errors.New("wanted: --data FOLDER, or files in pairs: LIST MENTIONS")
	case data == "":
		for pair := range slices.Chunk(files, 2) {
			out = append(out, corpus{title: filepath.Base(pair[1]), list: pair[0], mentions: pair[1]})
		}
		return out, nil
	}
	for _, c := range standard {
		if titles == "" || slices.Contains(strings.Split(titles, ","), c.title) {
			c.list, c.mentions = filepath.Join(data, c.list), filepath.Join(data, c.mentions)
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("--lists: no list of --data is called %s", titles)
	}
	return out, nil
}
