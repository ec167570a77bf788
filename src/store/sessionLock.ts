/**
 * One tab writes a session's log. Uses Web Locks, which the browser releases when a tab dies.
 * Resolves with a release, or null where another tab holds the lock. Where there are no Web Locks
 * (insecure origin) every tab gets it: there is nothing to tell them apart.
 */
export async function lockSession(databaseName: string, sessionId: string): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    locks
      .request(`${databaseName}/${sessionId}`, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

/**
 * Resolves once no tab holds the session's lock: a tab that was closed, or died, has let it go. The lock is
 * free again then, so a third tab that waits as well may be faster; who cares asks for it and waits anew.
 */
export async function whenSessionFree(
  databaseName: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  await globalThis.navigator?.locks?.request(`${databaseName}/${sessionId}`, { signal }, () => undefined);
}
