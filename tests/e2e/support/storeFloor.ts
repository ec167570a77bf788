import type { Page } from '@playwright/test';
import { creditWindowBytes, largestPieceBytes } from '../../../src/guest/embedded/kernel/messages.ts';

/**
 * Milliseconds in which the page itself, as busy as it now is, stores durably what the guest may have under way when an
 * output is stopped, piece by piece, and shows two frames: an end that is shown once all that is stored takes as long.
 */
export function storeFloor(page: Page): Promise<number> {
  const pieces = { count: creditWindowBytes / largestPieceBytes, bytes: largestPieceBytes };
  return page.evaluate(async ({ count, bytes: size }) => {
    const name = `floor-${Math.random()}`;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onupgradeneeded = () => opening.result.createObjectStore('pieces');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const startedMs = performance.now();
    for (let piece = 0; piece < count; piece++) {
      const bytes = new Uint8Array(size).fill(120);
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
  }, pieces);
}
