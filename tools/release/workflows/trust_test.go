package workflows

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

type workflow struct {
	Permissions map[string]string
	Env         map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Env         map[string]string
		Steps       []struct {
			Uses, Run string
			With, Env map[string]any
		}
	}
}

var (
	uses   = regexp.MustCompile(`(?m)uses: +(.*)$`)
	pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	secret = regexp.MustCompile(`secrets\.|github\.token`)
)

// distrust returns what is wrong with a workflow, were one of its actions changed by a stranger: a tag moves, a digest does
// not; a secret is seen by the step that needs it alone; whoever runs actions of others makes nothing that is released.
func distrust(content []byte) (faults []string) {
	var w workflow
	if err := yaml.Unmarshal(content, &w); err != nil {
		return []string{err.Error()}
	}
	for _, m := range uses.FindAllSubmatch(content, -1) {
		if action := string(m[1]); !strings.HasPrefix(action, "./.github/workflows/") && !pinned.MatchString(action) {
			faults = append(faults, action+": want a full digest, and its version as a comment: owner/action@digest # v1.2.3")
		}
	}
	if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" {
		faults = append(faults, "permissions beyond contents: read belong to the job that needs them")
	}
	wide := secret.MatchString(fmt.Sprint(w.Env))
	for name, job := range w.Jobs {
		wide = wide || secret.MatchString(fmt.Sprint(job.Env))
		others, uploads := "", false
		for _, step := range job.Steps {
			uploads = uploads || strings.HasPrefix(step.Uses, "actions/upload-artifact@")
			if step.Uses != "" && !strings.HasPrefix(step.Uses, "actions/") {
				others = step.Uses
			}
			if secret.MatchString(step.Run) {
				faults = append(faults, name+": a secret in a command line; pass it in the step's env")
			}
			if step.Uses != "" && secret.MatchString(fmt.Sprint(step.Env, step.With)) {
				faults = append(faults, name+": "+step.Uses+" is given a secret")
			}
		}
		if uploads && others != "" {
			faults = append(faults, name+": uploads artifacts beside "+others)
		}
	}
	if wide {
		faults = append(faults, "a secret in the env of a workflow or a job: want the step that needs it")
	}
	return faults
}

func TestTrust(t *testing.T) {
	for path, content := range files(t) {
		for _, fault := range distrust(content) {
			t.Errorf("%s: %s", path, fault)
		}
	}
}

// TestDistrust shows that distrust finds what is wrong.
func TestDistrust(t *testing.T) {
	for name, edit := range map[string][3]string{
		"tag":            {"test", "@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0", "@v5"},
		"short digest":   {"test", "@08c6903cd8c0fde910a37f88322edcfb5dd907a8", "@08c6903"},
		"no version":     {"test", " # v5.0.0", ""},
		"job's secret":   {"release", "    steps:", "    env: {TOKEN: \"${{ secrets.TOKEN }}\"}\n    steps:"},
		"job's token":    {"release", "    steps:", "    env: {TOKEN: \"${{ github.token }}\"}\n    steps:"},
		"all's secret":   {"release", "\njobs:", "\nenv: {TOKEN: \"${{ secrets.TOKEN }}\"}\njobs:"},
		"command line":   {"release", "--publish", "--publish ${{ secrets.TOKEN }}"},
		"permissions":    {"mobile", "permissions: {contents: read}", "permissions: {contents: write}"},
		"no permissions": {"mobile", "permissions: {contents: read}", ""},
		"upload":         {"mobile", "\n  # Apart", "\n      - uses: someone/action@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0\n  # Apart"},
		"given":          {"release", "with: {go-version: '1.26.x', cache: false}", "with: {go-version: '1.26.x', token: \"${{ secrets.TOKEN }}\"}"},
	} {
		right, err := os.ReadFile(filepath.Join(root, ".github/workflows", edit[0]+".yml"))
		if err != nil {
			t.Fatal(err)
		}
		wrong := strings.Replace(string(right), edit[1], edit[2], 1)
		if wrong == string(right) {
			t.Errorf("%s: %s.yml lacks %q", name, edit[0], edit[1])
		}
		if len(distrust([]byte(wrong))) == 0 {
			t.Errorf("%s: nothing found wrong with %q", name, edit[2])
		}
	}
}
