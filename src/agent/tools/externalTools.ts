import type { ExternalToolSpec, JsonObject } from '../../core/index.ts';
import { isObject, refused, type Tool } from './toolPort.ts';

/** Where a tool comes from that no profile knows. */
export type ToolOrigin =
  | { readonly kind: 'plugin'; readonly path: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string };

/** A tool from outside: hostile in its words, its results and its changes. */
export interface ExternalTool {
  readonly spec: ExternalToolSpec;
  readonly origin: ToolOrigin;
  /** Names what would run: another executable, description or schema is another fingerprint. */
  readonly fingerprint: string;
  readonly tool: Tool<JsonObject>;
}

/** Why a tool or a server is not there, in one sentence. */
export interface ToolProblem {
  readonly name: string;
  readonly message: string;
}

/** One place that tools come from. */
export interface ToolSource {
  readonly list: readonly ExternalTool[];
  readonly problems: readonly ToolProblem[];
  /** What the names of its tools begin with. */
  readonly prefix: string;
  /** It has looked at least once: what is not in the list is not there. */
  readonly hasLooked: boolean;
  /** Looks again; never rejects. `isNeeded`: the model has been told of tools from here. */
  refresh(isNeeded: boolean): Promise<void>;
  subscribe(listener: () => void): () => void;
}

const nameForm = /[^A-Za-z0-9_-]+/g;
/** What every provider takes as a name. */
export const maxToolName = 64;
const maxDescription = 2_000;

/** A name on the wire from words of strangers: letters, digits, `_` and `-`, cut to what providers take. */
export function safeToolName(prefix: string, name: string): string {
  const safe = name
    .toWellFormed()
    .replace(nameForm, '_')
    .replace(/^_+|_+$/g, '');
  return `${prefix}${safe === '' ? 'tool' : safe}`.slice(0, maxToolName);
}

/** A stranger's description, cut to what is worth its tokens. */
export function safeDescription(text: string): string {
  const whole = text.toWellFormed();
  return whole.length <= maxDescription ? whole : `${whole.slice(0, maxDescription).toWellFormed()}…`;
}

/** The input of a tool from outside is an object; its own server or program checks the rest. */
export function parseExternalInput(input: unknown): ReturnType<Tool<JsonObject>['parse']> {
  return isJsonObject(input) ? { ok: true, input } : { ok: false, message: 'the input must be an object' };
}

function isJsonObject(input: unknown): input is JsonObject {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Stands for a tool that a model was told of and that is not there any more. */
export function absentTool(spec: ExternalToolSpec): ExternalTool {
  return {
    spec,
    origin: { kind: 'plugin', path: '' },
    fingerprint: 'absent',
    tool: {
      name: spec.name,
      serial: false,
      changesFiles: false,
      parse: (input) =>
        isObject(input) ? { ok: true, input } : { ok: false, message: 'the input must be an object' },
      run: async () =>
        refused({ code: 'TOOL_GONE', phase: 'run', message: `The tool ${spec.name} is not there any more.` }),
    },
  };
}
