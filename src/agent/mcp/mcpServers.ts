import { sha256Hex } from '../../core/index.ts';
import type { SharedSettings } from '../settings/sharedSettings.ts';
import type { After } from '../timers.ts';
import {
  type ExternalTool,
  maxToolName,
  safeDescription,
  safeToolName,
  type ToolProblem,
  type ToolSource,
} from '../tools/externalTools.ts';
import type { mcpTool } from './mcpTool.ts';
import { McpWorkerClient, type McpWorkerLike } from './mcpWorkerClient.ts';
import type { ServerTool } from './resultDoor.ts';
import { type McpServerConfig, McpServerList } from './serverList.ts';
import type { HeaderLine } from './worker/messages.ts';

/** A request does not wait longer for servers that do not answer. */
const waitForServersMs = 3_000;

export type McpServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready'; readonly tools: number }
  | { readonly kind: 'failed'; readonly message: string };

export interface McpServerRow extends McpServerConfig {
  readonly state: McpServerState;
}

export type SavedOr = { readonly ok: true } | { readonly ok: false; readonly message: string };

interface Known {
  state: McpServerState;
  tools: readonly ServerTool[];
  busy: Promise<void>;
  /** It is being asked for its tools; `isStale`: they have changed since. */
  isListing: boolean;
  isStale: boolean;
}

/** The MCP servers of this browser, for every session: which there are, which are on, what tools they have. */
export class McpServers implements ToolSource {
  readonly prefix = 'mcp_';
  readonly #servers: McpServerList;
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Set<() => void>();
  #client: McpWorkerClient | null = null;
  /** A session has asked for tools: what is turned on in another tab is connected here at once. */
  #isAsked = false;
  /** Comes with the first list of tools: few sessions have a server. */
  #toolOf: typeof mcpTool | null = null;
  #list: readonly ExternalTool[] = [];

  constructor(
    private readonly deps: {
      readonly settings: SharedSettings;
      readonly after: After;
      readonly newId: () => string;
      readonly startWorker: () => McpWorkerLike;
    },
  ) {
    this.#servers = new McpServerList(deps.settings, () => this.#serversChanged());
  }

  get rows(): readonly McpServerRow[] {
    return this.#servers.configs.map((config) => ({
      ...config,
      state: this.#known.get(config.id)?.state ?? { kind: 'off' },
    }));
  }

  get list(): readonly ExternalTool[] {
    return this.#list;
  }

  get problems(): readonly ToolProblem[] {
    return this.rows.flatMap(({ name, state }) =>
      state.kind === 'failed' ? [{ name, message: state.message }] : [],
    );
  }

  get hasLooked(): boolean {
    return this.rows.every(({ on, state }) => !on || state.kind === 'ready' || state.kind === 'failed');
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Connects what is on and was never tried; waits a little for it. */
  async refresh(): Promise<void> {
    await this.load();
    this.#isAsked = true;
    this.#connectNew();
    const busy = Promise.all([...this.#known.values()].map((known) => known.busy));
    await Promise.race([busy, new Promise<void>((resolve) => this.deps.after(waitForServersMs, resolve))]);
  }

  load(): Promise<void> {
    return this.#servers.load();
  }

  /** Adds a server and connects it. Headers go to the worker and nowhere else. */
  async add(
    name: string,
    address: string,
    headers: readonly HeaderLine[],
    remember: boolean,
  ): Promise<SavedOr> {
    await this.load();
    const url = parseAddress(address);
    if (url === null) {
      return {
        ok: false,
        message: 'The address must be a URL that begins with https:// or http://, without a password in it.',
      };
    }
    const slug = safeToolName('', name === '' ? new URL(url).hostname : name).slice(0, 20);
    if (this.#servers.configs.some((config) => config.name === slug)) {
      return { ok: false, message: `There is a server called ${slug} already.` };
    }
    if (headers.length > 0) {
      const set = await this.setHeaders(url, headers, remember);
      if (!set.ok) return set;
    }
    const id = this.deps.newId();
    const stored = this.#servers.add({ id, name: slug, url, on: true });
    this.#connectNew();
    await stored;
    return { ok: true };
  }

  async remove(id: string): Promise<void> {
    await this.load();
    await this.#servers.remove(id);
  }

  async setOn(id: string, on: boolean): Promise<void> {
    await this.load();
    const stored = this.#servers.setOn(id, on);
    this.#connectNew();
    await stored;
  }

  async setHeaders(url: string, headers: readonly HeaderLine[], remember: boolean): Promise<SavedOr> {
    const answer = await this.#worker.setHeaders(url, headers, remember);
    return answer.ok ? { ok: true } : { ok: false, message: answer.error.message };
  }

  hasHeaders(url: string): Promise<boolean> {
    return this.#worker.hasHeaders(url);
  }

  forgetHeaders(): Promise<boolean> {
    return this.#worker.forgetHeaders();
  }

  /** Connects anew and lists the tools. Never rejects: a failure is the server's state. */
  connect(id: string): Promise<void> {
    const known: Known = {
      state: { kind: 'connecting' },
      tools: [],
      busy: Promise.resolve(),
      isListing: false,
      isStale: false,
    };
    this.#known.set(id, known);
    known.busy = this.#connect(id, known);
    this.#tell();
    return known.busy;
  }

  dispose(): void {
    this.#servers.dispose();
    this.#client?.dispose();
    this.#listeners.clear();
  }

  get #worker(): McpWorkerClient {
    this.#client ??= new McpWorkerClient(
      {
        toolsChanged: (id) => void this.#listTools(id, this.#known.get(id)),
        closed: (id, message) => this.#setState(id, this.#known.get(id), { kind: 'failed', message }),
      },
      this.deps.startWorker,
    );
    return this.#client;
  }

  async #connect(id: string, known: Known): Promise<void> {
    const config = this.#servers.configs.find((each) => each.id === id);
    if (config === undefined) return;
    const answer = await this.#worker.connect(id, config.url);
    if (answer.ok) return this.#listTools(id, known);
    this.#setState(id, known, { kind: 'failed', message: answer.error.message });
  }

  async #listTools(id: string, known: Known | undefined): Promise<void> {
    if (known === undefined) return;
    // A server may say that its tools have changed as often as it likes: it is asked once more, behind this time.
    known.isStale = known.isListing;
    if (known.isListing) return;
    known.isListing = true;
    const answer = await this.#worker.list(id);
    known.isListing = false;
    if (known.isStale) return this.#listTools(id, known);
    if (!answer.ok) return this.#setState(id, known, { kind: 'failed', message: answer.error.message });
    try {
      const { mcpTool } = await import('./mcpTool.ts');
      this.#toolOf = mcpTool;
      known.tools = answer.value;
      this.#setState(id, known, { kind: 'ready', tools: known.tools.length });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#setState(id, known, { kind: 'failed', message });
    }
  }

  #setState(id: string, known: Known | undefined, state: McpServerState): void {
    if (known === undefined || this.#known.get(id) !== known) return;
    known.state = state;
    if (state.kind !== 'ready') known.tools = [];
    this.#tell();
  }

  #drop(id: string): void {
    this.#known.delete(id);
    this.#client?.disconnect(id);
  }

  /** Here or in another tab. What is gone or off has no connection and no tools from now on. */
  #serversChanged(): void {
    for (const id of [...this.#known.keys()]) {
      const config = this.#servers.configs.find((each) => each.id === id);
      if (config?.on !== true) this.#drop(id);
    }
    if (this.#isAsked) this.#connectNew();
    this.#tell();
  }

  #connectNew(): void {
    for (const { id, on } of this.#servers.configs) if (on && !this.#known.has(id)) void this.connect(id);
  }

  #tell(): void {
    this.#list = this.#servers.configs.flatMap((config) => this.#toolsOf(config));
    for (const listener of [...this.#listeners]) listener();
  }

  #toolsOf({ id, name: serverName, url }: McpServerConfig): readonly ExternalTool[] {
    const taken = new Set<string>();
    const toolOf = this.#toolOf;
    if (toolOf === null) return [];
    return (this.#known.get(id)?.tools ?? []).map((tool): ExternalTool => {
      const { description, inputSchema } = tool;
      const name = uniqueName(safeToolName(`${this.prefix}${serverName}_`, tool.name), taken);
      return {
        spec: { name, description: safeDescription(description), inputSchema },
        origin: { kind: 'mcp', server: serverName, tool: tool.name },
        fingerprint: sha256Hex(JSON.stringify([url, tool.name, description, inputSchema])),
        tool: toolOf({ server: id, serverName, tool: tool.name, name }, () => this.#worker),
      };
    });
  }
}

/** Names that differ only in what is not allowed in one get numbers, in the order in which the server tells of them. */
function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) {
    const suffix = `-${number}`;
    unique = name.slice(0, maxToolName - suffix.length) + suffix;
  }
  taken.add(unique);
  return unique;
}

function parseAddress(text: string): string | null {
  try {
    const url = new URL(text.trim());
    const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
    return isHttp && url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}
