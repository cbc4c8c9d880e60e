package resolve

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// TestTextOfManyDefinitions resolves texts that define an abbreviation for every
// mention, different ones or always the same: with four times as many, a mention takes
// no more.
func TestTextOfManyDefinitions(t *testing.T) {
	for what, short := range map[string]func(i int) string{
		"different": func(i int) string { return fmt.Sprintf("A%c%c", 'A'+i%26, 'A'+i/26%26) },
		"the same":  func(int) string { return "AAA" },
	} {
		each := func(count int) int {
			var text strings.Builder
			var mentions []string
			for i := range count {
				fmt.Fprintf(&text, "a%ca%c%s (%s). ", 'a'+i%26, 'a'+i/26%26, strings.Repeat("a", i/676), short(i))
				mentions = append(mentions, short(i))
			}
			r := &Resolver{Lookup: func(q core.Query) (core.Answer, error) { return answer(q.Mention), nil }}
			expanded := 0
			bytes := allocated(func() {
				results, err := r.Text(text.String(), mentions)
				if err != nil {
					t.Fatal(err)
				}
				for _, res := range results {
					if res.Expanded {
						expanded++
					}
				}
			})
			if expanded < count/2 {
				t.Fatalf("%s: %d of %d mentions expanded", what, expanded, count)
			}
			return bytes / count
		}
		if few, many := each(512), each(2048); many > 2*few {
			t.Errorf("%s: %d bytes allocated a mention, %d where there are four times as many", what, few, many)
		}
	}
}
