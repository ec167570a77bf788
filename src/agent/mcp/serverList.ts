import * as v from 'valibot';
import type { SharedSettings } from '../settings/sharedSettings.ts';
import { SharedValue } from '../settings/sharedValue.ts';

const settingName = 'mcpServers';
const storedSchema = v.array(
  v.object({ id: v.string(), name: v.string(), url: v.string(), on: v.boolean() }),
);

/** A server as it is stored. Its headers are nowhere but in the worker. */
export type McpServerConfig = v.InferOutput<typeof storedSchema>[number];

const demoServer = { id: 'demo', name: 'demo', url: 'demo:', on: false } as const;

/** Which MCP servers there are and which are on, for every session and every tab; the demo is the last, always. */
export class McpServerList {
  readonly #stored: SharedValue<readonly McpServerConfig[]>;

  constructor(settings: SharedSettings, onChange: () => void) {
    this.#stored = new SharedValue<readonly McpServerConfig[]>({
      settings,
      name: settingName,
      initial: [demoServer],
      parse: (value) => {
        const stored = v.safeParse(storedSchema, value);
        return stored.success ? withDemo(stored.output) : null;
      },
      onChange,
    });
  }

  get configs(): readonly McpServerConfig[] {
    return this.#stored.value;
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  /** Holds at once; resolves when it is stored, and every tab has been told. */
  add(config: McpServerConfig): Promise<void> {
    return this.#stored.edit((configs) => withDemo([...configs, config]));
  }

  remove(id: string): Promise<void> {
    return this.#stored.edit((configs) =>
      configs.filter((config) => config.id !== id || id === demoServer.id),
    );
  }

  setOn(id: string, on: boolean): Promise<void> {
    return this.#stored.edit((configs) =>
      configs.map((config) => (config.id === id ? { ...config, on } : config)),
    );
  }

  dispose(): void {
    this.#stored.dispose();
  }
}

function withDemo(configs: readonly McpServerConfig[]): readonly McpServerConfig[] {
  const isDemo = ({ id }: McpServerConfig) => id === demoServer.id;
  return [
    ...configs.filter((config) => !isDemo(config)),
    { ...demoServer, on: configs.some((config) => isDemo(config) && config.on) },
  ];
}
