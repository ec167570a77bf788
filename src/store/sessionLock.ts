/**
 * One tab writes a session's log. Uses Web Locks, which the browser releases when a tab dies.
 * Resolves with a release, or null where another tab holds the lock. Where there are no Web Locks
 * (insecure origin) every tab gets it: there is nothing to tell them apart.
 */
export async function lockSession(databaseName: string, sessionId: string): Promise<(() => void) | null> {
  return request(databaseName, sessionId, { ifAvailable: true });
}

/**
 * Waits in the browser's queue for the session's lock and holds it: of several tabs that wait, the one that asked
 * first gets it when its holder is closed, dies or lets it go. Rejects when `signal` aborts before that.
 */
export async function lockSessionWhenFree(
  databaseName: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<() => void> {
  const release = await request(databaseName, sessionId, { signal });
  // Only a request that does not wait comes back without the lock.
  if (release === null) throw new Error('The lock was not given.');
  return release;
}

function request(
  databaseName: string,
  sessionId: string,
  options: LockOptions,
): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    locks
      .request(`${databaseName}/${sessionId}`, options, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
