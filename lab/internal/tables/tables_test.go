package tables

import (
	"strings"
	"testing"
)

func TestCommand(t *testing.T) {
	value := strings.Repeat("v", 52)
	const short = "do --a b --c"
	if got := Command(short); got != short {
		t.Errorf("%q of %q", got, short)
	}
	if got, want := Command("do --a "+value+" --b "+value+" --c"), "do --a "+value+" --b "+value+" \\\n  --c"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTable(t *testing.T) {
	long := strings.Repeat("x", 60)
	for name, c := range map[string]struct {
		rows [][]string
		want string
	}{
		"narrow":   {[][]string{{"a", "b", "c"}, {"1|2", "3", "4"}}, "| a | b | c |\n| --- | ---: | --- |\n| 1\\|2 | 3 | 4 |\n"},
		"no rows":  {[][]string{{"a", "b", "c"}}, "| a | b | c |\n| --- | ---: | --- |\n"},
		"alike":    {[][]string{{"a", "b", "c"}, {"1", "1", "1"}, {"1", "1", "1"}}, "| a | b | c |\n| --- | ---: | --- |\n| 1 | 1 | 1 |\n| 1 | 1 | 1 |\n"},
		"wide":     {[][]string{{"a", "b", long}, {"1", long, long}, {"2", "3", "4"}}, "| a | b |\n| --- | ---: |\n| 1 | " + long + " |\n| 2 | 3 |\n\n| a | " + long + " |\n| --- | --- |\n| 1 | " + long + " |\n| 2 | 4 |\n"},
		"two keys": {[][]string{{"a", "b", "c"}, {"1", "3", long + long}, {"1", "4", ""}}, "- **1**; **3**; c:\n  " + long + long + "\n- **1**; **4**; c:\n"},
		"words":    {[][]string{{"a", "b", "c"}, {"1", "3", strings.Repeat("w ", 26)}}, "- **1**; b: 3; c:" + strings.Repeat(" w", 26) + "\n"},
	} {
		if got := Table(c.rows, []bool{false, true, false}); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}
