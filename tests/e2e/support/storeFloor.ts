import type { Page } from '@playwright/test';

/**
 * Milliseconds in which the page itself, as busy as it now is, stores 8 MiB durably, a MiB a transaction, and shows two
 * frames: about what is under way when an output is stopped, so no Stop of such an output can be faster.
 */
export function storeFloor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = `floor-${Math.random()}`;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onupgradeneeded = () => opening.result.createObjectStore('pieces');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const startedMs = performance.now();
    for (let piece = 0; piece < 8; piece++) {
      const bytes = new Uint8Array(1024 * 1024).fill(120);
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction('pieces', 'readwrite');
        transaction.objectStore('pieces').put(bytes, piece);
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
      });
    }
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const tookMs = performance.now() - startedMs;
    database.close();
    indexedDB.deleteDatabase(name);
    return tookMs;
  });
}
