package repository

import (
	"crypto/ed25519"
	"fmt"
	"slices"
	"time"

	"github.com/theupdateframework/go-tuf/v2/metadata"
)

// Renew returns the command that signs a role anew.
func Renew(role string) string {
	switch role {
	case metadata.ROOT:
		return "normlet publish rotate DIR --old-root-key ROOT.pem --root-key ROOT.pem --key ONLINE.pem"
	case metadata.TARGETS:
		return "normlet publish DIR --key ONLINE.pem,TARGETS.pem"
	}
	return "normlet publish DIR --key ONLINE.pem"
}

// soon is twice the time after which a publisher has to publish again: what expires earlier is signed anew, or the
// publisher is warned at least once before.
func soon(l Lifetimes) time.Duration { return 2 * l.Timestamp }

// renew has Commit sign root and targets anew where they end soon and the keys are enough for it. It fails if they have
// ended and the keys are not: whatever is published, clients refuse it.
func (r *Repository) renew(keys []ed25519.PrivateKey, now time.Time, l Lifetimes) error {
	until := now.Add(soon(l))
	if root := r.root.Signed; !r.rootIsNew && root.Expires.Before(until) {
		if r.enough(metadata.ROOT, keys) {
			r.before, r.root, r.rootIsNew = r.root, metadata.Root(expiry(now, l.Root)), true
			r.root.Signed.Version, r.root.Signed.Keys, r.root.Signed.Roles = root.Version+1, root.Keys, root.Roles
		} else if !now.Before(root.Expires) {
			return ended(metadata.ROOT, root.Expires)
		}
	}
	if targets := r.targets.Signed; !r.targetsChanged && targets.Expires.Before(until) {
		if r.enough(metadata.TARGETS, keys) {
			r.targetsChanged = true
		} else if !now.Before(targets.Expires) {
			return ended(metadata.TARGETS, targets.Expires)
		}
	}
	return nil
}

func ended(role string, at time.Time) error {
	return fmt.Errorf("the %s expired on %s, and clients refuse the repository until it is signed anew: %s", role, at.Format(time.DateOnly), Renew(role))
}

// enough reports whether keys are enough to sign a role.
func (r *Repository) enough(role string, keys []ed25519.PrivateKey) bool {
	able := map[string]bool{}
	for _, key := range keys {
		if maySign(r.root, role, key) {
			able[string(key)] = true
		}
	}
	return len(able) >= r.root.Signed.Roles[role].Threshold
}

// End is when clients begin to refuse a role.
type End struct {
	Role string
	At   time.Time
	Soon bool // so soon that Commit would have signed it anew, had it been given the keys
}

// Ends returns when the roles expire after Commit, the earliest first.
func (r *Repository) Ends(now time.Time, l Lifetimes) []End {
	until := now.Add(soon(l))
	list := []End{
		{metadata.ROOT, r.root.Signed.Expires, r.root.Signed.Expires.Before(until)},
		{metadata.TARGETS, r.targets.Signed.Expires, r.targets.Signed.Expires.Before(until)},
		{metadata.SNAPSHOT, r.snapshot.Signed.Expires, false},
		{metadata.TIMESTAMP, r.timestamp.Signed.Expires, false},
	}
	slices.SortStableFunc(list, func(a, b End) int { return a.At.Compare(b.At) })
	return list
}
