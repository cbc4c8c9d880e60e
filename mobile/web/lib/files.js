// Files that the browser keeps for this page, in IndexedDB: names and bytes. Changes are made all or none.

/**
 * @param {string} name of the database
 * @returns {Promise<IDBDatabase>}
 */
function database(name) {
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
export async function read(name, wanted) {
  const db = await database(name);
  try {
    const files = db.transaction("files").objectStore("files");
    const names = (await done(files.getAllKeys())).map(String).filter(wanted);
    return await Promise.all(names.map(async (n) => /** @type {[string, Uint8Array]} */ ([n, await done(files.get(n))])));
  } finally {
    db.close();
  }
}

/**
 * Writes files, and removes those without bytes.
 * @param {string} name of the database
 * @param {[string, Uint8Array?][]} changes
 */
export async function change(name, changes) {
  if (changes.length === 0) return;
  const db = await database(name);
  try {
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
  } finally {
    db.close();
  }
}
