// Package server answers look-ups over HTTP, in the shapes that other tools ask for.
//
//	/lookup                     normlet's own JSON, one mention or many
//	/ground /ground_multi /names  as Gilda's web service
//	/ /suggest/... /properties /preview  as the Reconciliation Service API 0.2, which OpenRefine speaks
//	/openapi.json /docs         what there is, for programs and people
//	/healthz /metrics           for those who run it
//
// With several packs each has these paths (but the last line) below its name, as in
// /genes/lookup.
//
// # A request's way
//
//	ServeHTTP: panics, log, metrics -> host -> origin -> exact path and method -> size
//	  -> endpoint: decoder, which counts as it reads -> a turn: core, reply -> send
//
// Paths are found in a table by the whole path, so that there is nothing to clean or
// to escape from.
//
// # What a client can take
//
// Nothing that others need is held while a client sends or reads. A turn begins when
// the request is there, and ends when its answer is, in memory; many mentions take
// several, and a place among those that ask for many. Bodies are read token by token
// (decoder, behind guard) up to what a request may have, answers are made in pieces
// (reply), and what both hold is drawn from one budget, but for the first 16 KiB, so
// that a look-up needs nothing that others could have taken. What finds no room is
// sent away, and not made to wait.
//
// A Pack is replaced as a whole while requests run. A request takes the view that is
// current when it begins and keeps it, and memory of old packs goes with their last
// request: packs are read into memory, not mapped, so nothing has to be closed in time.
//
// Mentions are private: neither the log nor the metrics hold any.
package server
