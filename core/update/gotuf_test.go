package update_test

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/theupdateframework/go-tuf/v2/metadata"
	"github.com/theupdateframework/go-tuf/v2/metadata/trustedmetadata"

	"github.com/normlet/normlet/core/update"
)

// goTUF is a client of the same repositories whose checks are those of go-tuf.
type goTUF struct{ root, timestamp, snapshot []byte }

// update takes the metadata of a host in the order of the specification, and the newest pack of genes.
func (g *goTUF) update(h *host) error {
	t, err := trustedmetadata.New(g.root)
	if err != nil {
		return err
	}
	t.RefTime = h.now
	for {
		data, err := fs.ReadFile(h.files, fmt.Sprintf("metadata/%d.root.json", t.Root.Signed.Version+1))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if _, err := t.UpdateRoot(data); err != nil {
			return err
		}
		g.root = data
	}
	if g.timestamp != nil {
		_, _ = t.UpdateTimestamp(g.timestamp)
	}
	data, err := fs.ReadFile(h.files, "metadata/timestamp.json")
	if err != nil {
		return err
	}
	if _, err := t.UpdateTimestamp(data); err == nil {
		g.timestamp = data
	} else if same := (*metadata.ErrEqualVersionNumber)(nil); !errors.As(err, &same) {
		return err
	}
	if g.snapshot != nil {
		_, _ = t.UpdateSnapshot(g.snapshot, true)
	}
	data, err = fs.ReadFile(h.files, fmt.Sprintf("metadata/%d.snapshot.json", t.Timestamp.Signed.Meta["snapshot.json"].Version))
	if err != nil {
		return err
	}
	if _, err := t.UpdateSnapshot(data, false); err != nil {
		return err
	}
	g.snapshot = data
	data, err = fs.ReadFile(h.files, fmt.Sprintf("metadata/%d.targets.json", t.Snapshot.Signed.Meta["targets.json"].Version))
	if err != nil {
		return err
	}
	targets, err := t.UpdateTargets(data)
	if err != nil {
		return err
	}
	return g.pack(h, targets.Signed.Targets)
}

// pack takes the newest pack of genes as a whole, for go-tuf knows no deltas.
func (g *goTUF) pack(h *host, targets map[string]*metadata.TargetFiles) error {
	for v := int64(9); v > 0; v-- {
		path := update.TargetPath("genes", v)
		if info := targets[path]; info != nil {
			data, err := fs.ReadFile(h.files, update.Location(path, info.Hashes["sha256"].String()))
			if err != nil {
				return err
			}
			return info.VerifyLengthHashes(data)
		}
	}
	return errors.New("no pack")
}
