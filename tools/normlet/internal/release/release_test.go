package release

import "testing"

func TestCommitOf(t *testing.T) {
	for want, settings := range map[string]map[string]string{
		"": {}, "abc": {"vcs.revision": "abc", "vcs.modified": "false"}, "abc+dirty": {"vcs.revision": "abc", "vcs.modified": "true"},
	} {
		if got := CommitOf(settings); got != want {
			t.Errorf("%v: commit %q, want %q", settings, got, want)
		}
	}
}
