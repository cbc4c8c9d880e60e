// Package server answers lookups over HTTP, in its own JSON and in that of other services.
//
//	/lookup                             normlet's own JSON, one mention or many
//	/ground /ground_multi /names        as Gilda's web service
//	/ /suggest/... /properties /preview as the Reconciliation Service API 0.2, for OpenRefine
//	/openapi.json /docs                 what there is, for programs and people
//	/healthz /readyz /metrics           for operators
//
// Several packs have these paths, but for the last line, below their names: /genes/lookup.
//
// # A request's way
//
//	ServeHTTP: panics, log, metrics -> host -> origin -> exact path and method -> size -> queue: is it too long?
//	  -> endpoint: decoder, which counts as it reads -> queue -> a turn: core, reply -> send
//
// A table maps whole paths, so there is nothing to clean or escape.
//
// # Limits
//
// No shared resource is held while a client sends or reads. A turn begins when the request has arrived and ends when
// its answer is in memory; many mentions take several turns, and a place among such requests. The decoder reads bodies
// token by token (behind guard), reply builds answers in pieces, and both draw on one budget, except for the first 16
// KiB, which is enough for a lookup. A request that finds no room is refused, not queued.
//
// # Load
//
// Turns are given by a queue, one for each processor. When a single look-up has its turn, it takes those along that are
// like it, of any client, and all are answered by one call of core. Only what is there already is taken, so nobody waits
// for company. Under load most waiting requests are goroutines that have not run yet; the turn begins by letting them.
// Requests with many mentions wait in a queue of their own before that, so that single ones do not wait for them.
//
// A queue knows how long its turns take, and so how long whoever comes would have to wait. If that is too long, the
// request is refused (429), where possible before its body is read. What is accepted is answered.
//
// A Pack is replaced as a whole. A request keeps the view that was current when it began, and the garbage collector
// frees old packs: they are read into memory, not mapped, so nothing has to be closed.
//
// Mentions are private: neither log nor metrics hold any.
package server
