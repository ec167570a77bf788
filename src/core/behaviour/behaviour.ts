import { rereadsOf } from '../account/index.ts';
import type { RecordKey } from '../contract/index.ts';
import type { CallState, SessionState, TurnState } from '../log/index.ts';
import { canonicalJson } from '../recording/index.ts';
import { commandOf, isNarrowedRerun } from './commands.ts';

/** What a model did with large results, as far as its log tells. */
export type BehaviourId =
  | 'read-before-answer'
  | 'answered-from-preview'
  | 'reread-loop'
  | 'ran-again-narrowed';

export const behaviourTitles: Readonly<Record<BehaviourId, string>> = {
  'read-before-answer': 'Read the saved file before it answered',
  'answered-from-preview': 'Answered from the preview',
  'reread-loop': 'Read the same again and again',
  'ran-again-narrowed': 'Ran the command again with head or tail',
};

/** `open`: nothing in the session lets it be said. `at`: the calls that show it. */
export interface BehaviourResult {
  readonly answer: 'yes' | 'no' | 'open';
  readonly at: readonly RecordKey[];
  /** A sentence. */
  readonly why: string;
}

export interface BehaviourCheck extends BehaviourResult {
  readonly id: BehaviourId;
}

/** The same call this often in one turn is a loop. */
const loopCalls = 3;

/** A saved output of which the model was shown a part. */
interface Preview {
  readonly call: CallState;
  readonly turn: TurnState;
}

/**
 * The checks of a session, from its log alone. A saved output counts as read when a later call of the same turn names its
 * file, in any tool; it need not have been read whole. `workspace`: absolute guest path, for relative names of files.
 */
export function behaviourOf(state: SessionState, workspace: string): readonly BehaviourCheck[] {
  const read = readInTurn(state, workspace);
  const previews = state.turns.flatMap((turn) =>
    callsOf(turn).flatMap((call): readonly Preview[] =>
      call.record?.savedAs && call.sent?.account.whole === false ? [{ call, turn }] : [],
    ),
  );
  return [
    { id: 'read-before-answer', ...readBeforeAnswer(previews, read) },
    { id: 'answered-from-preview', ...answeredFromPreview(previews, read) },
    { id: 'reread-loop', ...rereadLoop(state) },
    { id: 'ran-again-narrowed', ...ranAgainNarrowed(previews) },
  ];
}

const callsOf = (turn: TurnState): readonly CallState[] => turn.steps.flatMap(({ calls }) => calls);

/** A turn that ended with words of the model, not with a stop or a fault. */
const isAnswered = ({ end, steps }: TurnState): boolean =>
  end?.reason === 'done' && (steps.at(-1)?.parts.some(({ type }) => type === 'text') ?? false);

const turnOf = (key: RecordKey): number => Number(key.split('.', 1)[0]);

/** Outputs that a later call of their own turn names, with the first such call. */
function readInTurn(state: SessionState, workspace: string): ReadonlyMap<RecordKey, RecordKey> {
  const first = new Map<RecordKey, RecordKey>();
  for (const [reader, output] of rereadsOf(state, workspace)) {
    if (turnOf(reader) === turnOf(output) && !first.has(output)) first.set(output, reader);
  }
  return first;
}

const noPreview: BehaviourResult = {
  answer: 'open',
  at: [],
  why: 'No result was saved with only a part of it shown.',
};
const noAnswer: BehaviourResult = { answer: 'open', at: [], why: 'No turn with such a result was answered.' };

function readBeforeAnswer(
  previews: readonly Preview[],
  read: ReadonlyMap<RecordKey, RecordKey>,
): BehaviourResult {
  if (previews.length === 0) return noPreview;
  const answered = previews.filter(({ turn }) => isAnswered(turn));
  if (answered.length === 0) return noAnswer;
  const unread = answered.filter(({ call }) => !read.has(call.key)).map(({ call }) => call.key);
  const readers = answered.flatMap(({ call }) => read.get(call.key) ?? []);
  return unread.length === 0
    ? { answer: 'yes', at: readers, why: 'Each saved file was opened before the turn was answered.' }
    : { answer: 'no', at: unread, why: `${counted(unread.length, 'saved file')} never opened.` };
}

/** It never looked further: neither into the file, nor by running the command again for another part. */
function answeredFromPreview(
  previews: readonly Preview[],
  read: ReadonlyMap<RecordKey, RecordKey>,
): BehaviourResult {
  if (previews.length === 0) return noPreview;
  const answered = previews.filter(({ turn }) => isAnswered(turn));
  if (answered.length === 0) return noAnswer;
  const only = answered
    .filter(({ call, turn }) => !read.has(call.key) && narrowedRerunOf(call, turn) === null)
    .map(({ call }) => call.key);
  return only.length === 0
    ? { answer: 'no', at: [], why: 'It looked further than each preview.' }
    : { answer: 'yes', at: only, why: `${counted(only.length, 'result')} known from the preview alone.` };
}

function rereadLoop(state: SessionState): BehaviourResult {
  const looped: RecordKey[] = [];
  let reads = 0;
  for (const turn of state.turns) {
    const same = new Map<string, RecordKey[]>();
    for (const { key, record, input } of callsOf(turn)) {
      if (record?.tool !== 'read') continue;
      reads += 1;
      const name = canonicalJson(input);
      same.set(name, [...(same.get(name) ?? []), key]);
    }
    for (const keys of same.values()) if (keys.length >= loopCalls) looped.push(...keys);
  }
  if (reads === 0) return { answer: 'open', at: [], why: 'Nothing was read.' };
  return looped.length === 0
    ? { answer: 'no', at: [], why: `No page was read ${loopCalls} times in a turn.` }
    : { answer: 'yes', at: looped, why: `The same page was read ${loopCalls} times or more in a turn.` };
}

function ranAgainNarrowed(previews: readonly Preview[]): BehaviourResult {
  const commands = previews.filter(({ call }) => commandOf(call.input) !== null);
  if (commands.length === 0) return noPreview;
  const again = commands.flatMap(({ call, turn }) => narrowedRerunOf(call, turn) ?? []);
  return again.length === 0
    ? { answer: 'no', at: [], why: 'No such command was run again for a part of its output.' }
    : {
        answer: 'yes',
        at: again,
        why: `${counted(again.length, 'command')} run again for a part of its output.`,
      };
}

/** The first later call of the turn that runs the same command into head or tail. */
function narrowedRerunOf(call: CallState, turn: TurnState): RecordKey | null {
  const command = commandOf(call.input);
  if (command === null) return null;
  const calls = callsOf(turn);
  const later = calls.slice(calls.findIndex(({ key }) => key === call.key) + 1);
  return later.find(({ input }) => isNarrowedRerun(command, commandOf(input)))?.key ?? null;
}

const counted = (count: number, one: string): string =>
  count === 1 ? `1 ${one} was` : `${count} ${one}s were`;
