package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every flag can be set by an environment variable: --min-p by NORMLET_MIN_P, that of normlet map alone by
// NORMLET_MAP_MIN_P. The longer name overrides the shorter one, and the command line overrides both. An empty variable
// counts as unset, except for a flag that names files (see refuseEmpty).

// VariablePrefix begins the names of all variables.
const VariablePrefix = "NORMLET_"

// fromVariable annotates a flag with the variable that set it.
const fromVariable = "environment"

// Variables returns the variables that set a flag of cmd, the most specific first.
func Variables(cmd *cobra.Command, flag string) []string {
	path := strings.Fields(cmd.CommandPath())[1:]
	var list []string
	for n := len(path); n >= 0; n-- {
		name := strings.Join(append(slices.Clone(path[:n]), flag), "_")
		list = append(list, VariablePrefix+strings.ToUpper(strings.ReplaceAll(name, "-", "_")))
	}
	return list
}

// everyVariable returns the variables of a flag, and then those of the names that it had.
func everyVariable(cmd *cobra.Command, flag string) []string {
	list := Variables(cmd, flag)
	for _, old := range oldNames(flag) {
		list = append(list, Variables(cmd, old)...)
	}
	return list
}

func hasVariable(f *pflag.Flag) bool {
	return !f.Hidden && f.Name != "help" && f.Name != helpAll && f.Name != "version"
}

// ReadEnvironment sets the flags that the command line leaves out, and warns of variables that match no flag.
func (std *IO) ReadEnvironment(cmd *cobra.Command) error {
	if strings.HasPrefix(cmd.Name(), cobra.ShellCompRequestCmd) {
		return nil // the shell asks, not a person
	}
	std.warnOfVariables(cmd.Root())
	var err error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if err == nil && !f.Changed && hasVariable(f) {
			err = setFromVariable(cmd, f)
		}
	})
	return err
}

func setFromVariable(cmd *cobra.Command, f *pflag.Flag) error {
	for _, name := range everyVariable(cmd, f.Name) {
		value, ok := os.LookupEnv(name)
		if !ok || value == "" && !needsFile(f) {
			continue
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			return Usagef(cmd, "%s: %v", name, err)
		}
		return cmd.Flags().SetAnnotation(f.Name, fromVariable, []string{name})
	}
	return nil
}

// Typed reports whether a flag is on the command line, and not from the environment.
func Typed(cmd *cobra.Command, name string) bool {
	f := cmd.Flags().Lookup(name)
	return f != nil && f.Changed && f.Annotations[fromVariable] == nil
}

// warnOfVariables names NORMLET_ variables that match no flag.
func (std *IO) warnOfVariables(root *cobra.Command) {
	known := map[string]bool{}
	eachCommand(root, func(cmd *cobra.Command) {
		add := func(f *pflag.Flag) {
			for _, name := range everyVariable(cmd, f.Name) {
				known[name] = known[name] || hasVariable(f)
			}
		}
		cmd.LocalFlags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
	})
	environ := os.Environ()
	slices.Sort(environ)
	for _, variable := range environ {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, VariablePrefix) && !known[name] {
			fmt.Fprintf(std.Err, "normlet: warning: %s sets nothing: no command has such a flag\n", name)
		}
	}
}

func eachCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		eachCommand(sub, f)
	}
}

// VariablesIn lists the flags that an error mentions, by name or by file, and that variables set.
func VariablesIn(cmd *cobra.Command, text string) string {
	var from []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := f.Annotations[fromVariable]
		if name == nil {
			return
		}
		if names(text, f) || namesFiles(f) && strings.Contains(text, os.Getenv(name[0])) {
			from = append(from, fmt.Sprintf("--%s is from %s", f.Name, name[0]))
		}
	})
	if from == nil {
		return ""
	}
	return " (" + strings.Join(from, ", ") + ")"
}

// names reports whether text has the name of a flag, as a word.
func names(text string, f *pflag.Flag) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(` :,;()"`, r) }), func(word string) bool {
		return word == "--"+f.Name || f.Shorthand != "" && word == "-"+f.Shorthand
	})
}
