import assert from "node:assert/strict";
import { test } from "node:test";
import { isProse } from "../page/prose.js";

test("a text is told from names", () => {
  for (const [text, want] of [
    ["", false],
    ["FOX-P2", false],
    ["FOXP2\nTP53\nCAP1", false],
    ["FOXP2, TP53, CAP1", false],
    ["tumor necrosis factor receptor superfamily member 1A", false],
    ["autosomal dominant intellectual disability 5, with seizures\nacute lymphoblastic leukemia, T-cell type", false],
    ["gene\tremark\nFOXP2\tThis gene is needed for speech, as families with a mutation of it show.", false],
    ["No fever.", false],
    ["Strep. pneumoniae", false],
    ["The patient denies chest pain.", true],
    ["Mutations of FOXP2 cause a disorder of speech and language. Neither BDNF nor p53 changed.", true],
    ["Title without an end\n\nMutations of FOXP2 cause a disorder of speech and language.", true],
    ["Mutations of FOXP2 cause a disorder of speech\nand language, which was found in one family. Mice\nthat lack it have shorter dendrites in the\nstriatum and cry less", true], // lines of a PDF
    ["Kein Hinweis auf eine Lungenembolie bei dem Patienten mit bekannter Herzinsuffizienz und Diabetes mellitus seit zehn Jahren", true],
    ["One line of this list was a sentence.\nFOXP2\nTP53\nBRCA1\nKRAS\nEGFR\nGAPDH\nCDKN1A\nCNTNAP2\nSRPX2", false],
  ]) {
    assert.equal(isProse(text), want, text);
  }
});
