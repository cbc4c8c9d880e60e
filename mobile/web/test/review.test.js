import assert from "node:assert/strict";
import { test } from "node:test";
import { doubtful, namesOf, readSheet, reviewSheet } from "../page/review.js";

const match = (id, p) => ({ id, name: `name of ${id}`, p });
const answer = (mention, p, rest) => ({ mention, nil: false, pNil: 0, matches: [match("G:1", p), match("G:2", 0.1)], ambiguous: [], ...rest });
const answers = [answer("sure", 0.99), answer("twice", 0.5), answer("", 0, { nil: true, matches: [] }), answer("tied", 0.95, { ambiguous: ["G:1", "G:2"] }), answer("twice", 0.5), answer("nil", 0.1, { nil: true, pNil: 0.4 })];

test("each name once, those first with which most is lost", () => {
  const names = namesOf(answers);
  assert.deepEqual(names.map(({ mention, rows }) => [mention, rows]), [["sure", [0]], ["twice", [1, 4]], ["tied", [3]], ["nil", [5]]]);
  assert.deepEqual(doubtful(names).map(({ mention }) => mention), ["twice", "nil", "tied"]);
});

test("a sheet of a review reads back", () => {
  const decided = { twice: { id: "G:2", name: "x" }, nil: { id: "", name: "" }, tied: { id: "G:1|G:2", name: "a|b" } };
  const rows = reviewSheet(doubtful(namesOf(answers)), (mention) => decided[mention], 1);
  const candidates = [1, 2, 3].flatMap((n) => [`candidate_${n}_id`, `candidate_${n}_name`, `candidate_${n}_p`]);
  assert.deepEqual(rows[0], ["mention", "count", "row", "id", "name", "p", ...candidates, "decision", "comment"]);
  assert.deepEqual(rows[1], ["twice", "2", "2", "G:1", "name of G:1", "0.5", "G:1", "name of G:1", "0.5", "G:2", "name of G:2", "0.1", "", "", "", "G:2", ""]);
  assert.deepEqual(rows[2].slice(0, 6), ["nil", "1", "6", "", "", ""]);
  assert.deepEqual(readSheet(rows), [{ mention: "twice", ids: ["G:2"] }, { mention: "nil", ids: [] }, { mention: "tied", ids: ["G:1", "G:2"] }]);
});

test("names that act are written harmlessly, and read as they were", () => {
  const names = namesOf([answer("=x", 0.5)]);
  const rows = reviewSheet(names, () => ({ id: "", name: "" }), 1);
  assert.equal(rows[1][0], "'=x");
  assert.deepEqual(readSheet(rows), [{ mention: "=x", ids: [] }]);
});

test("what people fill in", () => {
  const sheet = (...rows) => [["Mention", "candidate_1_id", "candidate_2_id", "Decision"], ...rows];
  for (const [decision, ids] of [["2", ["G:2"]], ["none", []], ["Nil", []], ["X:9", ["X:9"]], [" 1 ", ["G:1"]], ["2 | X:9", ["G:2", "X:9"]]]) {
    assert.deepEqual(readSheet(sheet([" a  b", "G:1", "G:2", decision])), [{ mention: "a b", ids }]);
  }
  assert.deepEqual(readSheet(sheet(["a", "G:1", "G:2", ""], ["b", "", "", "nil"])), [{ mention: "b", ids: [] }]);
  for (const [rows, words] of [
    [[["a", "b"]], /columns mention and decision/],
    [sheet(["a", "G:1", "", ""]), /no row has a decision/],
    [sheet(["a", "G:1", "", "2"]), /row 2, a: there is no candidate 2/],
    [sheet(["a", "G:1", "", "3"]), /row 2, a: there is no candidate 3/],
    [sheet(["a", "G:1", "", "1"], ["a", "G:1", "", "nil"]), /row 3: a is decided twice/],
  ]) {
    assert.throws(() => readSheet(rows), words);
  }
});
