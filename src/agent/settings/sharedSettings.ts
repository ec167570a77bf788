import type { Store } from '../../store/index.ts';
import type { TabChannel } from '../session/tabs.ts';

/** Settings of the browser: what one tab stores the others read anew at once. */
export interface SharedSettings {
  get(name: string): Promise<unknown>;
  /** Resolves when it is stored; the other tabs have been told by then. */
  set(name: string, value: unknown): Promise<void>;
  /** Calls back when another tab has stored the setting. Returns a disposer. */
  onNews(name: string, listener: () => void): () => void;
}

/** Names go from tab to tab, values through the store alone. `channel`: null where there are no other tabs. */
export function shareSettings(
  store: Pick<Store, 'getSetting' | 'setSetting'>,
  channel: TabChannel | null,
): SharedSettings {
  return {
    get: (name) => store.getSetting(name),
    async set(name, value) {
      await store.setSetting(name, value);
      channel?.post({ spillway: 1, kind: 'setting', name });
    },
    onNews: (name, listener) =>
      channel?.listen((message) => {
        if (namedIn(message) === name) listener();
      }) ?? (() => {}),
  };
}

function namedIn(message: unknown): unknown {
  const isOfSetting =
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'setting';
  return isOfSetting && 'name' in message ? message.name : null;
}
