// Package server answers look-ups over HTTP, in its own JSON and in that of other services.
//
//	/lookup                             normlet's own JSON, one mention or many
//	/ground /ground_multi /get_names    as Gilda's web service, with /annotate, /names and /models
//	/ /suggest/... /properties /preview as the Reconciliation Service API 0.2, for OpenRefine
//	/openapi.json /docs                 what there is, for programs and people
//	/healthz /readyz /metrics           for operators
//
// Several packs have these paths, except the last line, below their names: /genes/lookup.
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
// A request holds no shared resource while its client sends or reads. Its turn begins when it has arrived and ends when
// its answer is in memory. Many mentions take several turns, a text of /annotate takes one; only half of the turns are
// for such requests. The decoder reads bodies token by token (behind guard), reply builds answers in pieces, and both
// draw on one budget, except for the first 16 KiB, which is enough for a look-up. A request that finds no room is
// refused, not queued.
//
// # Load
//
// A queue gives turns, as many at a time as there are processors. A single look-up that gets a turn gathers waiting
// look-ups with the same options, of any client, and one call of core answers all of them. It never waits for more to
// arrive, but first yields to goroutines that are ready: under load, most requests that it could gather are among them.
// Requests with many mentions pass a queue of their own first, so single look-ups do not wait behind them.
//
// A queue measures its turns and so knows how long a new request would wait. If that is too long, the request is refused
// (429), before its body is read where possible. Accepted requests are answered.
//
// A Pack is replaced as a whole. A request keeps the view that was current when it began. The garbage collector frees
// old packs, which are read into memory, not mapped, so nothing has to be closed.
//
// Mentions are private: neither log nor metrics hold any.
package server
