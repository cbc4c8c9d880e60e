package memory

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

func TestOf(t *testing.T) {
	held, most := Of("self", Resident), Of(strconv.Itoa(os.Getpid()), Peak)
	if runtime.GOOS != "linux" {
		if held != 0 || most != 0 {
			t.Errorf("%d and %d bytes where nothing tells", held, most)
		}
		return
	}
	if held < 1<<20 || held > 1<<32 || most < held/2 || most > 1<<32 {
		t.Errorf("%d bytes resident, %d at most", held, most)
	}
	if got := Of("0", Peak) + Of("self", "VmNone"); got != 0 {
		t.Errorf("%d bytes of what is not there", got)
	}
}
