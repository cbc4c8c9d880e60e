// Package update brings packs over the air: it says which file of a repository it wants next, checks what it gets, and
// in the end swaps a verified pack in. It opens no connection and reads no clock: the app hands in bytes and the time.
//
//	repository (a folder of any static host)          Store (a folder, or bytes that the app keeps)
//	  metadata/N.root.json       keys, signed          root.json       the newest one that was verified
//	  metadata/timestamp.json    what is newest        timestamp.json, snapshot.json, targets.json
//	  metadata/N.snapshot.json, N.targets.json         NAME.state      the pack in use and the last good one
//	  targets/NAME/HASH.V.normpack, HASH.V-W.plain.delta   NAME.V.HASH.normpack
//
// The metadata is that of The Update Framework (TUF), which package internal/tuf reads and verifies. An attacker without
// keys can at most withhold updates.
//
// # An update
//
//	store.Begin -> Update: Next -> Want -> the app fetches -> Give, or Fail -> Next ... -> Result
//
// A pack arrives whole, or as a delta on the pack in use where the repository has one that is smaller. A delta names the
// digest of its base, and what it makes has to have the digest that the signed targets give; a delta that does not fit
// is dropped and the whole pack wanted.
//
// Before a pack is swapped in, it is opened, which checks every table and the self-check of its encoder, and some of its
// own names are looked up. The swap is the writing of one small file, NAME.state. Until then the old pack stays, and it
// stays after, as the last good one, for Rollback.
package update
