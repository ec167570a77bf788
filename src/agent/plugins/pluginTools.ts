import type { JsonObject } from '../../core/index.ts';
import type { After } from '../timers.ts';
import {
  type ExternalTool,
  parseExternalInput,
  safeDescription,
  type ToolProblem,
  type ToolSource,
} from '../tools/externalTools.ts';
import { refused, type Tool } from '../tools/toolPort.ts';
import type { GuestSeat } from '../workspace/guestSeat.ts';
import type { PluginFile, SeenPlugins } from './pluginFiles.ts';

/** Folder of a workspace in which its own tools lie: each an executable NAME and its description NAME.json. */
const pluginFolder = '.spillway/tools';
/** Files often change in groups: executable, description, mode. */
const lookAgainAfterMs = 150;

export interface PluginToolsDeps {
  /** The guest that runs now; null while none does. */
  readonly seat: () => GuestSeat | null;
  /** Boots the guest where none runs. */
  readonly ensureGuest: () => Promise<unknown>;
  readonly workspace: () => string;
  readonly after: After;
}

/** Tools that lie in the workspace of a session. They come, change and go with their files. */
export class PluginTools implements ToolSource {
  readonly prefix = 'plugin_';
  #list: readonly ExternalTool[] = [];
  #problems: readonly ToolProblem[] = [];
  #lookedIn: GuestSeat | null = null;
  readonly #seen: SeenPlugins = new Map();
  #looking: Promise<void> = Promise.resolve();
  #cancelLook: (() => void) | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly deps: PluginToolsDeps) {}

  get list(): readonly ExternalTool[] {
    return this.#list;
  }

  get problems(): readonly ToolProblem[] {
    return this.#problems;
  }

  get hasLooked(): boolean {
    return this.#lookedIn !== null;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.#cancelLook?.();
    };
  }

  /** Files of the guest have changed: where they are of plugins, they are looked at again soon. */
  filesChanged(paths: readonly string[]): void {
    const folder = `${this.deps.workspace()}/${pluginFolder}`;
    const concerned = paths.some(
      (path) => path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`),
    );
    if (!concerned) return;
    this.#cancelLook ??= this.deps.after(lookAgainAfterMs, () => {
      this.#cancelLook = null;
      void this.refresh(false);
    });
  }

  /** Where no guest runs it is booted for tools that a model has been told of, and for nothing else. */
  refresh(isNeeded: boolean): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look(isNeeded)).catch(() => {});
    return this.#looking;
  }

  async #look(isNeeded: boolean): Promise<void> {
    if (isNeeded && this.deps.seat() === null) await this.deps.ensureGuest();
    const seat = this.deps.seat();
    if (seat === null) return;
    this.#lookedIn = seat;
    // Most sessions have none: what reads and runs them is loaded with the first guest, not with the page.
    const { lookAtPlugins } = await import('./pluginFiles.ts');
    const looks = await lookAtPlugins(seat.guest.fs, `${this.deps.workspace()}/${pluginFolder}`, this.#seen);
    const before = JSON.stringify([this.#problems, this.#list.map(({ fingerprint }) => fingerprint)]);
    this.#problems = looks.flatMap((look) =>
      look.ok ? [] : [{ name: `${this.prefix}${look.name}`, message: look.message }],
    );
    this.#list = looks.flatMap((look) => (look.ok ? [this.#toolOf(look.plugin)] : []));
    const now = JSON.stringify([this.#problems, this.#list.map(({ fingerprint }) => fingerprint)]);
    if (before !== now) for (const listener of [...this.#listeners]) listener();
  }

  #toolOf(plugin: PluginFile): ExternalTool {
    const { name, path, inputSchema, fingerprint } = plugin;
    const spec = {
      name: `${this.prefix}${name}`,
      description: safeDescription(plugin.description),
      inputSchema,
    };
    return { spec, origin: { kind: 'plugin', path }, fingerprint, tool: runnable(plugin, spec.name) };
  }
}

/** Called with JSON on stdin; what it writes is the result. */
function runnable({ name, path, fingerprint }: PluginFile, toolName: string): Tool<JsonObject> {
  return {
    name: toolName,
    serial: false,
    changesFiles: true,
    timeoutMs: (_input, limits) => limits.defaultTimeoutMs,
    parse: parseExternalInput,
    async run(input, context) {
      const { guest, profileContext } = context;
      const folder = path.slice(0, -name.length - 1);
      // What was allowed is what runs: the model, too, can write there.
      const [{ lookAtPlugin }, { runExecutable }] = await Promise.all([
        import('./pluginFiles.ts'),
        import('./runExecutable.ts'),
      ]);
      const look = await lookAtPlugin(guest.fs, folder, name);
      if (!look.ok) return refused({ code: 'PLUGIN_BROKEN', phase: 'run', message: look.message });
      if (look.plugin.fingerprint !== fingerprint) {
        const message = `${toolName} has changed since this call was asked for and was not run. Call it again.`;
        return refused({ code: 'PLUGIN_CHANGED', phase: 'run', message });
      }
      const { workspace, limits } = profileContext;
      const stdin = new TextEncoder().encode(JSON.stringify(input));
      const quoted = `'${path.replaceAll("'", "'\\''")}'`;
      return runExecutable(guest.run(quoted, { cwd: workspace, stdin }), limits.defaultTimeoutMs, context);
    },
  };
}
