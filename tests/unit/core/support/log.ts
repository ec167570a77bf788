import {
  type AssistantPart,
  defaultProfileRef,
  type EventBody,
  LOG_VERSION,
  type ProfileRef,
  type RecordKey,
  type SessionEvent,
  sentViewOf,
  type TurnEndReason,
} from '../../../../src/core/index.ts';
import { outputText, places, recordOf } from './outputs.ts';

const model = { provider: 'scripted', model: 'demo' };

export const text = (words: string): AssistantPart => ({ type: 'text', text: words });
export const call = (callId: string, command = 'true'): AssistantPart => ({
  type: 'tool-call',
  callId,
  wireName: 'Bash',
  input: { command },
});

/** Writes a log as the agent does: events with versions and numbers, one a second. */
export class LogWriter {
  readonly events: SessionEvent[] = [];

  constructor(readonly profile: ProfileRef = defaultProfileRef()) {
    this.add({
      type: 'session-created',
      sessionId: 's',
      title: 'A session',
      guest: 'embedded',
      profile,
      model,
      encoding: 'o200k_base',
      seed: 7,
    });
  }

  add(body: EventBody): this {
    this.events.push({ v: LOG_VERSION, seq: this.events.length, atMs: 1000 * this.events.length, ...body });
    return this;
  }

  user(turn: number, words: string): this {
    return this.add({ type: 'user-message', turn, text: words });
  }

  step(
    turn: number,
    step: number,
    parts: readonly AssistantPart[],
    cutShort: 'stopped' | 'error' | null = null,
  ): this {
    return this.add({
      type: 'step',
      turn,
      step,
      parts,
      usage: null,
      finish: 'stop',
      model,
      profile: this.profile,
      encoding: 'o200k_base',
      cutShort,
      startedAtMs: 1000 * this.events.length,
    });
  }

  started(key: RecordKey): this {
    return this.add({ type: 'call-started', key, tool: 'bash' });
  }

  /** A record of a bash call that wrote `stdout`, with the view that its profile makes of it. */
  record(key: RecordKey, stdout: string, changes: Parameters<typeof recordOf>[2] = {}): this {
    const record = recordOf(stdout, '', { key, ...changes });
    return this.add({
      type: 'record',
      record,
      sent: sentViewOf(this.profile, record, outputText(stdout), places),
    });
  }

  /** The end of a command of the user's that wrote `stdout`. */
  endCommand(key: RecordKey, stdout: string): this {
    const record = recordOf(stdout, '', { key, callId: '' });
    const sent = sentViewOf(this.profile, record, outputText(stdout), places);
    return this.add({ type: 'command-ended', record, sent });
  }

  end(turn: number, reason: TurnEndReason = 'done'): this {
    return this.add({ type: 'turn-end', turn, reason, error: null });
  }
}
