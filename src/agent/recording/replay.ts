import type { CallState, Comparison, RecordedCall, Recording, RecordKey } from '../../core/index.ts';
import type { LiveSession } from '../port.ts';
import type { BesidePlayer } from './besidePlayer.ts';

/** How a result of the recording stands. */
export type ReplayedResult =
  | { readonly kind: 'waiting' }
  /** Made again, and the same byte for byte, the model's view included. */
  | { readonly kind: 'same' }
  /** Not made again: it came with the recording. */
  | { readonly kind: 'played' }
  | { readonly kind: 'missing'; readonly why: string }
  /** It needs what a re-run never has; `why` is the end of a sentence. */
  | { readonly kind: 'cannot-run'; readonly why: string }
  | Extract<Comparison, { kind: 'drift' }>;

export type ReplayStatus =
  | { readonly kind: 'ready' }
  | { readonly kind: 'running' }
  /** Stopped by its reader; can go on. */
  | { readonly kind: 'paused' }
  /** The first result that is not the recorded one, or cannot be made here. It does not go on by itself. */
  | { readonly kind: 'drifted'; readonly key: RecordKey }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

/** What the session that is replayed is driven with; the part of a live session that a replay needs. */
export type ReplaySession = Pick<
  LiveSession,
  | 'state'
  | 'send'
  | 'step'
  | 'stop'
  | 'setProfile'
  | 'setModel'
  | 'setEncoding'
  | 'streamOutput'
  | 'runStatus'
  | 'dispose'
  | 'subscribe'
  | 'network'
  | 'beside'
>;

/**
 * Runs a recording again: its messages are sent to a session whose model says what was recorded and whose guest began as
 * it did then, and each result is compared with what came out. Stops loudly at the first that differs.
 */
export class Replay {
  /** Calls and commands of the user that have a result, in the order of their results. */
  readonly records: ReadonlyMap<RecordKey, RecordedCall>;
  /** Everything that has a result, in the order in which the results come: calls, commands, jobs by their outputs. */
  readonly keys: readonly RecordKey[];
  #status: ReplayStatus = { kind: 'ready' };
  readonly #results = new Map<RecordKey, ReplayedResult>();
  readonly #listeners = new Set<() => void>();
  #at = 0;
  #asked = false;
  #pastDrift = false;

  constructor(
    readonly recording: Recording,
    readonly session: ReplaySession,
    private readonly player: BesidePlayer,
  ) {
    const { records, beside } = player.results;
    this.records = records;
    this.keys = recording.events.flatMap((event): readonly RecordKey[] => {
      if (event.type === 'record' || event.type === 'command-ended') return [event.key];
      const job = event.type === 'job-ended' ? beside.jobs.get(event.job) : undefined;
      return job === undefined ? [] : [job.started.output];
    });
    player.attach(session, (key, result) => this.#report(key, result));
  }

  get status(): ReplayStatus {
    return this.#status;
  }

  result(key: RecordKey): ReplayedResult {
    return this.#results.get(key) ?? { kind: 'waiting' };
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Results that have been compared or played. */
  get done(): number {
    return this.#results.size;
  }

  /**
   * Goes on to the end, the first drift (unless `pastDrift`: what follows may differ because of it), a pause, or behind
   * the result of `until`. Resolves when it stands still.
   */
  async run(
    options: { readonly until?: RecordKey; readonly pastDrift?: boolean } = {},
  ): Promise<ReplayStatus> {
    const { until } = options;
    if (this.#status.kind === 'running' || this.#status.kind === 'ended') return this.#status;
    this.#asked = false;
    this.#pastDrift = options.pastDrift ?? false;
    this.#set({ kind: 'running' });
    try {
      while (this.#runs()) {
        const reached = await this.#next();
        if (!this.#runs()) break;
        if (this.#at >= this.recording.events.length) this.#set({ kind: 'ended' });
        else if (this.#asked || (reached !== null && reached === until)) this.#set({ kind: 'paused' });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#set({ kind: 'failed', message });
    }
    return this.#status;
  }

  /** One model answer with its calls. */
  step(): Promise<ReplayStatus> {
    const { events } = this.recording;
    const next = events
      .slice(this.#at)
      .find((event) => event.type === 'step' && !this.#answered(event.turn, event.step));
    const keys = next?.type === 'step' ? this.#keysOf(next.turn, next.step) : [];
    const until = keys.at(-1);
    const running = this.run(until === undefined ? {} : { until });
    if (keys.length === 0) this.pause();
    return running;
  }

  /** Stands still after the answer that runs now. */
  pause(): void {
    this.#asked = true;
  }

  dispose(): Promise<void> {
    this.#listeners.clear();
    this.player.dispose();
    return this.session.dispose();
  }

  /** Plays the next event of the recording; gives the last key that it has answered. */
  async #next(): Promise<RecordKey | null> {
    const { session } = this;
    const at = this.#at;
    const event = this.recording.events[at];
    if (event === undefined) return null;
    this.#at += 1;
    await this.player.playUpTo(at);
    switch (event.type) {
      case 'user-message':
        // The first answer comes with the message.
        await session.send(event.text, 'step');
        return this.#afterAnswer();
      case 'wake':
        await session.beside.wakeAs(event.cause);
        return this.#afterAnswer();
      case 'step':
        // The answer to a message was played with it.
        if (this.#answered(event.turn, event.step)) return null;
        await session.step();
        return this.#afterAnswer();
      case 'turn-end':
        if (session.runStatus.kind === 'paused') await session.stop();
        return null;
      case 'profile-changed':
        await session.setProfile(event.profile);
        return null;
      case 'model-changed':
        await session.setModel(event.model);
        return null;
      case 'encoding-changed':
        await session.setEncoding(event.encoding);
        return null;
      case 'command-ended':
        await this.player.playUpTo(this.#at);
        return event.key;
      default:
        await this.player.playUpTo(this.#at);
        return null;
    }
  }

  #answered(turn: number, step: number): boolean {
    return this.session.state.turns.some(
      (state) => state.turn === turn && state.steps.some((has) => has.step === step),
    );
  }

  async #afterAnswer(): Promise<RecordKey | null> {
    const turn = this.session.state.turns.at(-1);
    const calls = turn?.steps.at(-1)?.calls ?? [];
    for (const call of calls) {
      await this.#compare(call);
      if (!this.#runs()) break;
    }
    return calls.at(-1)?.key ?? null;
  }

  async #compare({ key, record, sent }: CallState): Promise<void> {
    const recorded = this.records.get(key);
    if (recorded === undefined || record === null || sent === null) return;
    this.#report(key, await this.player.compare(recorded, record, sent));
  }

  #report(key: RecordKey, result: ReplayedResult): void {
    const before = this.#results.get(key);
    // What it is told of later says nothing new of a result that is not the recorded one.
    const isNews = before === undefined || before.kind === 'same' || before.kind === 'played';
    if (isNews) this.#results.set(key, result);
    const isOther = result.kind === 'drift' || result.kind === 'cannot-run';
    const stops = isNews && isOther && !this.#pastDrift;
    if (this.#status.kind === 'drifted') this.#set(this.#status);
    else this.#set(stops ? { kind: 'drifted', key } : { kind: 'running' });
  }

  #runs(): boolean {
    return this.#status.kind === 'running';
  }

  #keysOf(turn: number, step: number): readonly RecordKey[] {
    return [...this.records.keys()].filter((key) => key.startsWith(`${turn}.${step}.`));
  }

  #set(status: ReplayStatus): void {
    this.#status = status;
    for (const listener of [...this.#listeners]) listener();
  }
}
