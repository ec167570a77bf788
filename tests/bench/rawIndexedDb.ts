/** The floor of every storage figure: the same bytes written to IndexedDB with nothing around it. */
const megabyte = 1024 * 1024;

/** What other benchmarks write, too: it compresses to next to nothing, as Chromium does with what it stores. */
const pattern = new Uint8Array(megabyte).map((_, i) => 32 + (i % 90));

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Milliseconds to store `megabytes` chunks of 1 MiB, so many to a transaction, one after the other. */
export async function rawIndexedDbWriteMs(
  megabytes: number,
  chunkAt: (index: number) => Uint8Array = () => pattern,
  perTransaction = 1,
): Promise<number> {
  const name = `raw-${performance.now()}`;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('chunks');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const startedAt = performance.now();
  for (let from = 0; from < megabytes; from += perTransaction) {
    const transaction = database.transaction('chunks', 'readwrite');
    for (let i = from; i < Math.min(megabytes, from + perTransaction); i++) {
      transaction.objectStore('chunks').put(chunkAt(i), i);
    }
    await done(transaction);
  }
  const took = performance.now() - startedAt;
  database.close();
  indexedDB.deleteDatabase(name);
  return took;
}
