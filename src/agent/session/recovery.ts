import {
  cleanerFor,
  createCapture,
  type Outcome,
  type OutputFacts,
  type OutputText,
  type ProfileRef,
  profileOf,
  type RecordKey,
  type ToolRecord,
  windowsFor,
} from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';
import { type CallTools, openCall, type ToolCallPart } from '../calls/callDoor.ts';
import { draftRecord, type RecordWriter } from '../calls/recordWriter.ts';
import { queuedCommands } from '../jobs/userCommands.ts';
import { journalStoredOutput } from '../output/journalFile.ts';
import { isHeld } from '../permissions/pendingQuestions.ts';
import { SubAgentLog } from '../subagent/subAgentLog.ts';
import { loadTools } from '../tools/toolSet.ts';
import type { HowLeft } from './leftOpen.ts';
import type { LogDoor } from './sessionLog.ts';

interface LeftWords {
  readonly code: string;
  readonly note: string;
  /** Who is told: of a call, of a command or job, of a call that had not begun, and of the turn. */
  readonly ran: string;
  readonly job: string;
  readonly unrun: string;
  readonly turn: string;
}

const incomplete = 'Its output up to then was kept; what it changed may be incomplete.';
const leftWords: Readonly<Record<HowLeft, LeftWords>> = {
  reload: {
    code: 'INTERRUPTED',
    note: 'interrupted-by-reload',
    ran: `The page was closed or reloaded while this call ran. ${incomplete}`,
    job: `The page was closed or reloaded while this job ran. ${incomplete}`,
    unrun: 'Not run: the page was closed or reloaded before this call began.',
    turn: 'The page was closed or reloaded while this turn ran. Send a message to go on.',
  },
  'home-closed': {
    code: 'HOME_CLOSED',
    note: 'home-closed',
    ran: `The tab that this session ran in was closed while this call ran. ${incomplete}`,
    job: `The tab that this session ran in was closed while this job ran. ${incomplete}`,
    unrun: 'Not run: the tab that this session ran in was closed before this call began.',
    turn: 'The tab that this session ran in was closed while this turn ran. It goes on in this tab: send a message.',
  },
};

export interface RecoveryDeps {
  readonly log: LogDoor;
  readonly store: SessionStore;
  readonly records: RecordWriter;
  readonly clock: () => number;
  readonly tools: CallTools;
  readonly left: HowLeft;
  /** Writes the records of a sub-agent's calls. */
  readonly recordsOf: (log: LogDoor) => RecordWriter;
}

/**
 * Ends what the page did not live to end. Each call without a record gets one that says what happened, with
 * the output that was stored; a turn without an end is ended as interrupted. Nothing is run again.
 *
 * True where the turn is left open: a call of its last step waits for its user, and an answer goes on with it.
 */
export async function recover(deps: RecoveryDeps): Promise<boolean> {
  const { log } = deps;
  const turn = log.state.turns.at(-1);
  if (turn === undefined || turn.end !== null) return false;
  const held = turn.steps.at(-1)?.calls.some(isHeld) ?? false;
  for (const step of turn.steps) {
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    for (const [index, call] of step.calls.entries()) {
      const part = parts[index];
      if (part === undefined || call.record !== null) continue;
      if (call.subAgent !== undefined) {
        const log = new SubAgentLog(deps.log, call.key);
        await recover({ ...deps, log, records: deps.recordsOf(log) });
      }
      if (held && (isHeld(call) || !call.started)) continue;
      await recordInterrupted(deps, call.key, part, call.started, step.profile);
    }
  }
  if (held) return true;
  await log.append({
    type: 'turn-end',
    turn: turn.turn,
    reason: 'interrupted',
    error: { code: leftWords[deps.left].code, phase: 'run', message: leftWords[deps.left].turn },
  });
  return false;
}

async function recordInterrupted(
  deps: Omit<RecoveryDeps, 'recordsOf'>,
  key: RecordKey,
  part: ToolCallPart,
  started: boolean,
  ref: ProfileRef,
  usersTool: string | null = null,
): Promise<void> {
  const isUsers = usersTool !== null;
  const profile = profileOf(ref);
  const ctx = deps.records.context(ref);
  if (!isUsers) await loadTools();
  const tool = usersTool ?? openCall(part, profile, ctx, deps.tools).tool;
  const { facts, text } = await storedOutput(deps.store, key, ref, tool);
  const words = leftWords[deps.left];
  const atMs = deps.clock();
  const outcome: Outcome = {
    status: 'error',
    error: started
      ? { code: words.code, phase: 'run', message: words.ran }
      : { code: 'NOT_RUN', phase: 'abort', message: words.unrun },
    stoppedBy: 'session-end',
    unconfirmedStop: false,
  };
  const draft: ToolRecord = {
    ...draftRecord({ key, part, tool, startedAtMs: atMs, endedAtMs: atMs }, outcome, facts),
    notes: started ? [{ code: words.note }] : [],
  };
  const plan = profile.save(draft, text, ctx);
  const savedAs =
    plan === null
      ? null
      : await journalStoredOutput(deps.store, key, plan.path, facts.totalBytes, atMs, plan.maxBytes);
  await deps.records.append({ ...draft, savedAs }, text, ref, isUsers);
}

/**
 * The guest died with its page: its jobs have ended, and commands of the user that ran then. Told at the next turn.
 * Commands that waited are not run: what they waited behind may have left the shell as nobody meant it.
 */
export async function recoverBeside(deps: Omit<RecoveryDeps, 'recordsOf'>): Promise<void> {
  const { log, store, clock } = deps;
  const ref = log.state.profile;
  for (const { id } of queuedCommands(log.state)) {
    await log.append({ type: 'command-dropped', id, why: 'page-closed' });
  }
  for (const { key, command, record } of log.state.commands) {
    if (record !== null) continue;
    const number = Number(key.split('.')[2]);
    const input = { command };
    const part: ToolCallPart = { type: 'tool-call', callId: `user_${number}`, wireName: '!', input };
    await recordInterrupted(deps, key, part, true, ref, 'bash');
  }
  for (const { id, output: key, profile, logPath, end } of log.state.jobs) {
    if (end !== null) continue;
    const { facts } = await storedOutput(store, key, profile, 'bash');
    await journalStoredOutput(store, key, logPath, facts.totalBytes, clock());
    const { code, job: message } = leftWords[deps.left];
    const outcome: Outcome = {
      status: 'error',
      error: { code, phase: 'run', message },
      stoppedBy: 'session-end',
      unconfirmedStop: false,
    };
    await log.append({ type: 'job-ended', job: id, outcome, output: facts });
  }
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
