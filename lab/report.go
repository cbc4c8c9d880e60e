package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/lab/internal/experiment"
)

func (a *app) reportCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Make pages and figures of recorded experiments",
		Long: `Make the pages and figures of the experiments whose JSON files are in --out, without
computing anything else, and join them in index.html, which needs no other file. Without
-tags plot the program draws no figures and uses those in the folder.`,
		Example: `  lab report
  lab report --out results`,
		Args: argCount(0, 0, "--out"),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.report(cmd.Context(), out) },
	}
	cmd.Flags().StringVar(&out, "out", recorded, "`folder` of the results")
	writesInto(cmd, "out")
	return cmd
}

func (a *app) report(ctx context.Context, folder string) error {
	var found []*experiment.Result
	for _, name := range experiment.Names() {
		f, err := os.Open(filepath.Join(folder, name+".json"))
		if os.IsNotExist(err) {
			continue
		} else if err != nil {
			return err
		}
		r, err := experiment.Read(f)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(folder, name+".json"), err)
		}
		if err := a.writeReport(ctx, folder, r); err != nil {
			return err
		}
		found = append(found, r)
	}
	if len(found) == 0 {
		return fmt.Errorf("%s: no results of experiments; lab experiment makes them", folder)
	}
	page, err := joined(folder, found)
	if err != nil {
		return err
	}
	if err := a.save(ctx, filepath.Join(folder, experiment.PageFile), experimentFile, page); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "wrote the pages of %d experiments in %s\n", len(found), folder)
	return nil
}

// joined returns one page of all results with the figures in the folder.
func joined(folder string, results []*experiment.Result) ([]byte, error) {
	return experiment.HTML(results, func(r *experiment.Result, f *experiment.Figure) ([]byte, error) {
		svg, err := os.ReadFile(filepath.Join(folder, experiment.FigureFile(r, f)))
		if os.IsNotExist(err) {
			return nil, nil
		}
		return svg, err
	})
}

func (a *app) writeReport(ctx context.Context, folder string, r *experiment.Result) error {
	for i := range r.Figures {
		svg, err := experiment.Draw(&r.Figures[i])
		if errors.Is(err, experiment.ErrNoPlot) {
			fmt.Fprintf(a.stderr, "%s: %v\n", r.Name, err)
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		if err := a.save(ctx, filepath.Join(folder, experiment.FigureFile(r, &r.Figures[i])), experimentFile, svg); err != nil {
			return err
		}
	}
	return a.save(ctx, filepath.Join(folder, r.Name+".md"), experimentFile, []byte(experiment.Markdown(r)))
}
