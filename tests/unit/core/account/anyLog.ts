import fc from 'fast-check';
import {
  type AssistantPart,
  type JsonValue,
  LOG_VERSION,
  type ProfileRef,
  profileContext,
  profileOf,
  profileRef,
  profiles,
  type RecordKey,
  recordKey,
  type SentView,
  type SessionEvent,
  sentViewOf,
  type ToolRecord,
  type TurnEndReason,
} from '../../../../src/core/index.ts';
import { LogWriter } from '../support/log.ts';
import { failedWith, outputText, places, recordOf } from '../support/outputs.ts';

/** A profile with limits so small that short outputs are cut. */
export function smallLimits(id: string): ProfileRef {
  const overrides = { inlineLimit: { default: 120 }, previewUnits: 40 };
  return profileRef(profileOf({ id }), {}, overrides);
}

/** A record and its view under a profile, saved where the profile saves. */
export function presented(
  ref: ProfileRef,
  output: string,
  changes: Partial<ToolRecord>,
): { readonly record: ToolRecord; readonly sent: SentView } {
  const profile = profileOf(ref);
  const text = outputText(output);
  const record = recordOf(output, '', changes);
  const plan = profile.save(record, text, profileContext(profile, ref, places));
  const saved =
    plan === null ? record : { ...record, savedAs: { path: plan.path, bytes: record.output.totalBytes } };
  return { record: saved, sent: sentViewOf(ref, saved, text, places) };
}

interface CallPlan {
  /** Told behind its result, of a job that has ended. */
  readonly told: string | null;
  readonly callId: string;
  readonly names: 'nothing' | 'by read' | 'in a command';
  readonly output: string | null;
  readonly fails: boolean;
}
interface StepPlan {
  readonly text: string;
  readonly reasoning: string | null;
  readonly calls: readonly CallPlan[];
  readonly profile: string | null;
  readonly cutShort: 'stopped' | 'error' | null;
}
interface TurnPlan {
  readonly words: string;
  /** Told before the user's words. */
  readonly told: readonly string[];
  /** No message began it. */
  readonly isWake: boolean;
  readonly steps: readonly StepPlan[];
  readonly end: TurnEndReason;
}

const words = fc.oneof(
  fc.constantFrom('', ' ', 'hello', 'Look at the log.\n', '漢字 and 😀', 'a\0b', '\ud83d', '\n\n\n'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const output = fc.oneof(
  { weight: 2, arbitrary: words },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('line of output\n', 'é漢😀', 'x', '\x1b[31mred\x1b[0m '), fc.nat(60))
      .map(([bit, times]) => bit.repeat(times)),
  },
);
const callPlan: fc.Arbitrary<CallPlan> = fc.record({
  callId: fc.constantFrom('a', 'b', '', 'call_1'),
  names: fc.constantFrom('nothing', 'by read', 'in a command'),
  output: fc.option(output, { freq: 8 }),
  told: fc.option(fc.constantFrom('job_1 ended: exit 0', ' ', 'a\0'), { freq: 2 }),
  fails: fc.boolean(),
});
const stepPlan: fc.Arbitrary<StepPlan> = fc.record({
  text: words,
  reasoning: fc.option(words, { freq: 2 }),
  calls: fc.array(callPlan, { maxLength: 3 }),
  profile: fc.option(fc.constantFrom(...profiles.map(({ id }) => id)), { freq: 2 }),
  cutShort: fc.constantFrom(null, null, null, 'stopped', 'error'),
});
const turnPlan: fc.Arbitrary<TurnPlan> = fc.record({
  words,
  told: fc.array(fc.constantFrom('The user ran: make', '', 'job_1 ended'), { maxLength: 2 }),
  isWake: fc.constantFrom(false, false, false, true),
  steps: fc.array(stepPlan, { maxLength: 4 }),
  end: fc.constantFrom('done', 'stopped', 'failed', 'step-limit', 'interrupted'),
});

/** Any log that an agent may have written, and whether its last turn still runs. */
export const anyLog: fc.Arbitrary<readonly SessionEvent[]> = fc
  .tuple(fc.array(turnPlan, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([turns, isRunning]) => eventsOf(turns, isRunning));

function eventsOf(turns: readonly TurnPlan[], isRunning: boolean): readonly SessionEvent[] {
  const log = new LogWriter();
  let profile = smallLimits('claude-code');
  let savedPath: string | null = null;
  turns.forEach((turn, at) => {
    if (turn.isWake) log.add({ type: 'wake', turn: at + 1, cause: 'job' });
    else log.user(at + 1, turn.words);
    for (const words of turn.told)
      log.add({
        type: 'told',
        subject: { kind: 'job-end', job: 'job_1' },
        at: { kind: 'turn', turn: at + 1 },
        words,
      });
    turn.steps.forEach((plan, index) => {
      if (plan.profile !== null) {
        profile = smallLimits(plan.profile);
        log.add({ type: 'profile-changed', profile });
      }
      const told = savedPath;
      const step = stepEvent(at + 1, index + 1, plan, profile, told);
      log.events.push({ v: LOG_VERSION, seq: log.events.length, atMs: 1000 * log.events.length, ...step });
      plan.calls.forEach((call, number) => {
        const key = recordKey(at + 1, index + 1, number);
        if (call.output === null) return;
        const { record, sent } = presented(profile, call.output, changesOf(call, key, told));
        if (record.savedAs !== null) savedPath = record.savedAs.path;
        log.add({ type: 'record', record, sent });
        if (call.told === null) return;
        const subject = { kind: 'job-end', job: 'job_1' } as const;
        log.add({ type: 'told', subject, at: { kind: 'result', key }, words: call.told });
      });
    });
    if (!(isRunning && at === turns.length - 1)) log.end(at + 1, turn.end);
  });
  return log.events;
}

function stepEvent(
  turn: number,
  step: number,
  { text, reasoning, calls, cutShort }: StepPlan,
  profile: ProfileRef,
  told: string | null,
) {
  const parts: AssistantPart[] = [
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    { type: 'text', text },
    ...calls.map(
      (call): AssistantPart => ({
        type: 'tool-call',
        callId: call.callId,
        wireName: call.names === 'by read' ? 'Read' : 'Bash',
        input: inputOf(call, told),
      }),
    ),
  ];
  return {
    type: 'step' as const,
    turn,
    step,
    parts,
    usage: null,
    finish: 'stop',
    model: { provider: 'scripted', model: 'demo' },
    profile,
    encoding: 'o200k_base' as const,
    cutShort,
    startedAtMs: 0,
  };
}

function inputOf({ names }: CallPlan, told: string | null): JsonValue {
  if (names === 'nothing' || told === null) return { command: 'make' };
  return names === 'by read' ? { file_path: told } : { command: `grep -n error ${told} | head` };
}

function changesOf(call: CallPlan, key: RecordKey, told: string | null): Partial<ToolRecord> {
  return {
    key,
    callId: call.callId,
    tool: call.names === 'by read' ? 'read' : 'bash',
    input: inputOf(call, told),
    ...(call.fails ? { outcome: failedWith(2) } : {}),
  };
}
