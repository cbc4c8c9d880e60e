package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/benchmark"
)

func (a *app) benchOpenCommand(asJSON *bool) *cobra.Command {
	var pack string
	var alone bool
	cmd := &cobra.Command{
		Use:     "open",
		Short:   "Measure time and memory of opening a pack",
		Long:    `Measure the time to open a pack, and the memory of a process that does nothing else.`,
		Example: "  normlet bench open --pack genes.normpack",
		Args:    argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if alone {
				return a.benchMemory(pack)
			}
			if pack == "-" {
				return usagef(cmd, "--pack -: a pack is opened several times, so it has to be a file")
			}
			content, name, err := a.readPack(pack)
			if err != nil {
				return err
			}
			rep, err := benchmark.Open(cmd.Context(), content)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			rep.Memory, err = a.memoryAlone(cmd, pack)
			return a.printBench(*asJSON, rep, err)
		},
	}
	addPackFlag(cmd, &pack)
	cmd.Flags().BoolVar(&alone, "alone", false, "open once, then write what this process holds")
	_ = cmd.Flags().MarkHidden("alone") // it exists
	return cmd
}

// benchMemory runs in the process that memoryAlone starts.
func (a *app) benchMemory(pack string) error {
	m, err := benchmark.MemoryOf(func() (*core.Normalizer, error) { return a.open(pack) })
	if err != nil {
		return err
	}
	return json.NewEncoder(a.stdout).Encode(m)
}

// memoryAlone measures the memory of a pack in its own process.
func (a *app) memoryAlone(cmd *cobra.Command, pack string) (*benchmark.Memory, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"bench", "open", "--alone"}
	if pack != "" {
		args = append(args, "--pack", pack)
	}
	child := exec.CommandContext(cmd.Context(), self, args...)
	child.Stderr = a.stderr
	child.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, variablePrefix) })
	out, err := child.Output()
	if err != nil {
		return nil, fmt.Errorf("measuring the memory in a process of its own: %w", err)
	}
	m := new(benchmark.Memory)
	return m, json.Unmarshal(out, m)
}
