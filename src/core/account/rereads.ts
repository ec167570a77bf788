import type { JsonValue, RecordKey } from '../contract/index.ts';
import type { CallState, SessionState } from '../log/index.ts';

/**
 * Calls that name the file of an output that an earlier step saved, and whose output that was. A `read` names it by its
 * path, any other tool (grep, a command) by having the path in its input; relative paths are the workspace's. What a
 * call does with the file is not asked.
 */
export function rereadsOf(state: SessionState, workspace: string): ReadonlyMap<RecordKey, RecordKey> {
  const found = new Map<RecordKey, RecordKey>();
  const saved = new Map<string, RecordKey>();
  for (const { turn, steps } of state.turns) {
    // A command that the user ran is told of, with the path of its output, when a turn begins.
    for (const { key, record, toldInTurn } of state.commands)
      if (toldInTurn === turn && record?.savedAs) saved.set(record.savedAs.path, key);
    for (const { calls } of steps) {
      for (const call of calls) {
        const of = saved.size === 0 ? undefined : savedThatIsNamed(call, saved, workspace);
        if (of !== undefined) found.set(call.key, of);
      }
      // The model hears of a step's files with its results: a call beside them cannot mean them.
      for (const { key, record } of calls) if (record?.savedAs) saved.set(record.savedAs.path, key);
    }
  }
  return found;
}

function savedThatIsNamed(
  call: CallState,
  saved: ReadonlyMap<string, RecordKey>,
  workspace: string,
): RecordKey | undefined {
  const texts = textsIn(call.input);
  const whole = texts.map((text) => saved.get(text.startsWith('/') ? text : `${workspace}/${text}`));
  const named = whole.find((key) => key !== undefined);
  if (named !== undefined || call.record?.tool === 'read') return named;
  for (const [path, key] of saved) {
    const names = path.startsWith(`${workspace}/`) ? [path, path.slice(workspace.length + 1)] : [path];
    if (texts.some((text) => names.some((name) => holdsPath(text, name)))) return key;
  }
  return undefined;
}

/** The path stands in the text by itself, not as a part of a longer name; a full stop behind it is none of it. */
function holdsPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const before = text.slice(Math.max(0, at - 3), at);
    const begins = !/[\w./-]$/.test(before) || (!path.startsWith('/') && /(?:^|[^\w./-])\.\/$/.test(before));
    if (begins && !/^(?:[\w/-]|\.\w)/.test(text.slice(at + path.length, at + path.length + 2))) return true;
  }
  return false;
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((item: JsonValue | undefined) => textsIn(item));
}
