/**
 * normlet in browsers and in Node: finds the entity that a noisy name means, on the device.
 *
 *     import { load } from "normlet";
 *     const normalizer = await load("genes.normpack");
 *     const answer = await normalizer.lookup("FOX-P2");
 *     answer.matches[0].id; // "NCBIGene:93986"
 */

/**
 * Opens a pack: its bytes, a file, or the URL of one, compressed by gzip or not; in Node, a string may be the path of a
 * file. Bytes are copied. A promise of one of these lets the program start meanwhile.
 */
export function load(pack: Pack | Promise<Pack>, options?: LoadOptions): Promise<Normalizer>;

export type Pack = ArrayBuffer | Uint8Array | Blob | string | URL;

export interface LoadOptions {
  /**
   * A worker that runs `lib/worker.js` for this pack alone, started before the scripts of a page are there (not in Node):
   * `new Worker("lib/worker.js", { type: "module" })`. Default: one is started now.
   */
  worker?: Worker;
  /**
   * The program, compiled already: `WebAssembly.compileStreaming(fetch("lib/normlet.wasm"))` before anything else makes
   * a page quicker, and one module may serve several packs. Default: the worker fetches it and compiles it.
   */
  program?: WebAssembly.Module | Promise<WebAssembly.Module | undefined>;
  /**
   * The pack is a part of your site, as your scripts are: damage is found, but not whether it was written as a pack has
   * to be. That is half of the time. Not for packs of others: look-ups may answer wrongly or fail.
   */
  trusted?: boolean;
}

/**
 * Opens the packs that a repository brings over the air, which the browser keeps for this origin (not in Node). Every promise that
 * fails does so with a NormletError, and the pack in use stays.
 *
 *     const packs = await openPacks({ repository: "packs/", root: "packs-root.json" });
 *     await packs.update("genes");
 *     const normalizer = await packs.open("genes");
 */
export function openPacks(settings: PacksSettings): Promise<Packs>;

export interface PacksSettings {
  /** The address of the repository, which `normlet publish` made. */
  repository: string | URL;
  /** The root to trust: its bytes, a file, or the URL of a file that comes with the page, not with the repository. */
  root: ArrayBuffer | Uint8Array | Blob | string | URL;
  /** The name of the database that keeps the packs. Default: "normlet packs". */
  store?: string;
}

/** Packs over the air. Pages of one origin wait for each other. */
export interface Packs {
  /** Brings the newest version of a name, or another, by a delta on the one that is here if there is one. */
  update(name: string, options?: { version?: number; signal?: AbortSignal }): Promise<PackUpdate>;
  /** What update would bring. */
  look(name: string, options?: { signal?: AbortSignal }): Promise<PackUpdate>;
  /**
   * Makes a pack that came with the page, a file of the repository whose version the page knows, the one in use, so that
   * the first update is a small one. Gives the version that is in use then: a pack that is as new stays.
   */
  adopt(name: string, version: number, pack: ArrayBuffer | Uint8Array | Blob | string | URL): Promise<number>;
  /** The version that is here, 0 for none. */
  installed(name: string): Promise<number>;
  /** Opens the pack that is here; if it has been damaged, the last good one. */
  open(name: string): Promise<Normalizer>;
  /**
   * Puts the last good pack in place of the one in use and gives its version. update() passes the other one over until
   * there is a newer one.
   */
  rollback(name: string): Promise<number>;
  /** Ends the worker. */
  close(): Promise<void>;
}

/** What an update did. */
export interface PackUpdate {
  /** The version in use now. */
  version: number;
  /** It was in use before. */
  upToDate: boolean;
  /** The pack was made of the one before, with little to fetch. */
  delta: boolean;
  /** Bytes of all files that were fetched. */
  received: number;
  /** The version that the repository has. */
  found: number;
  /** After look(), how many bytes it takes to bring it. */
  need: number;
  /** What went wrong and did not matter. */
  notes: string[];
}

/**
 * Answers mentions from one pack. It has a worker of its own, so that no look-up
 * blocks the page. Every promise that fails does so with a NormletError.
 */
export interface Normalizer {
  /** Maps a mention to its k most likely entities. */
  lookup(mention: string, options?: LookupOptions): Promise<Answer>;
  /** Maps many mentions, in their order. Other look-ups go on in between. */
  lookupAll(mentions: string[], options?: LookupOptions & ListOptions): Promise<Answer[]>;
  /**
   * The entities that have a name beginning with what was typed, for a list under a field: those of which it is a whole
   * name, then by how often people write about them. What is misspelled begins no name: then use lookup.
   */
  suggest(typed: string, options?: SuggestOptions): Promise<Suggestion[]>;
  /**
   * What the columns of a table hold, by up to 100 different cells of each: names and ids that are worth a look-up, or else.
   */
  detect(columns: Sample[], options?: Pick<LookupOptions, "namespace">): Promise<Column[]>;
  /** What the pack says of the entities with these ids, in their order: null for an id that it has not. */
  describe(ids: string[]): Promise<(Entity | null)[]>;
  /** Finds where a text names entities, and names them, in the order of the text. */
  annotate(text: string, options?: AnnotateOptions): Promise<Span[]>;
  /** The namespaces that the pack has. */
  namespaces(): Promise<string[]>;
  /** What the pack is. */
  info(): Promise<Info>;
  /**
   * Ends the worker and gives its memory back. Calls under way and later ones fail
   * with the kind `closed`; a second close() does nothing.
   */
  close(): Promise<void>;
}

export interface LookupOptions {
  /** Matches wanted, 1 to 128. Default: 5. */
  k?: number;
  /** Only entities of these namespaces. Default: all. */
  namespace?: string | string[];
  /** An answer whose best match has a lower `p` is NIL. Default: 0. */
  minP?: number;
  /**
   * The text that the mentions stand in, such as a sentence. Where a mention alone
   * leaves several entities close, the other words decide, if the pack knows what
   * its entities are about. Default: none.
   */
  context?: string;
  /**
   * List near names below a mention that is a name, too: several times slower. They
   * are sought in any case where no name decides the answer. Default: false.
   */
  near?: boolean;
  /**
   * Whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as `mouse`. Default: as the mention and
   * `context` say.
   */
  organisms?: string | string[];
  /** Namespaces or prefixes of ids: of the ids of one thing, that of the first of these is `id`. Default: none. */
  prefer?: string | string[];
  /** Leave out matches that are `broader` than the mention. Default: false. */
  exactly?: boolean;
  /** The language of the mentions, such as "es", in a pack that `translates` it. Default: "", as their words show. */
  lang?: string;
  /** The language of `name`, such as "es" or "pt-BR": the pack's name in it, or else the primary one. Default: "". */
  show?: string;
}

export interface SuggestOptions {
  /** Suggestions wanted, 1 to 128. Default: 5. */
  k?: number;
  /** Only entities of these namespaces. Default: all. */
  namespace?: string | string[];
}

export interface AnnotateOptions {
  /** Spans with a lower `p` are left out. Default: 0. */
  minP?: number;
  /** Only spans of these types or namespaces. Default: all. */
  types?: string[];
  /** Keep spans that overlap likelier ones, too. Default: false. */
  all?: boolean;
  /** As of look-ups, like all that follows. */
  show?: string;
  prefer?: string | string[];
  organisms?: string | string[];
  exactly?: boolean;
}

export interface ListOptions {
  /**
   * The mentions are those of one text, in its order: they are read in the light of
   * each other, so that abbreviations stand for what mentions nearby say, and what
   * these mean is likelier. A match of stage `neighbour` is not like the mention.
   * Default: false.
   */
  inOrder?: boolean;
  /** "auto": p follows from how many of the first mentions the pack has, as in `map`; "alone", the default: each by itself. */
  inList?: "auto" | "alone";
  /** Ends the work, with the kind `aborted`. */
  signal?: AbortSignal;
  /** Called after each few dozen mentions. */
  onProgress?: (done: number, total: number) => void;
}

/** Cells of a column, and what stands above it. */
export interface Sample {
  name?: string;
  cells: string[];
}

/** What a column holds. */
export interface Column {
  kind: "names" | "ids" | "organisms" | "numbers" | "dates" | "text" | "empty" | "other";
  /** Of names the namespace of most, of ids the prefix of the database; else "". */
  of: string;
  /** How many of the different cells are that. */
  share: number;
  /** How many of the ids the pack has. */
  known: number;
  /** Different cells that were read. */
  read: number;
  /** A look-up is worth it. */
  mapped: boolean;
  /** What to limit it to, as nearly all are of this; else "". */
  namespace: string;
  /** Cells with the entities that they mean; else id and name are "". */
  examples: { cell: string; id: string; name: string }[];
}

/** What a mention maps to. */
export interface Answer {
  mention: string;
  /** Most likely no entity of the pack is meant, or the best is not sure enough. */
  nil: boolean;
  /** The probability that none is meant. */
  pNil: number;
  /** By falling probability. */
  matches: Match[];
  /** Ids of the entities tied with the best, its own among them; empty without a tie. */
  ambiguous: string[];
  /** The answer is nil, but the best match is as likely: show it, too. */
  undecided: boolean;
  /** What an unsure answer is a kind of, if the pack knows what its entities are kinds of: `id`, `name` and a `p` of its own. */
  parent: Match | null;
  /** Nil because the pack lacks the gene of this organism, by its NCBI Taxonomy id; else "". */
  organism: string;
}

/** A step of a look-up that finds names. */
export type Stage =
  | "exact" | "normalized" | "rewritten" | "excel-date" | "member"
  | "abbreviation" | "part" | "word" | "hamming" | "neighbour" | "id";

/** An entity that a mention may mean. */
export interface Match {
  /** A CURIE, as `NCBIGene:93986`. */
  id: string;
  /** The ids of the same thing in other lists and namespaces. */
  same: string[];
  namespace: string;
  /** The entity's primary name. */
  name: string;
  /** The name that was found. */
  matched: string;
  /** What `matched` is to the entity. */
  kind: "primary" | "exact" | "alias" | "related";
  /** What found it, from the very name to a near code: see the table of stages in the README of normlet. */
  stage: Stage;
  /** The NCBI Taxonomy id of a gene's organism, in a pack that has genes of several; else "". */
  taxon: string;
  /** Hamming distance between the codes, in bits. */
  distance: number;
  /** Similarity of mention and `matched`, at most 1. */
  score: number;
  /** The probability that this entity is meant. */
  p: number;
  /** `p` minus that of the next match. */
  margin: number;
  /** Words of the mention that the entity lacks, which is what is meant but for them: a strain of a species. Mostly empty. */
  broader: string;
  /** The probability that exactly this entity is meant: `p` unless it is `broader`. */
  exactly: number;
}

/** A part of a text that names an entity. */
export interface Span {
  /** Where it begins and ends in the string: `text.slice(start, end)` is the span's `text`. */
  start: number;
  end: number;
  text: string;
  /** That of the pack's tagger, such as `Disease`, or else the namespace of the best match. */
  type: string;
  /** What it names; empty if the pack lacks that, joined by `|` if it names several, as `BRCA1/2` does. */
  id: string;
  /** The primary name of that. */
  name: string;
  /** The probability that it is an entity of its type. */
  p: number;
  /** The text says that there is none: "no fever". */
  negated: boolean;
  /** The text says that there may be one: "to rule out pneumonia". */
  hypothetical: boolean;
  /** Somebody else has it: "mother had diabetes". */
  ofOther: boolean;
  /** It is over, or may be: "h/o stroke". */
  past: boolean;
  /** To each entity that it names: one, but for texts such as `BRCA1/2`. */
  answers: Answer[];
  /** What it may mean, by falling `p`. */
  matches: Match[];
}

/** An entity with a name that begins with what was typed. */
export interface Suggestion {
  id: string;
  namespace: string;
  /** The entity's primary name. */
  name: string;
  /** The name that begins so. */
  matched: string;
  /** What `matched` is to the entity. */
  kind: "primary" | "exact" | "alias" | "related";
  /** What was typed is all of `matched`, but for case, spaces and punctuation. */
  whole: boolean;
}

/** What a pack says of an entity. Texts that it does not have are empty. */
export interface Entity {
  id: string;
  /** The id that was asked for, if `id` has replaced it. */
  former: string;
  namespace: string;
  /** The primary name. */
  name: string;
  /** Where it differs from `name`. */
  fullName: string;
  /** One sentence. */
  definition: string;
  /** The address of its page, if the pack knows where such pages are. */
  url: string;
  /** All names, the primary one first. */
  names: { name: string; kind: "primary" | "exact" | "alias" | "related" }[];
  /** Ids in other databases, as CURIEs. */
  xrefs: string[];
  /** Ids of what it is a kind of, in a pack that has them. */
  parents: string[];
}

/** What a pack is. Texts that it does not state are empty. */
export interface Info {
  name: string;
  version: string;
  date: string;
  source: string;
  license: string;
  entities: number;
  names: number;
  /** Of a code. */
  bits: number;
  namespaces: string[];
  /** The entities of each namespace. */
  counts: Record<string, number>;
  /** It has a tagger, which finds entities in texts, also those that it lacks; else its names alone are found. */
  tagger: boolean;
  /** The languages whose words it has tables of, so that names in them find entities without one. */
  translates: string[];
  /** All that the pack states about itself. */
  meta: Record<string, string>;
}

/** The error of every call that fails. The kind is stable, the message is for people. */
export class NormletError extends Error {
  constructor(kind: Kind, message: string);
  readonly kind: Kind;
}

export type Kind =
  /** A call with something that it does not take. */
  | "argument"
  /** The pack has no such namespace or type. */
  | "namespace"
  /** Another kind of file. */
  | "not-a-pack"
  /** A pack cut off or altered. */
  | "damaged"
  /** A pack for a newer release. */
  | "version"
  /** The pack, or a part of the program, cannot be fetched or read. */
  | "fetch"
  /** The repository is out of date, or the clock is wrong. */
  | "expired"
  /** What the repository serves is not what its owner signed, or is not for this page. */
  | "repository"
  /** The browser does not keep the packs, for want of space perhaps. */
  | "storage"
  /** No update has brought this pack. */
  | "not-installed"
  /** Use after close(). */
  | "closed"
  /** The AbortSignal says so. */
  | "aborted"
  /** The worker ended, out of memory perhaps; load the pack again. */
  | "crashed"
  /** A mistake of normlet's own. */
  | "internal";
