// What the page says about an answer, in plain words.

/** @type {Record<string, string>} */
const STAGES = {
  exact: "exact name",
  normalized: "same letters and digits",
  rewritten: "same in other words",
  "excel-date": "a spreadsheet's date",
  member: "one of a group",
  abbreviation: "may be short for it",
  part: "part of what was asked",
  word: "shares a rare word",
  hamming: "similar name",
  neighbour: "named nearby",
  id: "its id",
};

/** @param {string} stage */
export function stageWords(stage) {
  return STAGES[stage] ?? stage;
}

/**
 * A probability in per cent; certain and impossible are said of nothing.
 * @param {number} p
 */
export function percent(p) {
  if (p < 0.01) return "< 1 %";
  if (p > 0.99) return "> 99 %";
  return `${Math.round(p * 100)} %`;
}

const LEAST = 0.02; // who is less likely meant is noise

/**
 * The matches worth showing: what is meant, and what may be.
 * @param {import("../lib/normlet.js").Match[]} matches
 * @param {string[]} meant ids
 */
export const likely = (matches, meant) => matches.filter(({ id, p }) => p >= LEAST || meant.includes(id));

/**
 * What one entity of a namespace, or of a type, is called: as the pack says, else its name with blanks.
 * @param {string} namespace
 * @param {string} [titles] of the pack, "cell_line: Cell line; GO: GO term"
 */
export function titleOf(namespace, titles = "") {
  const said = titles.split("; ").find((title) => title.startsWith(`${namespace}: `));
  return said?.slice(namespace.length + 2) ?? namespace.replaceAll("_", " ").replace(/(\p{Ll})(\p{Lu})/gu, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

/** @param {string} tag of a language, if it is one */
export function languageWords(tag) {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/**
 * That an entity is not here, in one sentence.
 * @param {number} pNil
 */
export const missing = (pNil) => `not in this pack, ${percent(pNil).replace("> ", "over ")} sure`;

/** @param {number} n */
export function count(n) {
  return n.toLocaleString("en");
}

/**
 * The verdict on a mention: how to take the matches below it. Tone is `good`,
 * `choose` or `none`.
 * @param {import("../lib/normlet.js").Answer} answer
 * @param {number} [minP]
 * @returns {{tone: "good" | "choose" | "none", title: string, text: string}}
 */
export function verdict(answer, minP = 0) {
  const best = answer.matches[0], { parent, organism } = answer;
  if (answer.nil && best && best.p >= answer.pNil && best.p < minP) {
    return {
      tone: "none",
      title: "Not sure enough",
      text: `${best.name} is ${percent(best.p)} likely; your setting asks for ${percent(minP)}.`,
    };
  }
  if (answer.undecided && best) {
    return {
      tone: "choose",
      title: `Perhaps ${best.name}, perhaps not in this pack`,
      text: `Both are about as likely, ${percent(best.p)} and ${percent(answer.pNil)}. Choose ${best.id} if it is what you mean.`,
    };
  }
  if (answer.nil) {
    return {
      tone: "none",
      title: missing(answer.pNil).replace("n", "N"),
      text: [parent && `It may be a kind of ${parent.name}, ${parent.id} (${percent(parent.p)}).`,
        organism && `The pack lacks the gene of NCBITaxon:${organism}.`, likely(answer.matches, []).length > 0 && "Nearest:"].filter(Boolean).join(" "),
    };
  }
  if (answer.ambiguous.length > 0) {
    return {
      tone: "choose",
      title: `Ambiguous: ${answer.ambiguous.length} entities fit`,
      text: "Choose the one you mean; the text around it helps.",
    };
  }
  return { tone: "good", title: `${best.name}, ${best.id}`, text: `${percent(best.p)}, ${stageWords(best.stage)}` };
}

/** @type {Record<string, string>} */
const FAILURES = {
  "not-a-pack": "This is not a normlet pack. Packs are made with “normlet build” and end in .normpack.",
  damaged: "This pack is damaged: cut off or altered. Fetch it again, or build it anew.",
  version: "This pack was made for a newer release. Reload this page to update it.",
  fetch: "A part of this page cannot be fetched. Check the connection, then reload.",
  expired: "The repository of packs is out of date, or the clock of this device is wrong.",
  repository: "What the repository serves is not what its owner signed.",
  storage: "This browser does not keep the pack: it may be out of space, or a private window.",
  crashed: "The look-up ran out of memory or failed. Reload the page.",
};

/**
 * What went wrong, for people.
 * @param {{kind?: string, message: string}} error
 */
export function failureWords(error) {
  return FAILURES[error.kind ?? ""] ?? error.message;
}

/**
 * What a column is about, as map says it: how likely its different names are of each namespace, on average.
 * @param {{answer: import("../lib/normlet.js").Answer}[]} names
 * @param {(namespace: string) => string} title
 */
export function looksLike(names, title) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  let nil = 0;
  for (const { answer } of names) {
    nil += answer.pNil;
    const all = answer.matches.reduce((sum, m) => sum + m.p, 0) || 1; // the matches that are not listed count as those that are
    for (const m of answer.matches) sums.set(m.namespace, (sums.get(m.namespace) ?? 0) + (m.p / all) * (1 - answer.pNil));
  }
  const shares = [...sums].sort((a, b) => b[1] - a[1]).map(([namespace, sum]) => /** @type {[string, number]} */ ([title(namespace), sum]));
  const said = [...shares, /** @type {[string, number]} */ (["not in this pack", nil])].map(([what, sum]) => ({ what, share: Math.round((100 * sum) / names.length) }));
  return names.length ? `Looks like: ${said.filter(({ share }) => share > 0).map(({ what, share }) => `${what} ${share} %`).join(", ")}` : "";
}
