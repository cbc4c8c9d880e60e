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
//	ServeHTTP: panics, log, metrics -> host -> exact path and method -> CORS, size of body
//	  -> endpoint: decode -> Server.answer (limits, its turn, core) -> encode
//
// Paths are found in a table by the whole path, so that there is nothing to clean or
// to escape from. A request waits for its turn only after its body is there: slow
// clients hold a connection and a goroutine, nothing that others need.
//
// A Pack is replaced as a whole while requests run. A request takes the view that is
// current when it begins and keeps it, and memory of old packs goes with their last
// request: packs are read into memory, not mapped, so nothing has to be closed in time.
//
// Mentions are private: neither the log nor the metrics hold any.
package server
