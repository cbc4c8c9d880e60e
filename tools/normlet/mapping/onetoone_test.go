package mapping

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestOneToOne finds the row of an entity in any block, whatever the number of workers.
func TestOneToOne(t *testing.T) {
	table := "m\na?b\n" + strings.Repeat("what\n", 2*blockRows) + "near c\nc?d\na\na\n"
	for _, jobs := range []int{1, 3} {
		out, stats, err := mapText(t, "t.csv", table, "out.csv", Config{Columns: []string{"m"}, OneToOne: true, MinP: 0.5, Jobs: jobs, Add: []string{"2nd"}, NilAs: "-"})
		check(t, err)
		var got []string
		for line := range strings.Lines(out) {
			if c := strings.Split(line, ","); c[0] != "what" {
				got = append(got, strings.Join([]string{c[0], c[1], c[6], c[7], c[8], c[9], c[11]}, " "))
			}
		}
		want := []string{"m m_id m_p m_tied m_verdict m_2nd_id m_2nd_p\n", "a?b T:b 0.740019 taken review T:a 0.074976\n",
			"near c T:c 0.9  accept  \n", "c?d T:d 0.709849 taken review T:c 0.112689\n", "a T:a 0.9  accept  \n", "a -  taken review  \n"}
		if !slices.Equal(got, want) || stats.Taken != 3 || stats.Rows != 2*blockRows+5 {
			t.Errorf("%d workers: %q, want %q; %+v", jobs, got, want, stats)
		}
	}
	for _, bad := range []string{"fail\n", "a\nfail\n"} {
		if _, _, err := mapText(t, "t.csv", table+bad, "out.csv", Config{Columns: []string{"m"}, OneToOne: true}); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestOneToOneEnds stops where the context does.
func TestOneToOneEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &Config{Columns: []string{"m"}, OneToOne: true, Lookup: each(func(q core.Query) (core.Answer, error) { cancel(); return known(q) })}
	in, err := NewInput("t.csv", readCloser{strings.NewReader("m\n" + strings.Repeat("a\n", 3*blockRows))}, "")
	check(t, err)
	if _, err := Run(ctx, c, in, "", noOutput{}, func(Stats) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the end of the context", err)
	}
}

// noOutput forgets what is written to it.
type noOutput struct{}

func (noOutput) Write(p []byte) (int, error) { return len(p), nil }
func (noOutput) Save(any) error              { return nil }
func (noOutput) Last(any) error              { return nil }
