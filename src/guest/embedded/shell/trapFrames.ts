import type { ExecResult } from 'just-bash/browser';
import { type ProcessSignal, signalNames, signalNumber } from '../processes/signals.ts';
import type { ScriptNode } from './stream/ast.ts';
import { type Condition, conditionFrom } from './trapConditions.ts';

/** Signals that end a shell after its EXIT handler has run. */
const ending: readonly ProcessSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** What of the interpreter a handler needs. */
export interface HandlerRunner {
  readonly ctx: {
    readonly state: {
      lastExitCode: number;
      readonly env: Map<string, string>;
      readonly options: { errexit: boolean };
    };
  };
  executeScript(script: ScriptNode): Promise<ExecResult>;
}

/** One shell that runs: the job's own, or a script inside it. */
export interface Frame {
  /** 0 is the job's own. */
  readonly id: number;
  readonly isSubshell: boolean;
  readonly handlers: Map<Condition, string>;
  /** What a subshell has not kept of the shell around it; `trap -p` shows it until the subshell sets one itself. */
  inherited: ReadonlyMap<Condition, string>;
  /** Makes a handler's script stream where the shell's output leads. */
  readonly prepare: (script: ScriptNode) => void;
}

/** The shell that signals are for: the innermost that is no subshell, which `$$` names in a subshell too. */
function shellIn(frames: readonly Frame[]): Frame | undefined {
  return frames.findLast(({ isSubshell }) => !isSubshell);
}

/** The script that a signal runs; empty where it runs none. */
export function handlerFor(frames: readonly Frame[], signal: ProcessSignal): string {
  const own = frames.at(-1)?.handlers.get(signal);
  if (own !== undefined) return own;
  const handlers = shellIn(frames)?.handlers;
  return handlers?.get(signal) ?? (handlers?.get('EXIT') ? `exit ${128 + signalNumber(signal)}` : '');
}

/** Signals that the shell sees to itself. */
export function handledSignals(frames: readonly Frame[]): readonly ProcessSignal[] {
  const heard = [frames.at(-1), shellIn(frames)].filter((frame) => frame !== undefined);
  const signals = signalNames.filter((name) => heard.some(({ handlers }) => handlers.has(name)));
  const ends = heard.some(({ handlers }) => handlers.get('EXIT'));
  return ends ? [...new Set([...signals, ...ending])] : signals;
}

/** Does what the words behind `trap` say; what is no condition is named in `stderr`. */
export function setHandlers(
  frame: Frame,
  words: readonly string[],
): { readonly set: readonly Condition[]; readonly stderr: string } {
  frame.inherited = new Map();
  const [script = ''] = words;
  const resets = words.length === 1 || script === '-';
  const set: Condition[] = [];
  let stderr = '';
  for (const word of words.length === 1 ? words : words.slice(1)) {
    const condition = conditionFrom(word);
    if (!condition) stderr += `bash: trap: ${word}: invalid signal specification\n`;
    else if (resets) frame.handlers.delete(condition);
    else {
      frame.handlers.set(condition, script);
      set.push(condition);
    }
  }
  return { set, stderr };
}
