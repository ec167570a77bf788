import type { ModelRef } from '../../core/index.ts';
import type { ModelClient, NetworkModels } from '../../models/index.ts';
import { createBrowserStore, type Store } from '../../store/index.ts';
import { createTokenCounter } from '../../tokenizer/index.ts';
import { demoModel, demoScript } from '../demo/index.ts';
import { startMcpWorker } from '../mcp/mcpWorkerClient.ts';
import type { Workbench } from '../port.ts';
import { createBroadcastTabs } from '../session/tabs.ts';
import { createDeadlines } from '../timers.ts';
import { createWorkerMatcher } from '../tools/search/workerMatcher.ts';
import { createWorkbench } from './workbench.ts';

/** The scripted model that plays the user's own script. */
export const ownScriptModel: ModelRef = { provider: 'scripted', model: 'own' };
/** Setting that holds the user's own script, as a value that `parseModelScript` takes. */
export const ownScriptSetting = 'script:own';

/** Setting that holds where a provider is asked, if not at its usual place. */
export function baseUrlSetting(provider: string): string {
  return `base-url:${provider}`;
}

/** Models by their ref; each kind's code is loaded when the first request needs it. */
class BrowserModels {
  #network: Promise<NetworkModels> | null = null;

  constructor(private readonly store: Store) {}

  network(): Promise<NetworkModels> {
    this.#network ??= import('../../models/index.ts').then((models) => models.createNetworkModels());
    return this.#network;
  }

  async client(ref: ModelRef): Promise<ModelClient> {
    const models = await import('../../models/index.ts');
    if (ref.provider === 'parrot') return models.createParrotModel();
    if (ref.provider === 'scripted') {
      if (ref.model === demoModel.model) {
        return models.createScriptedModel(demoScript, { name: ref.model });
      }
      const stored = ref.model === ownScriptModel.model && (await this.store.getSetting(ownScriptSetting));
      if (!stored) {
        throw new Error(`The script "${ref.model}" is not in this browser. Enter it in the settings.`);
      }
      const script = models.parseModelScript(stored);
      if (!script.ok) throw new Error(script.message);
      return models.createScriptedModel(script.script, { name: ref.model });
    }
    if (!models.isProviderId(ref.provider)) {
      throw new Error(`There is no provider called ${ref.provider}. Choose a model.`);
    }
    const usual = models.aboutProvider(ref.provider).baseUrl;
    const own = await this.store.getSetting(baseUrlSetting(ref.provider));
    const baseUrl = typeof own === 'string' && own !== '' ? own : usual;
    return (await this.network()).client(ref, { baseUrl });
  }

  dispose(): void {
    void this.#network?.then((network) => network.dispose());
  }
}

/** The workbench of the page. Guest, tokenizer tables and providers are loaded when something needs them. */
export async function createBrowserWorkbench(): Promise<Workbench> {
  const store = createBrowserStore();
  const counter = createTokenCounter();
  const models = new BrowserModels(store);
  return createWorkbench({
    store,
    counter,
    bootGuest: async (boot) => {
      const guest = await import('../../guest/index.ts');
      return guest.bootChosenGuest(boot);
    },
    guestAsksOthers: async (boot) => {
      const guest = await import('../../guest/index.ts');
      return guest.bootAsksOthers(boot);
    },
    models: (ref) => models.client(ref),
    network: () => models.network(),
    createMatcher: createWorkerMatcher,
    startMcpWorker,
    tabs: createBroadcastTabs(),
    clock: () => Date.now(),
    after: createDeadlines(),
    newId: () => crypto.randomUUID(),
    newSeed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    onDispose: () => {
      counter.dispose();
      models.dispose();
    },
  });
}
