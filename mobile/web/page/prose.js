// Whether somebody pasted a text or a list of names.

const HEAD = 64 << 10; // characters that are looked at
const END = /[.?!]["'”’)\]]*$/u;
const WITHIN = /[\p{Ll}\d)%][.?!]\s+["“(]?\p{Lu}/u; // of a sentence and the next

/**
 * Whether at least half of the characters are in lines of sentences: long ones, shorter ones that end as a sentence does,
 * and in a text with an end of a sentence inside, the lines between which it is broken. Tables have tabs.
 * @param {string} text
 */
export function isProse(text) {
  const head = text.slice(0, HEAD);
  if (head.includes("\t")) return false;
  const broken = WITHIN.test(head);
  let all = 0, sentences = 0;
  for (const line of head.split(/[\r\n]+/).map((l) => l.trim())) {
    const words = line.split(/\s+/).length;
    all += line.length;
    if (words >= (broken ? 7 : 12) || (words >= 5 && (END.test(line) || WITHIN.test(line)))) sentences += line.length;
  }
  return sentences > 0 && 2 * sentences >= all;
}
