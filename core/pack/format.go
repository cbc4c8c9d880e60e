package pack

// The format of a pack file.
//
// Strings are valid UTF-8, numbers are little-endian, and "uvarint" is the
// variable-length integer of encoding/binary in its shortest form.
//
// # File
//
//	offset   size
//	0        8     magic "NORMPACK"
//	8        2     format version
//	10       2     oldest reader version that understands the file
//	12       2     n, number of sections, at most 256
//	14       2     zero (flags)
//	16       8     size of the file
//	24       8     zero
//	32       40 n  section table
//	32+40 n  4     CRC-32C (Castagnoli) of all bytes before it
//	...            sections, each at the next multiple of 64, zeros between them;
//	               the file ends where the last one does
//
// One entry of the section table:
//
//	0        4     tag, four ASCII letters or digits, no tag twice
//	4        4     flags: 1 critical, 2 zstd; others zero
//	8        8     offset in the file
//	16       8     stored size
//	24       8     raw size, after decompression; at most 64 stored sizes + 65536
//	32       4     CRC-32C of the stored bytes
//	36       4     zero
//
// A zstd section is one or more zstd frames, one after the other. A reader
// refuses a file with an unknown critical section and skips unknown others. The
// order of sections is free, but SIGN is the last.
//
// # Sections
//
//	tag   critical  required  payload (raw)
//	META  yes       yes       lines key=value, ascending by key, at most 4096; \ and newline of a value are \\ and \n
//	ENTI  yes       yes       strings: entity ids, ascending by bytes; their order numbers the entities
//	NSPC  yes       yes       uvarint count, that many (uvarint length, bytes): namespaces;
//	                          column: namespace of each entity
//	PRIO  yes       yes       column: prior of each entity, 0..255
//	NAME  yes       yes       strings: names; their order, below, numbers the rows
//	ROWE  yes       yes       column: entity of each row
//	ROWK  yes       yes       column: kind of each row (0 primary, 1 exact, 2 alias, 3 related,
//	                          4 twin: of a gene of another organism, a name of a human one in other letters)
//	PROW  yes       yes       column, per entity: how many of its rows, ordered by kind and row,
//	                          come before its primary row
//	CODE  yes       yes       codes, below
//	ENCW  yes       no        encoder weights; read by package encoder
//	HEAD  yes       no        binarizer; read by package binarize
//	CALB  yes       no        calibration; read by package internal/core/score
//	WORD  no        no        how common words are; read by package internal/core/names
//	SYNO  no        no        words that can stand for others; read by package internal/core/names
//	TELS  no        no        which words tell no entities apart; read by package internal/core/names
//	REWR  no        no        rewrites: what words of a mention may be written as; see package internal/core/names
//	KNOW  no        no        what words of its field mean; read by package internal/core/names
//	TRAN  no        no        what words of other languages mean; read by package internal/core/translation
//	MEET  no        no        pairs of entities, below: entities that are written about together, the lower number first
//	SAME  no        no        uvarint count, that many (uvarint, uvarint): what is the same thing as an entity
//	                          before it: how far it is after the one listed before, or after entity 0,
//	                          and how far after the first entity that is the same thing
//	PRNT  no        no        pairs of entities, below: an entity, and another that it is a kind of
//	LANG  no        no        uvarint count, that many (uvarint length, bytes), ascending: languages that one name has, BCP 47
//	                          tags with a blank between, each with a star if the name is the label in that language;
//	                          column: those of each row, 0 none, 1 the first
//	ALSO  no        no        lines, ascending: entity id, tab, ids that other lists have for it with blanks
//	                          between; at most 4096 bytes each
//	FLDS  no        no        lines, ascending: entity id, and tab, name=value for each field that it has, at most
//	                          4096 bytes each; at most 16 names of fields in all
//	DETL  no        no        details of entities, and former ids, below; read by package internal/core/details
//	TAGR  no        no        weights that find entities in texts; read by package internal/core/tag
//	SELF  no        no        uvarint count, that many (uvarint length, text, code): the code the
//	                          encoder and binarizer of this pack have to give for the text
//	DELT  yes       no        names added and removed since, below
//	SIGN  no        no        Ed25519 public key (32), signature (64), below
//
// Rows ascend by the compact form of their names (package names), those of one
// compact form by the bytes of the name, those of one name by entity; no row is
// there twice. Look-ups find names by a binary search. So do the rows of a pack
// after its changes.
//
// Strings are front-coded in blocks of 64:
//
//	uvarint count n, uvarint size t of the text
//	n bytes  how many bytes each string shares with the start of the one before, 0 every 64
//	n bytes  how many bytes follow; 255: 255 more than the uvarint before those bytes
//	t bytes  the bytes that follow, string after string
//
// Pairs of entities ascend by the first and then by the second:
//
//	uvarint count n; n uvarints, how far the first one is after that of the pair before; column of n: the second ones
//
// A column holds one number per entity or row, in the smallest of three encodings:
//
//	0, uvarint least value, byte width w, then (value - least) in w bits each, low bits first
//	1, byte count of planes, then the lowest byte of every value, the next byte of every value, ...
//	2, a byte for each value: how many values before it the same one is, 0 for another one; then the others with encoding 1
//
// Codes are bits/64 words of 8 bytes a row, row after row:
//
//	0   1  encoding: 0 words as they are; 2 words XORed with those of a row before
//	1   3  zero
//	4   4  bits of one code
//	8   8  number of rows
//	16     words
//
// With encoding 0 and no compression the words of a mapped file are used in place. With encoding 2, a
// byte for each row comes before the words. Its low five bits say which row before: 0 to 15 the one right
// before and those before that, 16 to 31 the latest one before that names the same entity and those before
// that; a row that is not there has zeros. Its high three bits are a class; the words of
// class 0 come first, those of one class in the order of their rows.
//
// # Details
//
// DETL is never compressed as a whole, so that opening a pack need not undo that: its blocks are
// zstd frames of their own, and a reader decompresses the one that it needs.
//
//	byte                  version, 1
//	uvarint               number of blocks; for each, ascending:
//	uvarint, uvarint      size of its text, at most 128 KiB; size of its frame
//	uvarint length, bytes the first id in it
//	...                   frames, one after the other
//
// The text of a block has a line for each id, ascending: id, what replaces it, full name, definition
// and cross-references, with tabs between and blanks between cross-references. A full name may be @ and
// the number of its bytes: the name of the entity that has so many. A former id has what replaces it and
// nothing else.
//
// # Changes
//
// A pack can be changed without being built again: the sections above stay as they
// are stored, and DELT says what to add to them and what to leave out. A pack has
// one DELT, with all changes since it was built; a further change writes it anew.
// Its payload is
//
//	uvarint length, META    its keys replace those of the pack; one without value removes its key
//	uvarint count, numbers  rows removed, ascending, each as a uvarint: what it exceeds the one
//	                        before by, less 1; the first as it is
//	ENTI                    ids of the entities that are new, gain rows, or have another namespace
//	                        or prior
//	NSPC                    all namespaces of the changed pack, and those of these entities
//	PRIO                    priors of these entities
//	NAME                    names added
//	numbers                 for each, how many rows of the sections above (removed ones count) come
//	                        before it, each as a uvarint: what it exceeds the one before by
//	ROWE, ROWK, CODE        entities (numbered as in this ENTI), kinds and codes of the names added
//
// where a tag stands for a payload of that section's form. A reader removes rows,
// puts in others, and drops the entities left without a row. New entities have no
// parent, are in no company, and are the same as no other, new rows are in no language; ALSO, FLDS and DETL stay,
// and what they say of ids without an entity means nothing. An entity keeps its
// primary row, unless that is removed: then it is the first row of the strongest
// kind; or a row of a stronger kind was added: then it is the first of the
// strongest kind among those.
//
// # What reading takes
//
// Whatever the bytes of a file are, Parse and what package core makes of a pack
// take time and memory in proportion to its sections, uncompressed, which the
// header bounds by 64 times their stored size and 64 KiB each: at most 64 steps a
// byte and 4 million, a step being a byte or an item of a table that is read,
// written or compared; and for tables at most 4 bytes a byte and 16 MiB, beside the
// sections themselves. (Packs of any kind tried take at most 9 steps and 3 bytes,
// most of them half of that.) To encode names, of SELF and a few others, comes on
// top, with a bound of its own. A Meter counts and refuses, a host sets lower
// Limits, and the error is a *LimitError.
//
// # What reading checks
//
// Parse checks every checksum, the form of every table, that their numbers fit
// together, that strings are UTF-8, that names have 64 KiB at most, that ids and
// rows are in order, and that every entity has a primary name among its own. Append
// refuses what Parse would refuse.
//
// # Signature
//
// The signature is Ed25519 over the text "normlet pack signature 1", a zero byte
// and the SHA-512 of the file up to the signature, where the CRC-32C in the table
// entry of SIGN and the one after the table count as zero.
//
// # Version history
//
// A version lists the sections it adds. Until a first release is out, sections join
// version 1.
//
//	1  META ENTI NSPC PRIO NAME ROWE ROWK PROW CODE ENCW HEAD CALB WORD SYNO TELS REWR KNOW TRAN MEET SAME PRNT LANG ALSO FLDS DETL TAGR SELF DELT SIGN
