import type { RecordKey } from '../contract/index.ts';
import type { CallState, SessionState, StepState, Told, TurnState, UserCommand } from '../log/index.ts';
import type { Transcript, TranscriptCall, TranscriptEntry } from './document.ts';
import { stepEntries, withoutResult } from './entries.ts';
import { diskView, modelView, type OutputSample, userView } from './outputViews.ts';
import { endingOf, inputText, modelWords, profileWords, turnEndWords } from './words.ts';

/** What was read of the outputs of a session, by the keys of its calls. */
export type OutputSamples = ReadonlyMap<RecordKey, OutputSample>;

/** Every record of a session whose output there may be, sub-agents' and the user's own commands included. */
export function recordedKeysOf(state: SessionState): readonly RecordKey[] {
  const ofCalls = state.turns.flatMap(({ steps }) =>
    steps.flatMap(({ calls }) =>
      calls.flatMap((call) => [
        ...(call.record === null ? [] : [call.key]),
        ...(call.subAgent === undefined ? [] : recordedKeysOf(call.subAgent)),
      ]),
    ),
  );
  return [...ofCalls, ...state.commands.flatMap(({ key, record }) => (record === null ? [] : [key]))];
}

/** A session to read. `samples`: outputs, as much of each as is to be shown. */
export function transcriptOfSession(state: SessionState, samples: OutputSamples): Transcript {
  return {
    title: state.title,
    source: 'Spillway session',
    facts: [
      { name: 'Profile', value: profileWords(state.profile) },
      { name: 'Model', value: modelWords(state.model) },
      { name: 'Guest', value: state.guest },
    ],
    entries: entriesOf(state, samples, 0),
  };
}

function entriesOf(state: SessionState, samples: OutputSamples, depth: number): readonly TranscriptEntry[] {
  const commandsAfter = (turn: number) =>
    state.commands
      .filter(({ afterTurn }) => afterTurn === turn)
      .map((command) => commandEntry(command, samples, depth));
  return [
    ...commandsAfter(0),
    ...state.turns.flatMap((turn) => [...turnEntries(turn, samples, depth), ...commandsAfter(turn.turn)]),
  ];
}

function turnEntries(turn: TurnState, samples: OutputSamples, depth: number): readonly TranscriptEntry[] {
  const id = (what: string) => `${what} ${turn.turn}`;
  const entries: TranscriptEntry[] = toldEntries(turn.told, id('told'), depth);
  if (turn.wake !== undefined) {
    const text =
      turn.wake === 'job' ? 'The end of a job woke the model.' : 'A person let the waiting wake go on.';
    entries.push({ kind: 'note', id: id('wake'), depth, bad: false, text });
  } else entries.push({ kind: 'user', id: id('user'), depth, by: 'user', text: turn.userText });
  for (const step of turn.steps) entries.push(...callsOfStep(step, samples, depth));
  const { end } = turn;
  if (end !== null && (end.reason !== 'done' || end.error !== null)) {
    const why = end.error === null ? '.' : `: ${end.error.message}`;
    const text = turnEndWords[end.reason] + why;
    entries.push({ kind: 'note', id: id('end'), depth, bad: end.reason !== 'done', text });
  }
  return entries;
}

function callsOfStep(step: StepState, samples: OutputSamples, depth: number): readonly TranscriptEntry[] {
  return stepEntries(step, depth, (_part, index) => {
    const call = step.calls[index];
    return call === undefined ? [] : callEntries(call, samples, depth);
  });
}

function callEntries(call: CallState, samples: OutputSamples, depth: number): readonly TranscriptEntry[] {
  const { key, wireName: tool, brokenInput, input, record, sent } = call;
  const words = { tool, input: brokenInput ?? inputText(input) };
  return [
    entryOf(key, words, record, sent, samples, depth),
    ...toldEntries(call.told, `told ${key}`, depth),
    ...(call.subAgent === undefined ? [] : entriesOf(call.subAgent, samples, depth + 1)),
  ];
}

function commandEntry(command: UserCommand, samples: OutputSamples, depth: number): TranscriptEntry {
  const words = { tool: '!', input: command.command };
  return entryOf(command.key, words, command.record, command.sent, samples, depth);
}

function entryOf(
  key: RecordKey,
  words: Pick<TranscriptCall, 'tool' | 'input'>,
  record: CallState['record'],
  sent: CallState['sent'],
  samples: OutputSamples,
  depth: number,
): TranscriptCall {
  const names = { kind: 'call', id: key, key, depth, ...words } as const;
  if (record === null || sent === null) {
    return { ...names, ...withoutResult('The call has no result.') };
  }
  const sample = samples.get(key);
  return {
    ...names,
    ...endingOf(record.outcome),
    // What goes on as a job has the outcome of a timeout; that it was moved is the truth.
    ...(record.facts?.kind === 'job' && record.facts.moved !== null
      ? { ending: 'ok' as const, endingWords: `moved to the background as ${record.facts.job.id}` }
      : {}),
    durationMs: record.endedAtMs - record.startedAtMs,
    ...modelView(sent),
    user: userView(sample),
    disk: diskView(sample, record.savedAs),
    savedPath: record.savedAs?.path ?? null,
    outputBytes: record.output.totalBytes,
  };
}

function toldEntries(told: readonly Told[] | undefined, id: string, depth: number): TranscriptEntry[] {
  return (told ?? []).map(({ words }, at) => ({
    kind: 'user',
    id: `${id}.${at}`,
    depth,
    by: 'harness',
    text: words,
  }));
}
