// Package agents offers look-ups to agents and editors as tools of the Model Context Protocol
// (https://modelcontextprotocol.io).
//
//	lookup         a mention: the entities that it most likely means
//	lookup_many    up to 1,000 mentions: the best entity of each
//	annotate       a text: where it names entities, and which
//	names          ids: what the pack says of the entities
//	map_file       columns of a table in the folder: a table with ids
//
// # Small answers
//
// A model reads the answers and pays for each word. So lookup gives three matches unless the call asks for more,
// lookup_many and annotate give one, and only names gives details.
//
// # Limits
//
// The schemas of the tools bound mentions, texts and lists; the protocol's library refuses larger ones before a tool
// sees them. An error of a tool is an answer that the model reads, and can correct.
//
// # Data, not instructions
//
// A model may obey what it reads, and anybody may have written the names of a pack or the cells of a table. So the
// tools mark texts of others as data: quoted or a value of JSON, on one line, without invisible characters, and cut.
package agents
