// Files that the browser keeps for this page, in IndexedDB: names and bytes. Changes are made all or none.
import { NormletError } from "./error.js";

/**
 * @param {string} name of the database
 * @returns {Promise<IDBDatabase>}
 */
async function database(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  return done(request);
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Files, as pairs of a name and bytes.
 * @param {string} name of the database
 * @param {(file: string) => boolean} wanted
 * @returns {Promise<[string, Uint8Array][]>}
 */
export function read(name, wanted) {
  return using(name, async (db) => {
    const files = db.transaction("files").objectStore("files");
    const names = (await done(files.getAllKeys())).map(String).filter(wanted);
    return Promise.all(names.map(async (n) => /** @type {[string, Uint8Array]} */ ([n, await done(files.get(n))])));
  });
}

/**
 * Writes files, and removes those without bytes.
 * @param {string} name of the database
 * @param {[string, Uint8Array?][]} changes
 */
export async function change(name, changes) {
  if (changes.length === 0) return;
  await using(name, async (db) => {
    const transaction = db.transaction("files", "readwrite", { durability: "strict" });
    const files = transaction.objectStore("files");
    for (const [file, data] of changes) {
      if (data) files.put(data, file);
      else files.delete(file);
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  });
}

/**
 * Does something with a database. What fails, for want of space perhaps, has a kind.
 * @template T
 * @param {string} name of the database
 * @param {(db: IDBDatabase) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function using(name, work) {
  let db;
  try {
    db = await database(name);
    return await work(db);
  } catch (/** @type {any} */ e) {
    throw new NormletError("storage", `the browser does not keep the packs: ${e?.message ?? e}`);
  } finally {
    db?.close();
  }
}
