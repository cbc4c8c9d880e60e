// The page: it opens packs and lets its views, one name, a column and a text, use the one that is open.
import { load } from "../lib/normlet.js";
import { broughtPack, offerNewer } from "./air.js";
import { $, chip, h, working } from "./dom.js";
import { early, loadDefault } from "./first.js";
import { lookupView } from "./one.js";
import { keepOffline } from "./offline.js";
import { isProse } from "./prose.js";
import { tabs } from "./tabs.js";
import { count, failureWords, languageWords, titleOf } from "./words.js";

/**
 * What the views use.
 * @typedef {object} Shared
 * @property {import("../lib/normlet.js").Normalizer | undefined} normalizer
 * @property {import("../lib/normlet.js").Info | undefined} info of the pack
 * @property {() => {k: number, namespace: string[], minP: number, lang: string, show: string}} options as chosen, in the language of the browser
 * @property {(namespace: string) => string} title what one entity of it is called
 * @property {(text: string) => void} say to people who listen to the page
 * @property {(error: any) => void} fail
 * @property {() => void} restored says that the column that was kept is back
 */

/** @type {Shared} */
const shared = { normalizer: undefined, info: undefined, options, title, say, fail, restored };

const one = lookupView(shared);
/** The other views come once there is an answer, or they are asked for. @type {ReturnType<typeof import("./many.js").columnView> | undefined} */
let many;
/** @type {ReturnType<typeof import("./text.js").textView> | undefined} */
let text;
const openMany = once(() => import("./many.js").then(({ columnView }) => (many = columnView(shared))));
const openText = once(() => import("./text.js").then(({ textView }) => (text = textView(shared))));

/**
 * What does something once, however often it is asked for.
 * @template T
 * @param {() => Promise<T>} f
 */
function once(f) {
  /** @type {Promise<T> | undefined} */
  let coming;
  return () => (coming ??= f());
}

function options() {
  const { language } = navigator;
  const namespace = [...$("namespaces").querySelectorAll("input:checked")].map(({ value }) => value);
  return { k: Number($("k").value), namespace, minP: Number($("sure").value), lang: $("lang").value, show: language };
}

/** @param {string} namespace */
function title(namespace) {
  return titleOf(namespace, shared.info?.meta.titles);
}

/** After a reload people want to see their sheet, unless they look a name up already. */
function restored() {
  if ($("mention").value === "") choose($("tab-many"));
}

let saying = 0;

/** @param {string} text */
function say(text) {
  clearTimeout(saying); // while someone types, only the last is worth hearing
  saying = setTimeout(() => ($("live").textContent = text), 600);
}

/** @param {any} error */
function fail(error) {
  $("failure-text").textContent = failureWords(error);
  $("failure").hidden = false;
}

let opening = 0;

/**
 * Opens a pack and puts it in place of the one in use, which stays if that fails.
 * @param {File | (() => Promise<import("../lib/normlet.js").Normalizer>)} pack what opens it, if it is no file
 */
async function open(pack) {
  const mine = ++opening;
  const file = pack instanceof File ? pack.name : "";
  $("failure").hidden = true;
  try {
    const normalizer = await working($("working"), "Opening the pack…", typeof pack === "function" ? pack() : load(pack));
    const info = await normalizer.info();
    if (mine !== opening) return normalizer.close(); // another pack was chosen meanwhile
    shared.normalizer?.close();
    Object.assign(shared, { normalizer, info });
  } catch (/** @type {any} */ error) {
    if (mine !== opening) return;
    fail(file ? { message: `${file}: ${error.kind === "fetch" ? error.message : failureWords(error)}` } : error);
    if (!shared.normalizer) $("pack-name").textContent = "No pack is open";
    return;
  }
  offerOptions(/** @type {import("../lib/normlet.js").Info} */ (shared.info));
  refresh(); // first: people wait for answers, not for what the pack is
  describe(file);
}

function refresh() {
  one.refresh();
  many?.refresh();
  text?.refresh();
}

/**
 * Shows what the pack in use is.
 * @param {string} file its name, "" for the one that the page came with
 */
function describe(file) {
  const info = /** @type {import("../lib/normlet.js").Info} */ (shared.info);
  const name = info.name || file || "Pack without a name";
  $("pack-name").textContent = name;
  $("pack-size").textContent = `${count(info.entities)} entities, ${count(info.names)} names`;
  const facts = [["File", file], ["Source", info.meta.origin ? "" : info.source], ["Version", info.version], ["Date", info.date],
    ["Lists", info.meta.origin], ["Licence", info.license],
    ["Namespaces", info.namespaces.join(", ")], ["Languages", info.translates.map(languageWords).join(", ")]];
  $("pack-facts").replaceChildren(...facts.filter(([, text]) => text).map(([term, text]) => h("div", h("dt", term), h("dd", text))));
  $("pack-default").hidden = file === "";
  one.offerExamples(file === "" && info.namespaces.includes("NCBIGene"));
  if (file) say(`${name} is open`);
}

/** @param {import("../lib/normlet.js").Info} info */
function offerOptions({ namespaces, counts, translates }) {
  $("namespaces").hidden = namespaces.length < 2;
  $("namespaces").querySelectorAll("label").forEach((/** @type {HTMLElement} */ e) => e.remove());
  $("namespaces").append(...namespaces.map((n) => chip(n, title(n), counts[n])));
  const own = translates.find((tag) => tag === navigator.language.split("-")[0]) ?? "";
  $("lang").replaceChildren(...["", ...translates].map((tag) => new Option(tag ? languageWords(tag) : "any of its languages", tag, tag === own, tag === own)));
  for (const element of [$("lang"), $("lang").previousElementSibling]) element.hidden = translates.length === 0;
  showChosen();
}

/** Says beside the closed options that they are not as at first. */
function showChosen() {
  const changed = $("sure").value !== "0" || !$("lang").selectedOptions[0]?.defaultSelected || $("namespaces").querySelector("input:checked");
  $("options-toggle").classList.toggle("changed", Boolean(changed));
  $("options-toggle").textContent = changed ? "Options, changed" : "Options";
}

/** What ends so is a table, all else a pack. */
const TABLE = /\.(xlsx|xlsm|xls|ods|csv|tsv|tab|txt)(\.gz)?$/i;

/** Lets a pack or a table be dropped anywhere. */
function acceptDrops() {
  let depth = 0; // dragenter and dragleave come for every element on the way
  const show = () => ($("drop").hidden = depth <= 0);
  const files = (/** @type {DragEvent} */ e) => e.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (e) => files(e) && (depth++, show()));
  addEventListener("dragleave", (e) => files(e) && (depth--, show()));
  addEventListener("dragover", (e) => files(e) && e.preventDefault());
  addEventListener("drop", (e) => {
    if (!files(e)) return;
    e.preventDefault();
    depth = 0;
    show();
    const file = e.dataTransfer?.files[0];
    if (file) openFile(file);
  });
}

/** Opens a table in its view, any other file as a pack. @param {File} file */
function openFile(file) {
  if (!TABLE.test(file.name)) return open(file);
  choose($("tab-many"));
  openMany().then((view) => view.open(file));
}

/** @param {string} pasted */
function asText(pasted) {
  choose($("tab-text"));
  openText().then((view) => view.paste(pasted));
}

/** @param {string} pasted */
function asNames(pasted) {
  choose($("tab-many"));
  openMany().then((view) => view.paste(pasted));
}

/** The view that is shown, and its field. */
const view = () => /** @type {const} */ (["one", "many", "text"]).find((name) => !$(`view-${name}`).hidden) ?? "one";
const fieldOf = { one: $("mention"), many: $("column"), text: $("text") };

/** What is pasted into an empty field, or beside all fields, goes to the view that it is for. @param {ClipboardEvent} e */
function sortPaste(e) {
  const field = /** @type {HTMLInputElement} */ (e.target), pasted = e.clipboardData?.getData("text/plain") ?? "";
  const within = field.closest?.("input, textarea, select") ?? null;
  if (within && (within !== fieldOf[view()] || field.value !== "")) return;
  const [file] = e.clipboardData?.files ?? [];
  const to = isProse(pasted) ? "text" : /[\t\r\n]./.test(pasted.trim()) ? "many" : view();
  const stays = within && to === view() && (to !== "many" || many); // the browser takes minutes for many lines, the column's module does not
  if (pasted.trim() === "" ? !file : stays) return;
  e.preventDefault();
  e.stopPropagation();
  if (pasted.trim() === "") openFile(file);
  else if (to === "text") asText(pasted);
  else if (to === "many") asNames(pasted);
  else one.ask(pasted.trim());
}

/** A slash beside all fields goes to that of the view. @param {KeyboardEvent} e */
function reachField(e) {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || /** @type {Element} */ (e.target).closest("input, textarea, select")) return;
  e.preventDefault();
  (view() === "many" && $("paste").hidden ? $("map") : fieldOf[view()]).focus();
}

$("pack-file").addEventListener("change", () => {
  const [file] = $("pack-file").files;
  $("pack-file").value = ""; // so that the same file can be chosen again
  if (file) open(file);
});
const openFirst = async () => open((await broughtPack()) ?? loadDefault);
$("pack-default").addEventListener("click", openFirst);
$("failure-close").addEventListener("click", () => {
  $("failure").hidden = true;
  $("main").focus();
});
$("options-toggle").addEventListener("click", () => {
  $("options").hidden = !$("options").hidden;
  $("options-toggle").setAttribute("aria-expanded", String(!$("options").hidden));
});
$("options").addEventListener("change", () => {
  showChosen();
  refresh();
});
const choose = tabs($("tab-one").parentElement);
$("tab-many").addEventListener("click", openMany);
$("tab-text").addEventListener("click", () => { if (text) text.refresh(); else openText(); });
$("as-text").addEventListener("click", () => asText($("column").value));
$("as-names").addEventListener("click", () => asNames($("text").value));
document.addEventListener("paste", sortPaste, { capture: true });
document.addEventListener("keydown", reachField);
acceptDrops();
(early ? open(() => /** @type {Promise<import("../lib/normlet.js").Normalizer>} */ (early)) : openFirst()).then(() => { // the first answer before anything else
  openMany();
  import("./text.js"); // so that it is here when somebody pastes
  keepOffline();
  offerNewer(open);
});
