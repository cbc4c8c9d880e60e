// A text with its entities, as files: the page of normlet annotate --format html, a table, and JSON.
import { escapedJSON, harmless, number, visible } from "./column.js";
import { toTSV } from "./delimited.js";

/** The hues of kinds, in the order in which they come, as normlet annotate has them. */
export const HUES = [210, 140, 30, 280, 350, 180, 60, 320];

/** @typedef {import("../lib/normlet.js").Span} Span */

/**
 * What the text says of an entity, beside naming it, as normlet annotate names it.
 * @param {Span} span
 */
export function says(span) {
  return [span.negated && "negated", span.hypothetical && "hypothetical", span.ofOther && "other", span.past && "past"].filter((word) => typeof word === "string");
}

/** @param {string} text */
const line = (text) => text.replace(/[\t\n\r]/g, " ");

/** @param {string} text */
const escaped = (text) => visible(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c] ?? `&#${c.charCodeAt(0)};`);

/**
 * @param {string} text
 * @param {Span[]} spans that do not overlap
 * @param {(id: string) => string} pageOf the address of an entity's page, "" for none
 * @param {string} style
 */
export function toHTML(text, spans, pageOf, style) {
  const kinds = [...new Set(spans.map(({ type }) => type))];
  const hue = (/** @type {string} */ type) => HUES[kinds.indexOf(type) % HUES.length];
  const plain = (/** @type {string} */ part) => escaped(part).replaceAll("\n", "<br>\n");
  let body = "", at = 0;
  for (const s of spans) {
    const about = [s.type, `${s.id || "-"} ${s.name}`, `p ${s.p.toFixed(3)}`].map(line).join("\n");
    const mark = `<mark class="${["e", ...says(s)].join(" ")}" style="--h:${hue(s.type)}" title="${escaped(about)}">${escaped(s.text)}<small>${escaped(line(s.type))}</small></mark>`;
    const page = s.id.split("|").map(pageOf).find(Boolean);
    body += plain(text.slice(at, s.start)) + (page ? `<a href="${escaped(page)}">${mark}</a>` : mark);
    at = s.end;
  }
  const legend = [...kinds.map((type) => `<mark class="e" style="--h:${hue(type)}">${escaped(line(type))}</mark>`),
    ...[["negated", "negated"], ["hypothetical", "hypothetical"], ["other", "of somebody else"], ["past", "past"]].map(([name, words]) => `<mark class="e ${name}" style="--h:0">${words}</mark>`)];
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>normlet annotate</title>
<style>
${style}</style></head><body>
<article><h2>text</h2><p>${body}${plain(text.slice(at))}</p></article>
<footer>${legend.join(" ")}</footer>
</body></html>
`;
}

/**
 * The spans with places in characters, as normlet annotate and Python count, not in halves of pairs.
 * @param {string} text
 * @param {Span[]} spans in the order of the text
 */
function inCharacters(text, spans) {
  let at = 0, before = 0;
  return spans.map((s) => {
    before += [...text.slice(at, s.start)].length;
    at = s.start;
    return { ...s, start: before, end: before + [...s.text].length };
  });
}

/**
 * @param {string} text
 * @param {Span[]} spans
 */
export function toTable(text, spans) {
  const rows = inCharacters(text, spans).map((s) => [s.start, s.end, s.text, s.type, s.id, s.name, number(s.p), says(s).join(" ")].map((cell) => harmless(String(cell))));
  return toTSV([["start", "end", "text", "type", "id", "name", "p", "says"], ...rows]);
}

/**
 * What is not empty of an object.
 * @param {Record<string, unknown>} o
 */
const present = (o) => Object.fromEntries(Object.entries(o).filter(([, value]) => (Array.isArray(value) ? value.length : value)));

/**
 * An answer as normlet's commands write it.
 * @param {import("../lib/normlet.js").Answer} a
 */
const written = ({ mention, nil, matches, ambiguous, undecided, parent, organism }) => ({
  mention, nil,
  matches: matches.map(({ id, name, matched, stage, distance, score, p, margin, same, taxon, broader, exactly }) => ({
    id, name, matched, stage, distance, score, p, margin, ...present({ same, taxon, broader, exactly: broader && exactly }),
  })),
  ...present({ ambiguous, undecided, parent: parent && { id: parent.id, name: parent.name, p: parent.p }, organism }),
});

/**
 * @param {string} text
 * @param {Span[]} spans
 */
export function toJSON(text, spans) {
  const found = inCharacters(text, spans).map((s) => ({
    start: s.start, end: s.end, text: s.text, type: s.type, p: s.p, ids: s.id.split("|").filter(Boolean),
    answers: s.answers.map(written), ...present({ says: says(s) }),
  }));
  return escapedJSON([{ id: "text", text, spans: found }]) + "\n";
}
