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

/** @param {number} n */
export function count(n) {
  return n.toLocaleString("en");
}

/**
 * The verdict on a mention: how to take the matches below it. Tone is `good`,
 * `choose` or `none`.
 * @param {import("../lib/normlet.js").Answer} answer
 * @param {{minP?: number, entities: number}} context
 * @returns {{tone: "good" | "choose" | "none", title: string, text: string}}
 */
export function verdict(answer, { minP = 0, entities }) {
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
      title: "Most likely not in this pack (NIL)",
      text: best
        ? `None of its ${count(entities)} entities is meant, with a probability of ${percent(answer.pNil)}. ${parent ? `It may be a kind of ${parent.name}, ${parent.id} (${percent(parent.p)}). ` : ""}${organism ? `The pack lacks the gene of NCBITaxon:${organism}. ` : ""}The nearest:`
        : "There is nothing in it to go by.",
    };
  }
  if (answer.ambiguous.length > 0) {
    return {
      tone: "choose",
      title: `Ambiguous: ${answer.ambiguous.length} entities fit`,
      text: "They share this name or are nearly as likely. Choose the one you mean.",
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
 */
export function looksLike(names) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  let missing = 0;
  for (const { answer } of names) {
    missing += answer.pNil;
    const all = answer.matches.reduce((sum, m) => sum + m.p, 0) || 1; // the matches that are not listed count as those that are
    for (const m of answer.matches) sums.set(m.namespace, (sums.get(m.namespace) ?? 0) + (m.p / all) * (1 - answer.pNil));
  }
  const shares = [...sums].sort((a, b) => b[1] - a[1]);
  const said = [...shares, /** @type {[string, number]} */ (["not in this pack", missing])].map(([what, sum]) => ({ what, share: Math.round((100 * sum) / names.length) }));
  return names.length ? `Looks like: ${said.filter(({ share }) => share > 0).map(({ what, share }) => `${what} ${share} %`).join(", ")}` : "";
}
