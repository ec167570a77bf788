import type { OutputChunk, ProfileRef, RecordKey } from '../contract/index.ts';
import { textOfPieces } from '../pieces/index.ts';
import { ParsedOutput } from '../present/index.ts';
import { cleanerFor, profileOf } from '../profiles/index.ts';
import { bytesOfChunk, type RecordedCall, type RecordedEvent, type Recording } from '../recording/index.ts';
import { absent, type Transcript, type TranscriptCall, type TranscriptEntry, whole } from './document.ts';
import { stepEntries, withoutResult } from './entries.ts';
import { diskView, harnessRanges, userView } from './outputViews.ts';
import { endingOf, inputOfPart, modelWords, profileWords, turnEndWords } from './words.ts';

type RecordedRecord = Pick<
  RecordedCall,
  'tool' | 'outcome' | 'durationMs' | 'output' | 'savedAs' | 'view' | 'result'
>;
type RecordedStep = Extract<RecordedEvent, { type: 'step' }>;

const notRun = 'The recording holds its hash only: run it again to see it.';

/**
 * A recording to read from the document alone: results that came with it are shown, of the others only their hashes are
 * known. The profiles that it names should be loaded; without one, a model view stays absent. It yields where it can be
 * interrupted: one of 64 MB takes seconds.
 */
export function* transcriptOfRecording(recording: Recording): Generator<void, Transcript> {
  const records = new Map<RecordKey, RecordedRecord>();
  const commands = new Map<RecordKey, string>();
  for (const event of recording.events) {
    const inner = event.type === 'sub-agent' ? event.event : event;
    if (inner.type === 'record') records.set(inner.key, inner);
    else if (inner.type === 'command-started') commands.set(inner.key, inner.command);
  }
  let { profile } = recording;
  const entries: TranscriptEntry[] = [];
  for (const [at, event] of recording.events.entries()) {
    if (event.type === 'profile-changed') ({ profile } = event);
    for (const entry of entriesOf(event, at, { records, commands, profile, depth: 0 })) entries.push(entry);
    yield;
  }
  return {
    title: recording.title,
    source: 'Spillway recording',
    facts: [
      { name: 'Profile', value: profileWords(recording.profile) },
      { name: 'Model', value: modelWords(recording.model) },
      { name: 'Guest', value: recording.guest.kind },
      { name: 'Made by', value: `Spillway ${recording.app}` },
    ],
    entries,
  };
}

interface Surroundings {
  readonly records: ReadonlyMap<RecordKey, RecordedRecord>;
  /** The user's own, by their keys. */
  readonly commands: ReadonlyMap<RecordKey, string>;
  readonly profile: ProfileRef;
  readonly depth: number;
}

function entriesOf(event: RecordedEvent, at: number, around: Surroundings): readonly TranscriptEntry[] {
  const { depth } = around;
  const note = (text: string, bad = false): readonly TranscriptEntry[] => [
    { kind: 'note', id: `note ${at}`, depth, bad, text },
  ];
  switch (event.type) {
    case 'user-message':
      return [{ kind: 'user', id: `user ${event.turn}`, depth, by: 'user', text: event.text }];
    case 'step':
      return callsOfStep(event, around);
    case 'turn-end':
      if (event.reason === 'done' && event.error === null) return [];
      return note(
        turnEndWords[event.reason] + (event.error === null ? '.' : `: ${event.error.message}`),
        event.reason !== 'done',
      );
    case 'profile-changed':
      return note(`The profile was changed to ${profileWords(event.profile)}.`);
    case 'model-changed':
      return note(`The model was changed to ${modelWords(event.model)}.`);
    case 'wake':
      return note(
        event.cause === 'job' ? 'The end of a job woke the model.' : 'A person let the waiting wake go on.',
      );
    case 'told': {
      const { subject } = event;
      const what = subject.kind === 'job-end' ? `the end of ${subject.job}` : 'a command of the user’s';
      return note(`The model was told of ${what}.`);
    }
    case 'job-started':
      return note(`${event.job} began: ${event.command}`);
    case 'job-ended': {
      const { ending, endingWords } = endingOf(event.outcome);
      return note(`${event.job} ended: ${endingWords}.`, ending !== 'ok');
    }
    case 'command-ended': {
      const names = { key: event.key, tool: '!', input: around.commands.get(event.key) ?? '' };
      return [callEntry(names, event, around)];
    }
    case 'sub-agent':
      return entriesOf(event.event, at, { ...around, depth: depth + 1 });
    case 'record':
    case 'command-started':
    case 'encoding-changed':
      return [];
  }
}

function callsOfStep(step: RecordedStep, around: Surroundings): readonly TranscriptEntry[] {
  return stepEntries(step, around.depth, (part, index) => {
    const key: RecordKey = `${step.turn}.${step.step}.${index}`;
    const names = { key, tool: part.wireName, input: inputOfPart(part) };
    return [callEntry(names, around.records.get(key), around)];
  });
}

function callEntry(
  names: { readonly key: RecordKey; readonly tool: string; readonly input: string },
  record: RecordedRecord | undefined,
  { profile, depth }: Surroundings,
): TranscriptCall {
  const head = { kind: 'call', id: names.key, depth, ...names } as const;
  if (record === undefined) {
    return { ...head, ...withoutResult('The call was recorded without a result.') };
  }
  const { outcome, durationMs, output, savedAs, view } = record;
  const totalBytes = (output.stdout?.bytes ?? 0) + (output.stderr?.bytes ?? 0);
  return {
    ...head,
    ...endingOf(outcome),
    durationMs,
    ...viewsOf(record, profile, totalBytes),
    modelSha256: view?.sha256 ?? null,
    savedPath: savedAs?.path ?? null,
    outputBytes: totalBytes,
  };
}

function viewsOf(
  { result, tool, savedAs }: RecordedRecord,
  profile: ProfileRef,
  totalBytes: number,
): Pick<TranscriptCall, 'model' | 'harness' | 'user' | 'disk'> {
  if (result.kind !== 'inlined') {
    const none = absent(result.kind === 'derived' ? notRun : `Not in the recording: ${result.why}.`);
    const disk = savedAs === null ? absent('Nothing was saved in a file.') : none;
    return { model: none, harness: [], user: none, disk };
  }
  const chunks: OutputChunk[] = result.chunks.map((chunk) => ({
    stream: chunk.stream,
    bytes: bytesOfChunk(chunk),
  }));
  const sample = { bytes: joined(chunks), totalBytes };
  const model = modelText(chunks, result.pieces, tool, profile);
  return {
    model: model === null ? absent('This page cannot word it: its profile is not known here.') : whole(model),
    harness: model === null ? [] : harnessRanges(result.pieces),
    user: userView(sample),
    disk: diskView(sample, savedAs),
  };
}

/** Null for a profile that nobody has here, or for ranges that its output does not have: the document is a stranger's. */
function modelText(
  chunks: readonly OutputChunk[],
  pieces: Parameters<typeof textOfPieces>[0],
  tool: string,
  profile: ProfileRef,
): string | null {
  try {
    const raw = { tool, chunks, exitCode: 0, signal: null, endedBy: 'itself', timeoutMs: 0 } as const;
    const parsed = new ParsedOutput({ ...raw, durationMs: 0, callId: '', contextTokensLeft: null });
    return textOfPieces(pieces, parsed.cleanedBy(cleanerFor(profileOf(profile), tool)).text);
  } catch {
    return null;
  }
}

function joined(chunks: readonly OutputChunk[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.bytes.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.bytes, at);
    at += chunk.bytes.length;
  }
  return bytes;
}
