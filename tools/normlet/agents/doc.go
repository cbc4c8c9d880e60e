// Package agents offers look-ups to agents and editors as tools of the Model
// Context Protocol (https://modelcontextprotocol.io).
//
//	lookup         a mention: the entities that it most likely means
//	lookup_many    up to 1,000 mentions: the best entity of each
//	annotate       a text: where it names entities, and which
//	names          ids: what the pack says of the entities
//	map_file       columns of a table in the folder: a table with ids
//
// # Small answers
//
// A model reads the answers and pays for each word. So lookup gives three matches,
// lookup_many one, unless more are asked for, annotate one, and details are in names alone.
//
// # Limits
//
// The schemas of the tools bound mentions, texts and lists; the protocol's library
// refuses larger ones before a tool sees them. An error of a tool is an answer: the
// model reads it, and can do better.
//
// # Data, not instructions
//
// A model obeys what it reads, and anybody may have written the names of a pack or the
// cells of a table. So texts of others are marked as such: quoted or a value of JSON, one
// line, without invisible characters, and cut.
package agents
