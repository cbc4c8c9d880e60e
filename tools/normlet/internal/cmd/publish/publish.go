// Package publish is the command normlet publish.
package publish

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// rootDays is for how long a root is good, unless --root-expires says otherwise.
const rootDays = 365

// lifetimes are flags in days.
type lifetimes struct{ root, targets, timestamp int }

func (l lifetimes) durations() repository.Lifetimes {
	day := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	return repository.Lifetimes{Root: day(l.root), Targets: day(l.targets), Timestamp: day(l.timestamp)}
}

func (l *lifetimes) addFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&l.timestamp, "expires", 30, "`days` until clients refuse the repository unless it is published anew")
	cmd.Flags().IntVar(&l.targets, "targets-expires", 365, "`days` until the list of packs expires")
}

func New(std *cli.IO) *cobra.Command {
	var keys, withdraw []string
	l := lifetimes{root: rootDays}
	deltas := 3
	cmd := &cobra.Command{
		Use:   "publish DIR [NAME=PACK...]",
		Short: "Publish packs in a folder that any static host can serve",
		Long: `Publish packs in a repository that publish init has made: each PACK becomes the next version
of its NAME, with deltas on the versions before. normlet pull and apps fetch them from a
copy of DIR on any static host, secured by The Update Framework (TUF).

Publish writes the files in an order in which no client sees a repository that contradicts
itself; copy timestamp.json last, too. --withdraw takes a version off the list; clients
that have it go back.

Without packs, publish extends the time for which clients accept the repository: do so
before --expires has passed. It also signs the list of packs and the root anew if they
would end within twice that time and --key has their keys. Otherwise it warns, with the
command to run, and fails once they have ended.`,
		Example: `  normlet publish key root.pem
  normlet publish key online.pem
  normlet publish init packs --root-key root.pem --key online.pem
  normlet publish packs genes=genes.normpack --key online.pem
  normlet publish packs --withdraw genes@3 --key online.pem`,
		Args: cli.ArgCount(1, -1, "the folder of a repository"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, lock, err := openRepository(std, args[0])
			if err != nil {
				return err
			}
			defer lock.Close()
			for _, arg := range args[1:] {
				if err := addPack(std, cmd, r, arg, deltas); err != nil {
					return err
				}
			}
			for _, arg := range withdraw {
				name, text, _ := strings.Cut(arg, "@")
				version, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return cli.Usagef(cmd, "--withdraw %q: want NAME@VERSION", arg)
				}
				if err := r.Withdraw(name, version); err != nil {
					return err
				}
			}
			return commitRepository(std, cmd, args[0], r, keys, l)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&keys, "key", nil, "Ed25519 private keys of timestamp, targets and root, those that you have, in these PEM `files`")
	f.IntVar(&deltas, "deltas", deltas, "earlier `versions` that get a delta to the new one")
	f.StringSliceVar(&withdraw, "withdraw", nil, "`NAME@VERSION` to take off the list")
	l.addFlags(cmd)
	cli.Reads(cmd, "key")
	cmd.AddCommand(publishKeyCommand(std), publishInitCommand(std), publishRotateCommand(std))
	cli.Groups(cmd, "Signature: key expires targets-expires", "Packs: deltas withdraw")
	return cmd
}

// openRepository opens a repository, which no other command changes until the lock is closed.
func openRepository(std *cli.IO, dir string) (r *repository.Repository, lock *output.Place, err error) {
	if lock, err = lockRepository(std, dir); err == nil {
		if r, err = repository.Open(download.Folder(dir)); err == nil {
			return r, lock, nil
		}
		lock.Close()
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	return nil, nil, fmt.Errorf("%s: no repository that can be gone on with; publish init makes one: %w", dir, err)
}

func lockRepository(std *cli.IO, dir string) (*output.Place, error) {
	return std.Files.Reserve(filepath.Join(dir, "publishing"), &output.Kind{What: "a lock", Plain: true})
}

// addPack adds the pack of an argument NAME=PACK, which has to open.
func addPack(std *cli.IO, cmd *cobra.Command, r *repository.Repository, arg string, deltas int) error {
	name, path, ok := strings.Cut(arg, "=")
	if !ok || path == "" {
		return cli.Usagef(cmd, "%q: want NAME=PACK", arg)
	}
	std.Files.Reads(path)
	if path != "-" {
		f, err := regular.Open(path)
		if err != nil {
			return err
		}
		f.Close()
	}
	content, _, err := packfile.Read(std, path)
	if err == nil {
		_, err = core.OpenBytes(content, nil)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	added, err := r.Add(name, content, deltas)
	if err != nil {
		return err
	}
	if added.Version == 0 {
		fmt.Fprintf(std.Err, "%s: %s is the newest version already\n", name, path)
		return nil
	}
	fmt.Fprintf(std.Out, "%s %d: %d bytes\n", name, added.Version, added.Bytes)
	for _, d := range added.Deltas {
		fmt.Fprintf(std.Out, "%s %d: %d bytes as a delta on version %d\n", name, added.Version, d.Bytes, d.From)
	}
	return nil
}

// repositoryFile is the kind of the files of a repository. Those of other content have other names.
var repositoryFile = &output.Kind{What: "a file of a repository", Ours: func([]byte) bool { return true }, Plain: true}

func commitRepository(std *cli.IO, cmd *cobra.Command, dir string, r *repository.Repository, keyFiles []string, l lifetimes) error {
	keys, err := packfile.PrivateKeys(keyFiles...)
	if err != nil {
		return err
	}
	files, err := r.Commit(keys, hook.Clock(), l.durations())
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := output.Folder(filepath.Dir(path)); err != nil {
			return err
		}
		if err := std.Save(cmd.Context(), path, repositoryFile, f.Data); err != nil {
			return err
		}
	}
	tellEnds(std, len(files), dir, r.Ends(hook.Clock(), l.durations()))
	return nil
}

// tellEnds says until when clients accept a repository, and of each role when it ends.
func tellEnds(std *cli.IO, files int, dir string, ends []repository.End) {
	var roles []string
	for _, e := range ends {
		roles = append(roles, e.Role+" "+e.At.Format(time.DateOnly))
	}
	fmt.Fprintf(std.Err, "wrote %d files to %s; clients accept it until %s (%s)\n", files, dir, ends[0].At.Format(time.DateOnly), strings.Join(roles, ", "))
	for _, e := range ends {
		if e.Soon {
			fmt.Fprintf(std.Err, "normlet: warning: the %s ends on %s, and its keys were not given; then clients refuse the repository, unless you run before:\n  %s\n",
				e.Role, e.At.Format(time.DateOnly), strings.Replace(repository.Renew(e.Role), "DIR", dir, 1))
		}
	}
}

// privateKeyFile is the kind of files of private keys, which nothing replaces.
var privateKeyFile = &output.Kind{What: "a key", Ours: func([]byte) bool { return false }, Plain: true, Stays: true, Private: true}

func publishKeyCommand(std *cli.IO) *cobra.Command {
	return &cobra.Command{
		Use:   "key FILE",
		Short: "Make a private key for a repository",
		Long: `Make an Ed25519 private key, as openssl genpkey does, in a file that only its owner can
read. Keep the root key offline: with it, a repository survives the loss of all other
keys.`,
		Example: `  normlet publish key root.pem`,
		Args:    cli.ArgCount(1, 1, "a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, key, err := ed25519.GenerateKey(nil)
			if err != nil {
				return err
			}
			der, err := x509.MarshalPKCS8PrivateKey(key)
			if err != nil {
				return err
			}
			return std.Save(cmd.Context(), args[0], privateKeyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
		},
	}
}

// keysGroup is the group of these flags.
const keysGroup = "Keys: root-key threshold targets-key key root-expires targets-expires expires"

// keyFiles are the flags that name the keys of a repository.
type keyFiles struct {
	root, targets, timestamp []string
	threshold                int
	lifetimes
}

func (k *keyFiles) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&k.root, "root-key", nil, "private keys of the root in these PEM `files`")
	f.IntVar(&k.threshold, "threshold", 1, "how many root keys it takes to change the root")
	f.StringSliceVar(&k.targets, "targets-key", nil, "private keys that say which packs are good, in these PEM `files` (default: those of --key)")
	f.StringSliceVar(&k.timestamp, "key", nil, "private keys that say what is newest, in these PEM `files`")
	f.IntVar(&k.lifetimes.root, "root-expires", rootDays, "`days` until the root expires")
	k.lifetimes.addFlags(cmd)
	cli.Reads(cmd, "root-key", "targets-key", "key")
}

// keys returns the public keys, and the files of all private ones.
func (k *keyFiles) keys(cmd *cobra.Command) (repository.Keys, []string, error) {
	if len(k.root) == 0 || len(k.timestamp) == 0 {
		return repository.Keys{}, nil, cli.Usagef(cmd, "--root-key or --key is missing")
	}
	if k.threshold < 1 {
		return repository.Keys{}, nil, cli.Usagef(cmd, "--threshold %d: want at least 1", k.threshold)
	}
	targets := k.targets
	if targets == nil {
		targets = k.timestamp
	}
	out := repository.Keys{RootThreshold: k.threshold}
	for _, role := range []struct {
		to    *[]ed25519.PublicKey
		files []string
	}{{&out.Root, k.root}, {&out.Targets, targets}, {&out.Timestamp, k.timestamp}} {
		keys, err := packfile.PrivateKeys(role.files...)
		if err != nil {
			return out, nil, err
		}
		for _, key := range keys {
			*role.to = append(*role.to, key.Public().(ed25519.PublicKey))
		}
	}
	return out, slices.Concat(k.root, k.targets, k.timestamp), nil
}

func publishInitCommand(std *cli.IO) *cobra.Command {
	var k keyFiles
	cmd := &cobra.Command{
		Use:   "init DIR --root-key FILE --key FILE",
		Short: "Make an empty repository",
		Long: `Make an empty repository in DIR, whose root names the keys that publish signs with. Give
the file DIR/metadata/1.root.json, or its SHA-256, to all who should trust the
repository.`,
		Example: `  normlet publish init packs --root-key root.pem --key online.pem`,
		Args:    cli.ArgCount(1, 1, "the folder of a repository"),
		RunE: func(cmd *cobra.Command, args []string) error {
			public, files, err := k.keys(cmd)
			if err != nil {
				return err
			}
			if err := output.Folder(args[0]); err != nil {
				return err
			}
			lock, err := lockRepository(std, args[0])
			if err != nil {
				return err
			}
			defer lock.Close()
			root := filepath.Join(args[0], "metadata", "1.root.json")
			if _, err := os.Stat(root); err == nil {
				return fmt.Errorf("%s: there is a repository already", root)
			}
			r, err := repository.Create(public, hook.Clock(), k.durations())
			if err != nil {
				return err
			}
			if err := commitRepository(std, cmd, args[0], r, files, k.lifetimes); err != nil {
				return err
			}
			return printFingerprint(std, root)
		},
	}
	k.addFlags(cmd)
	cli.Groups(cmd, keysGroup)
	return cmd
}

func printFingerprint(std *cli.IO, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.Out, "root to trust: %s\nfingerprint: %x\n", path, sha256.Sum256(text))
	return err
}

func publishRotateCommand(std *cli.IO) *cobra.Command {
	var k keyFiles
	var old []string
	cmd := &cobra.Command{
		Use:   "rotate DIR --old-root-key FILE --root-key FILE --key FILE",
		Short: "Change the keys of a repository",
		Long: `Make the next root, with the keys given, and sign everything anew. Clients accept it
because enough of the old root keys sign it, too. Signatures of dropped keys no longer
count. With the same keys, the root lasts longer.`,
		Example: `  normlet publish rotate packs --old-root-key root.pem --root-key root.pem --key new.pem`,
		Args:    cli.ArgCount(1, 1, "the folder of a repository"),
		RunE: func(cmd *cobra.Command, args []string) error {
			public, files, err := k.keys(cmd)
			if err != nil {
				return err
			}
			r, lock, err := openRepository(std, args[0])
			if err != nil {
				return err
			}
			defer lock.Close()
			if err := r.Rotate(public, hook.Clock(), k.durations()); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return commitRepository(std, cmd, args[0], r, slices.Concat(old, files), k.lifetimes)
		},
	}
	cmd.Flags().StringSliceVar(&old, "old-root-key", nil, "private keys of the old root in these PEM `files`")
	cli.Reads(cmd, "old-root-key")
	k.addFlags(cmd)
	cli.Groups(cmd, "Signature: old-root-key", keysGroup)
	return cmd
}
