import { clear, createStore, del, set, values } from 'idb-keyval';
import { isProviderId } from './catalog.ts';
import type { KeyStorage, StoredKey } from './vault.ts';

const nameOf = (provider: string, origin: string) => `${provider} ${origin}`;

function isStoredKey(value: unknown): value is StoredKey {
  if (typeof value !== 'object' || value === null) return false;
  const { provider, origin, key } = value as Partial<Record<keyof StoredKey, unknown>>;
  return (
    typeof provider === 'string' &&
    isProviderId(provider) &&
    typeof origin === 'string' &&
    typeof key === 'string'
  );
}

/**
 * Keys that the person asked to keep on this device, in a database of the network worker's own. The page
 * never opens it. Every method rejects where the browser refuses storage.
 */
export function createKeyStorage(databaseName = 'spillway-keys'): KeyStorage {
  // Made at first use: where storage is blocked, opening throws, and the vault treats that as empty.
  let store: ReturnType<typeof createStore> | null = null;
  const opened = () => {
    store ??= createStore(databaseName, 'keys');
    return store;
  };
  return {
    load: async () => (await values<unknown>(opened())).filter(isStoredKey),
    save: async (stored) => set(nameOf(stored.provider, stored.origin), stored, opened()),
    remove: async (provider, origin) => del(nameOf(provider, origin), opened()),
    clear: async () => clear(opened()),
  };
}
