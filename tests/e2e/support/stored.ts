import { expect, type Page } from '@playwright/test';

/** What lies in the browser's databases, read from outside the product. */

/** Keys (as JSON) and size of everything that is stored for a session. */
export async function storedOf(page: Page, sessionId: string): Promise<{ keys: string[]; bytes: number }> {
  return page.evaluate(async (id) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('spillway');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = database.transaction('entries').objectStore('entries');
    const found = await new Promise<{ keys: string[]; bytes: number }>((resolve, reject) => {
      const keys: string[] = [];
      let bytes = 0;
      const cursor = all.openCursor();
      cursor.onerror = () => reject(cursor.error);
      cursor.onsuccess = () => {
        const entry = cursor.result;
        if (!entry) {
          resolve({ keys, bytes });
          return;
        }
        // A session's name anywhere in a key, or in what is stored under another one.
        const text = entry.value instanceof Uint8Array ? '' : (JSON.stringify(entry.value) ?? '');
        const key = JSON.stringify(entry.key);
        if (key.includes(`"${id}"`) || text.includes(`"${id}"`)) {
          keys.push(key);
          bytes += entry.value instanceof Uint8Array ? entry.value.length : text.length;
        }
        entry.continue();
      };
    });
    database.close();
    return found;
  }, sessionId);
}

/** Bytes of one call's output in the output store. */
export async function storedOutput(page: Page, sessionId: string, key: string): Promise<string> {
  return page.evaluate(
    async ([id, call]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('spillway');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const range = IDBKeyRange.bound(['output', id, call], ['output', id, call, []]);
      const chunks = await new Promise<Uint8Array<ArrayBuffer>[]>((resolve, reject) => {
        const request = database.transaction('entries').objectStore('entries').getAll(range);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      database.close();
      return new Blob(chunks).text();
    },
    [sessionId, key] as const,
  );
}

/** Every text and byte string of every database of the page's origin, in one text: to look for what must not be there. */
export async function everythingStored(page: Page, except: readonly string[] = []): Promise<string> {
  return page.evaluate(async (left) => {
    const parts: string[] = [];
    // Bytes inside a value are looked into as well.
    const texts = (_name: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || left.includes(name)) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const read = (what: 'getAll' | 'getAllKeys') =>
          new Promise<unknown[]>((resolve, reject) => {
            const request = database.transaction(store).objectStore(store)[what]();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        for (const value of [...(await read('getAllKeys')), ...(await read('getAll'))]) {
          parts.push(
            value instanceof Uint8Array
              ? new TextDecoder().decode(value)
              : (JSON.stringify(value, texts) ?? ''),
          );
        }
      }
      database.close();
    }
    for (const storage of [localStorage, sessionStorage]) parts.push(JSON.stringify({ ...storage }));
    return parts.join('\n');
  }, except);
}

/** Waits until the store has what a running command wrote: it has at most a quarter of a second of it open. */
export async function outputStored(page: Page, key: string, text: string): Promise<void> {
  const sessionId = new URL(page.url()).hash.split('/')[2] ?? '';
  await expect.poll(() => storedOutput(page, sessionId, key)).toBe(text);
}
