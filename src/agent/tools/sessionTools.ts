import type { ExternalToolSpec } from '../../core/index.ts';
import type { CallTools } from '../calls/callDoor.ts';
import type { PermissionBook, PermissionChoice } from '../permissions/permissionBook.ts';
import type { LogDoor } from '../session/sessionLog.ts';
import {
  absentTool,
  type ExternalTool,
  type ToolOrigin,
  type ToolProblem,
  type ToolSource,
} from './externalTools.ts';
import { ownToolNames } from './toolSet.ts';

/** A tool as its user sees it. */
export interface ToolRow {
  /** Our name, with its prefix where the tool comes from outside. */
  readonly name: string;
  readonly description: string;
  /** Null for our own. */
  readonly origin: ToolOrigin | null;
  readonly fingerprint: string | null;
  readonly permission: PermissionChoice;
}

export interface SessionToolsDeps {
  readonly log: LogDoor;
  readonly sources: readonly ToolSource[];
  readonly permissions: PermissionBook;
  /** False where another tab holds the session: its log is not written. */
  readonly writable: boolean;
  readonly onChange: () => void;
}

/** The tools of one session beside its profile's. The log holds the list that the model was last told of. */
export class SessionTools implements CallTools {
  readonly withheld: readonly string[] = [];
  readonly #disposers: readonly (() => void)[];

  constructor(private readonly deps: SessionToolsDeps) {
    const subscribed = [...deps.sources, deps.permissions].map((source) => source.subscribe(deps.onChange));
    this.#disposers = subscribed;
  }

  get external(): readonly ExternalTool[] {
    return this.deps.sources.flatMap((source) => source.list);
  }

  get names(): readonly string[] {
    return this.#told.map(({ name }) => name);
  }

  get problems(): readonly ToolProblem[] {
    return this.deps.sources.flatMap((source) => source.problems);
  }

  get rows(): readonly ToolRow[] {
    const { permissions } = this.deps;
    const own = ownToolNames.map((name): ToolRow => {
      const permission = permissions.choiceFor({ name, fingerprint: null });
      return { name, description: '', origin: null, fingerprint: null, permission };
    });
    const external = this.external.map(({ spec, origin, fingerprint }): ToolRow => {
      const { name, description } = spec;
      const permission = permissions.choiceFor({ name, fingerprint });
      return { name, description, origin, fingerprint, permission };
    });
    return [...own, ...external];
  }

  /** Also a tool that the model was told of and that is gone by now: its call says so. */
  find(name: string): ExternalTool | null {
    const there = this.external.find(({ spec }) => spec.name === name);
    if (there !== undefined) return there;
    const told = this.#told.find((spec) => spec.name === name);
    return told === undefined ? null : absentTool(told);
  }

  /** Looks at every source again and logs the list where it has changed. Before each request; never rejects. */
  async update(): Promise<void> {
    const told = this.#told;
    const toldOf = (source: ToolSource) => told.filter(({ name }) => name.startsWith(source.prefix));
    await Promise.all(this.deps.sources.map((source) => source.refresh(toldOf(source).length > 0)));
    if (!this.deps.writable) return;
    // Of a source that could not look yet, what the model was told of stands.
    const tools = this.deps.sources.flatMap((source) =>
      source.hasLooked ? source.list.map(({ spec }) => spec) : toldOf(source),
    );
    if (JSON.stringify(tools) === JSON.stringify(told)) return;
    await this.deps.log.append({ type: 'tools-changed', tools }).catch(() => {});
  }

  dispose(): void {
    for (const disposer of this.#disposers) disposer();
  }

  get #told(): readonly ExternalToolSpec[] {
    return this.deps.log.state.externalTools ?? [];
  }
}
