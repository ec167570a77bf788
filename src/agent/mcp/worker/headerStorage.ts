import { clear, createStore, del, set, values } from 'idb-keyval';
import * as v from 'valibot';
import type { HeaderStorage } from './headerVault.ts';

const storedSchema = v.object({
  origin: v.string(),
  headers: v.array(v.tuple([v.string(), v.string()])),
});

/** Headers that the person asked to keep on this device, in a database of the worker's own. The page never opens it. */
export function createHeaderStorage(databaseName = 'spillway-mcp-headers'): HeaderStorage {
  // Made at first use: where storage is blocked, opening throws, and the vault treats that as empty.
  let store: ReturnType<typeof createStore> | null = null;
  const opened = () => {
    store ??= createStore(databaseName, 'headers');
    return store;
  };
  return {
    load: async () => {
      const stored = await values<unknown>(opened());
      return stored.flatMap((value) => {
        const parsed = v.safeParse(storedSchema, value);
        return parsed.success ? [parsed.output] : [];
      });
    },
    save: async (headers) => set(headers.origin, headers, opened()),
    remove: async (origin) => del(origin, opened()),
    clear: async () => clear(opened()),
  };
}
