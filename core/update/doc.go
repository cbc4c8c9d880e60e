// Package update brings packs over the air. It says which file of a repository it wants next, checks what it gets, and
// in the end swaps a verified pack in. It opens no connection and reads no clock: the app hands in bytes and the time.
// NewStore is where to start.
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
// A pack arrives whole, or as a smaller delta on the pack in use. A delta names the digest of its base, and its result
// must have the digest that the signed targets give. If it does not, the Update drops it and wants the whole pack.
//
// Before the Update swaps a pack in, it opens the pack, which checks every table and the encoder, and looks up some of
// its names. The swap writes one small file, NAME.state. Until then the old pack is in use; afterwards it stays as the
// last good one, for Rollback.
package update
