import {
  cleanerFor,
  createCapture,
  type Outcome,
  type OutputFacts,
  type OutputText,
  type ProfileRef,
  profileOf,
  type RecordKey,
  type SavedFile,
  type ToolRecord,
} from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';
import { openCall, type ToolCallPart } from '../calls/callDoor.ts';
import { draftRecord, type RecordWriter } from '../calls/recordWriter.ts';
import { windowsFor } from '../output/outputWindows.ts';
import type { SessionLog } from './sessionLog.ts';

export interface RecoveryDeps {
  readonly log: SessionLog;
  readonly store: SessionStore;
  readonly records: RecordWriter;
  readonly clock: () => number;
}

/**
 * Ends what the page did not live to end. Each call without a record gets one that says what happened, with
 * the output that was stored; a turn without an end is ended as interrupted. Nothing is run again.
 */
export async function recover(deps: RecoveryDeps): Promise<void> {
  const { log } = deps;
  const turn = log.state.turns.at(-1);
  if (turn === undefined || turn.end !== null) return;
  for (const step of turn.steps) {
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    for (const [index, call] of step.calls.entries()) {
      const part = parts[index];
      if (part === undefined || call.record !== null) continue;
      await recordInterrupted(deps, call.key, part, call.started, step.profile);
    }
  }
  await log.append({
    type: 'turn-end',
    turn: turn.turn,
    reason: 'interrupted',
    error: {
      code: 'INTERRUPTED',
      phase: 'run',
      message: 'The page was closed or reloaded while this turn ran. Send a message to go on.',
    },
  });
}

async function recordInterrupted(
  deps: RecoveryDeps,
  key: RecordKey,
  part: ToolCallPart,
  started: boolean,
  ref: ProfileRef,
): Promise<void> {
  const profile = profileOf(ref);
  const ctx = deps.records.context(ref);
  const { tool } = openCall(part, profile, ctx);
  const { facts, text } = await storedOutput(deps.store, key, ref, tool);
  const message = started
    ? 'The page was closed or reloaded while this call ran. Its output up to then was kept; what it changed may be incomplete.'
    : 'Not run: the page was closed or reloaded before this call began.';
  const atMs = deps.clock();
  const outcome: Outcome = {
    status: 'error',
    error: { code: started ? 'INTERRUPTED' : 'NOT_RUN', phase: started ? 'run' : 'abort', message },
    stoppedBy: 'session-end',
    unconfirmedStop: false,
  };
  const draft: ToolRecord = {
    ...draftRecord({ key, part, tool, startedAtMs: atMs, endedAtMs: atMs }, outcome, facts),
    notes: started ? [{ code: 'interrupted-by-reload' }] : [],
  };
  const plan = profile.save(draft, text, ctx);
  const savedAs = plan === null ? null : await saveInJournal(deps.store, key, plan.path, facts, atMs);
  await deps.records.append({ ...draft, savedAs }, text, ref);
}

/** Which stream wrote which bytes was not stored before the end: all of it counts as stdout's. */
async function storedOutput(
  store: SessionStore,
  key: RecordKey,
  ref: ProfileRef,
  tool: string,
): Promise<{ readonly facts: OutputFacts; readonly text: OutputText }> {
  const capture = createCapture({ cleaner: cleanerFor(profileOf(ref), tool), ...windowsFor(tool) });
  for await (const bytes of store.outputs.stream(key)) capture.push({ stream: 'stdout', bytes });
  capture.end();
  return { facts: capture.facts(), text: capture.text() };
}

/** No guest runs yet: the file is put into the journal, and the next guest comes up with it. */
async function saveInJournal(
  store: SessionStore,
  key: RecordKey,
  path: string,
  facts: OutputFacts,
  atMs: number,
): Promise<SavedFile> {
  const folders = path
    .split('/')
    .slice(1, -1)
    .map((_name, index, names) => `/${names.slice(0, index + 1).join('/')}`);
  const known = new Set((await store.journal.tree()).map((entry) => entry.path));
  await store.journal.commit([
    ...folders
      .filter((folder) => !known.has(folder))
      .map((folder) => ({ path: folder, kind: 'directory' as const, mode: 0o755 })),
    {
      path,
      kind: 'file',
      mode: 0o644,
      mtimeMs: atMs,
      size: facts.totalBytes,
      content: { output: key },
    },
  ]);
  return { path, bytes: facts.totalBytes };
}
