import type {
  EventBody,
  Prompt,
  StepState,
  ToolError,
  TurnEndReason,
  TurnState,
  WakeCause,
} from '../../core/index.ts';
import type { ModelClient, ModelError } from '../../models/index.ts';
import type { ToolCallPart } from '../calls/callDoor.ts';
import type { CallRunner } from '../calls/callRunner.ts';
import type { Teller } from '../jobs/teller.ts';
import { SessionLeft } from '../permissions/questionDesk.ts';
import type { RunStatus } from '../port.ts';
import type { After } from '../timers.ts';
import { unlessAborted } from '../unlessAborted.ts';
import { type ModelAnswer, requestModel, stoppedBefore } from './modelRequest.ts';
import type { LogDoor } from './sessionLog.ts';

export interface TurnLoopDeps {
  readonly log: LogDoor;
  readonly calls: CallRunner;
  readonly model: () => Promise<ModelClient>;
  readonly prompt: () => Prompt;
  /** Hears of a message that begins a turn, just before it is in the log; never of one that is refused. */
  readonly onMessage?: (text: string) => Promise<void>;
  /** What is done before each request is made; never rejects. */
  readonly prepare?: () => Promise<void>;
  /** Makes the workspace durable after a step; gives the checkpoint's number. */
  readonly checkpoint: () => Promise<number | null>;
  readonly keepBody: (turn: number, step: number, body: string | (() => string)) => void;
  readonly clock: () => number;
  readonly after: After;
  readonly maxSteps: number;
  /** Tells what is to be told at the start of a turn; absent where a conversation is told of nothing. */
  readonly teller?: Teller;
  /** `steady` false: text grew, a listener may wait for more. */
  readonly onStatus: (steady: boolean) => void;
}

export type Mode = 'auto' | 'step';

/**
 * The loop of a turn: request, step in the log, calls, records, next. Every way out appends a turn's end, and
 * every call of the log has a record by then.
 */
export class TurnLoop {
  #status: RunStatus = { kind: 'idle' };
  #mode: Mode = 'auto';
  #stop: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly deps: TurnLoopDeps) {}

  /** How the last message asked for its turn. */
  get mode(): Mode {
    return this.#mode;
  }

  get status(): RunStatus {
    const status = this.#status;
    return status.kind === 'tools' ? { ...status, running: this.deps.calls.running } : status;
  }

  /** Rejects where a turn runs already. A paused turn is ended first. `number`: of the turn, where it is not the next. */
  async start(text: string, mode: Mode, number?: number): Promise<void> {
    if (this.#stop !== null) throw new Error('A turn is running: stop it first, or wait for its end.');
    const { log, onMessage } = this.deps;
    this.#mode = mode;
    // From here on the loop is taken: of two messages at once the second is refused.
    return this.#drive(mode, async () => {
      if (this.#status.kind === 'paused') await this.#endPaused();
      await onMessage?.(text);
      const turn = number ?? (log.state.turns.at(-1)?.turn ?? 0) + 1;
      await this.#begin(turn, { type: 'user-message', turn, text: text.toWellFormed() });
    });
  }

  /** A turn that no message begins. Rejects where one runs. */
  async wake(cause: WakeCause, mode: Mode): Promise<void> {
    if (this.#stop !== null || this.#status.kind === 'paused') throw new Error('A turn is running.');
    const turn = (this.deps.log.state.turns.at(-1)?.turn ?? 0) + 1;
    return this.#drive(mode, () => this.#begin(turn, { type: 'wake', turn, cause }));
  }

  #begin(turn: number, body: EventBody): Promise<void> {
    const { log, teller } = this.deps;
    return teller === undefined ? log.append(body) : teller.append({ kind: 'turn', turn }, body);
  }

  /** An earlier page left the turn open, with a call that waits for its user: it goes on as a paused one does. */
  hold(): void {
    this.#setStatus({ kind: 'paused' });
  }

  /** Goes on with a paused turn; nothing where none is paused. */
  async resume(mode: Mode): Promise<void> {
    if (this.#status.kind !== 'paused') return;
    return this.#drive(mode, async () => {});
  }

  /** Ends the turn; resolves when its end is in the log. */
  async stop(reason: 'user' | 'session-end' = 'user'): Promise<void> {
    if (this.#stop === null) {
      const isHeld = this.#openStep() !== null;
      // A question outlives its page; the turn that waits for nothing is ended with it.
      if (this.#status.kind === 'paused' && !(reason === 'session-end' && isHeld)) await this.#endPaused();
      return;
    }
    this.#setStatus({ kind: 'stopping' });
    this.#stop.abort(reason);
    await this.#running.catch(() => {});
  }

  #drive(mode: Mode, before: () => Promise<void>): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const running = this.#run(mode, before, stop.signal).finally(() => {
      this.#stop = null;
      if (this.#status.kind !== 'paused') this.#setStatus({ kind: 'idle' });
    });
    this.#running = running;
    return running;
  }

  async #run(mode: Mode, before: () => Promise<void>, stop: AbortSignal): Promise<void> {
    await before();
    for (;;) {
      const more = await this.#step(stop).catch((error: unknown) =>
        error instanceof SessionLeft ? false : this.#fail(error),
      );
      if (!more) return;
      if (mode === 'step') {
        this.#setStatus({ kind: 'paused' });
        return;
      }
    }
  }

  /** A fault of ours, or a log that takes no more: the turn ends in words where that can still be written. */
  #fail(error: unknown): Promise<false> {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The turn could not go on: ${why}`;
    return this.#end('failed', { code: 'INTERNAL', phase: 'run', message });
  }

  /** One request with its calls; false where the turn has ended. */
  async #step(stop: AbortSignal): Promise<boolean> {
    const { deps } = this;
    const turn = this.#turn();
    const open = this.#openStep();
    if (open !== null) return this.#runCalls(open, stop);
    const step = (turn.steps.at(-1)?.step ?? 0) + 1;
    if (stop.aborted) return this.#end('stopped', null);
    if (turn.steps.length >= deps.maxSteps) {
      const message = `The turn ended after ${deps.maxSteps} model requests, the most that one turn may make. Send a message to go on.`;
      return this.#end('step-limit', { code: 'STEP_LIMIT', phase: 'run', message });
    }
    const startedAtMs = deps.clock();
    // What the request is made under; the user may change it while the answer streams.
    const { model, profile, encoding } = deps.log.state;
    const answer = await this.#request(turn.turn, step, stop);
    const stoppedHere = stop.aborted;
    const failed = answer.error !== null && !stoppedHere;
    const cutShort = failed ? 'error' : stoppedHere && answer.error !== null ? 'stopped' : null;
    if (answer.parts.length > 0) {
      const { parts, usage, finish } = answer;
      const asked = { model, profile, encoding, cutShort, startedAtMs } as const;
      const at = { turn: turn.turn, step, parts };
      const started = cutShort === null && !stoppedHere ? deps.calls.announce(at, profile) : [];
      await deps.log.append({ type: 'step', ...at, usage, finish, ...asked }, ...started);
    }
    const logged = this.#turn().steps.find((candidate) => candidate.step === step);
    if (cutShort !== null) {
      if (logged !== undefined) await this.#recordUnrun(logged, cutShort);
      return failed && answer.error !== null
        ? this.#end('failed', errorOf(answer.error))
        : this.#end('stopped', null);
    }
    if (logged === undefined || logged.calls.length === 0) return this.#endOfAnswer(answer);
    return this.#runCalls(logged, stop);
  }

  /** Runs what a step asked for and has no record yet; false where the turn has ended with it. */
  async #runCalls(asked: StepState, stop: AbortSignal): Promise<boolean> {
    const { deps } = this;
    const { turn, step } = asked;
    this.#setStatus({ kind: 'tools', step, running: [] });
    await deps.calls.runStep(asked, stop);
    const journalSeq = await deps.checkpoint();
    if (journalSeq !== null) {
      // The workspace is durable by now; this says so and is in the log before whatever comes next.
      deps.log.appendSoon({ type: 'checkpoint', turn, step, journalSeq });
    }
    return stop.aborted ? this.#end('stopped', null) : true;
  }

  /** The step that an earlier page began and whose calls have not all ended; null where there is none. */
  #openStep(): StepState | null {
    const turn = this.deps.log.state.turns.at(-1);
    const step = turn?.end === null ? turn.steps.at(-1) : undefined;
    const isOpen = step?.cutShort === null && step.calls.some((call) => call.record === null);
    return isOpen && step !== undefined ? step : null;
  }

  async #endPaused(): Promise<void> {
    const open = this.#openStep();
    if (open !== null) await this.#recordUnrun(open, 'stopped');
    await this.#end('stopped', null);
  }

  async #request(turn: number, step: number, stop: AbortSignal): Promise<ModelAnswer> {
    const { deps } = this;
    this.#setStatus({ kind: 'model', step, text: '', reasoning: '' });
    try {
      // Getting ready may wait for servers and guests; a stop does not, and then nothing is asked.
      const client = await unlessAborted(this.#client(), stop);
      if (client === null) return stoppedBefore;
      return await requestModel(client, deps.prompt(), stop, deps.after, {
        onBody: (body) => deps.keepBody(turn, step, body),
        onProgress: (text, reasoning) => {
          if (stop.aborted) return;
          this.#status = { kind: 'model', step, text, reasoning };
          deps.onStatus(false);
        },
        onWait: (retry) => this.#setStatus({ kind: 'model', step, text: '', reasoning: '', retry }),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {
        parts: [],
        usage: null,
        finish: 'error',
        error: { code: 'MODEL_UNAVAILABLE', message, httpStatus: null, retryable: false, retryAfterMs: null },
      };
    }
  }

  async #client(): Promise<ModelClient> {
    await this.deps.prepare?.();
    return this.deps.model();
  }

  async #recordUnrun(step: StepState, cutShort: 'stopped' | 'error'): Promise<void> {
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    for (const [index, call] of step.calls.entries()) {
      const part = parts[index];
      if (part === undefined || call.record !== null) continue;
      const why = cutShort === 'stopped' ? 'the request was stopped' : 'the answer broke off';
      const message = `Not run: ${why} before this call could begin.`;
      await this.deps.calls.recordUnrun({ key: call.key, part }, step.profile, {
        status: 'error',
        error: { code: 'NOT_RUN', phase: 'abort', message },
        stoppedBy: cutShort === 'stopped' ? 'user' : null,
        unconfirmedStop: false,
      });
    }
  }

  /** An answer without a call ends the turn; how the answer ended may still be worth a sentence. */
  #endOfAnswer(answer: ModelAnswer): Promise<false> {
    const sentences: Readonly<Record<string, string>> = {
      length: 'The model stopped at its own output limit. Send "go on" to let it continue.',
      'content-filter': 'The provider withheld the rest of the answer.',
    };
    const message = sentences[answer.finish];
    if (message === undefined && answer.parts.length > 0) return this.#end('done', null);
    return this.#end('done', {
      code: message === undefined ? 'EMPTY_ANSWER' : 'ANSWER_CUT',
      phase: 'run',
      message: message ?? 'The model answered with nothing. Send a message to go on.',
    });
  }

  async #end(reason: TurnEndReason, error: ToolError | null): Promise<false> {
    await this.deps.log.append({ type: 'turn-end', turn: this.#turn().turn, reason, error });
    this.#setStatus({ kind: 'idle' });
    return false;
  }

  #turn(): TurnState {
    const turn = this.deps.log.state.turns.at(-1);
    if (turn === undefined) throw new Error('There is no turn.');
    return turn;
  }

  #setStatus(status: RunStatus): void {
    this.#status = status;
    this.deps.onStatus(true);
  }
}

function errorOf(error: ModelError): ToolError {
  return { code: error.code, phase: 'run', message: error.message };
}
