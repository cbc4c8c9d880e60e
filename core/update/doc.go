// Package update updates packs over the air. It says which file of a repository it needs next, checks the file that it gets,
// and in the end puts a verified pack into use. It opens no connection and reads no clock: the app passes bytes and the time.
// Start with NewStore.
//
//	repository (a folder of any static host)          Store (a folder, or bytes that the app keeps)
//	  metadata/N.root.json       keys, signed          root.json       the newest one that was verified
//	  metadata/timestamp.json    what is newest        timestamp.json, snapshot.json, targets.json
//	  metadata/N.snapshot.json, N.targets.json         NAME.state      the pack in use and the last good one
//	  targets/NAME/HASH.V.normpack, HASH.V-W.plain.delta   NAME.V.HASH.normpack
//
// The metadata follows The Update Framework (TUF). An attacker without keys can at most withhold updates.
//
// # An update
//
//	store.Begin -> Update: Next -> Want -> the app fetches -> Give, or Fail -> Next ... -> Result
//
// An app fetches the whole pack, or a smaller delta on the pack in use. A delta names the digest of its base, and its result
// must have the digest in the signed targets. If it does not, the Update drops the delta and asks for the whole pack.
//
// Before the Update puts a pack into use, it opens the pack, which checks every table and the encoder, and looks up some of
// its names. Then it writes one small file, NAME.state, which says which pack is in use. The old pack stays as the last good
// one, for Rollback.
package update
