import {
  compareResult,
  type JobState,
  type Outcome,
  type RecordedCall,
  type RecordedEvent,
  type RecordedResult,
  type Recording,
  type RecordKey,
  type SentView,
  type SessionState,
  sha256Hex,
  type ToolRecord,
} from '../../core/index.ts';
import type { PlayedCall, Playing } from '../calls/playedCall.ts';
import type { LiveSession } from '../port.ts';
import type { After } from '../timers.ts';
import { hasRecord, toldAt } from './besideState.ts';
import { explainDrift, noBytes, type RecordedBytes } from './explainDrift.ts';
import { type Pending, pending } from './pending.ts';
import { PlayedResults } from './playback.ts';
import type { ReplayedResult } from './replay.ts';
import { hashStreams } from './resultBytes.ts';

/** What runs again is given so long beyond what it took (milliseconds), before its replay goes on without it. */
const patienceMs = 30_000;

type Index = number;
type PlayerSession = Pick<LiveSession, 'state' | 'subscribe' | 'beside' | 'streamOutput' | 'network'>;
type Report = (key: RecordKey, result: ReplayedResult) => void;

/**
 * Plays what stands beside the answers of a recording: ends of jobs, the user's own commands, and what the model was told.
 * Each comes at its place, so that what follows finds what it found then.
 */
export class BesidePlayer implements Playing {
  readonly results: PlayedResults;
  readonly #events: readonly RecordedEvent[];
  readonly #places = new Map<RecordKey, Index>();
  readonly #played = new Map<Index, Promise<void>>();
  readonly #gates = new Map<string, Pending<Outcome | null>>();
  readonly #commands = new Map<RecordKey, Promise<void>>();
  /** Commands whose results come only when a turn that began meanwhile is in the log. */
  readonly #holds = new Map<RecordKey, Promise<unknown>>();
  readonly #left = pending<boolean>();
  #hostsBefore: ReadonlySet<string> = new Set();
  #session: PlayerSession | null = null;
  #report: Report = () => {};

  constructor(
    recording: Pick<Recording, 'events'>,
    private readonly after: After,
    private readonly recorded: RecordedBytes = noBytes,
  ) {
    this.results = new PlayedResults(recording);
    this.#events = recording.events;
    for (const [at, event] of this.#events.entries()) {
      if (event.type === 'record' || event.type === 'command-ended') this.#places.set(event.key, at);
    }
  }

  attach(session: PlayerSession, report: Report): void {
    this.#session = session;
    this.#report = report;
  }

  /** Nothing waits any longer. */
  dispose(): void {
    this.#left.resolve(false);
  }

  call(key: RecordKey, tool: string): PlayedCall {
    return this.results.call(key, tool);
  }

  jobMayEnd(job: string): Promise<Outcome | null> {
    return this.#gate(job).promise;
  }

  jobNumber(next: number): number {
    const { jobs } = this.results.beside;
    const job = jobs.get(`job_${next}`);
    return job === undefined || this.results.begins(job) ? next : this.jobNumber(next + 1);
  }

  async resultMayCome(key: RecordKey): Promise<void> {
    await this.#holds.get(key);
    const place = this.#places.get(key);
    if (place === undefined || this.#events[place]?.type === 'command-ended') return;
    const earlier: RecordKey[] = [];
    let sawEnd = false;
    for (const [at, event] of this.#events.slice(0, place).entries()) {
      if (event.type === 'step') {
        earlier.length = 0;
        sawEnd = false;
      }
      if (event.type === 'record') earlier.push(event.key);
      if (event.type !== 'job-ended') continue;
      sawEnd = true;
      await this.#play(at);
    }
    // An end is told behind the next result, so between ends the order of results counts.
    if (sawEnd) await this.#until((state) => earlier.every((each) => hasRecord(state, each)), patienceMs);
  }

  /** Plays what comes before the event at `end` and has not been played. */
  async playUpTo(end: Index): Promise<void> {
    this.#hostsBefore = new Set(this.#session?.network.asked);
    for (let at = 0; at < end; at += 1) if (!this.#played.has(at)) await this.#play(at);
  }

  /** What was done while the model was asked for this step, or waited for the shell before its first command. */
  async beforeAnswer(step: Extract<RecordedEvent, { type: 'step' }>): Promise<void> {
    const place = this.#events.indexOf(step);
    await this.playUpTo(place);
    for (let at = place + 1; at < this.#events.length; at += 1) {
      const event = this.#events[at];
      if (event?.type === 'command-started') await this.#play(at);
      const isShells = event?.type === 'record' && event.tool === 'bash';
      if (isShells || event?.type === 'step' || event?.type === 'turn-end') return;
    }
  }

  #play(at: Index): Promise<void> {
    const playing = this.#played.get(at) ?? this.#playNow(at);
    this.#played.set(at, playing);
    return playing;
  }

  async #playNow(at: Index): Promise<void> {
    const event = this.#events[at];
    switch (event?.type) {
      case 'job-ended':
        return this.#endJob(event);
      case 'command-started':
        return this.#startCommand(at, event);
      case 'command-ended':
        await this.#commands.get(event.key);
        return this.#compareCommand(event);
      case 'told':
        return this.#compareTold(event);
      default:
        return;
    }
  }

  async #endJob(event: Extract<RecordedEvent, { type: 'job-ended' }>): Promise<void> {
    const { jobs } = this.results.beside;
    const job = jobs.get(event.job);
    if (job === undefined) return;
    const key = job.started.output;
    this.#gate(event.job).resolve(this.results.outcomeOf(job));
    const here = () => this.#state.jobs.find(({ id }) => id === event.job);
    if (here() === undefined) {
      this.#report(key, neverBegun(event.result));
      return;
    }
    const waitMs = patienceMs + 3 * event.durationMs;
    const ended = await this.#until(() => here()?.end !== null, waitMs);
    const end = here()?.end;
    if (ended && end) this.#report(key, await this.#jobResult(event, key, end));
    else {
      const got = `still running after ${Math.round(waitMs / 1000)} s`;
      this.#report(key, { kind: 'drift', place: 'outcome', expected: event.outcome.status, got });
    }
  }

  async #jobResult(
    event: Extract<RecordedEvent, { type: 'job-ended' }>,
    key: RecordKey,
    end: NonNullable<JobState['end']>,
  ): Promise<ReplayedResult> {
    const { result } = event;
    if (result.kind === 'missing') return { kind: 'missing', why: result.why };
    if (result.kind === 'inlined') return { kind: 'played' };
    const { segments } = end.output;
    const hashes = await hashStreams(this.#driven.streamOutput(key), segments);
    const comparison = compareResult(event, { outcome: end.outcome, ...hashes, view: null });
    return explainDrift(comparison, event.output, {
      key,
      segments,
      session: this.#driven,
      recorded: this.recorded,
      ...this.#ranWith(this.results.beside.jobs.get(event.job)?.started.from ?? key),
    });
  }

  async #startCommand(at: Index, event: Extract<RecordedEvent, { type: 'command-started' }>): Promise<void> {
    const { key, command } = event;
    const end = this.#places.get(key);
    if (end === undefined) {
      this.#report(key, { kind: 'missing', why: 'it had not ended when this was recorded' });
      return;
    }
    const turn = this.#events
      .slice(at, end)
      .findLast((between) => between.type === 'user-message' || between.type === 'wake');
    // A message tells of what has ended before it, so an end behind it stays behind it.
    if (turn !== undefined) {
      this.#holds.set(
        key,
        this.#until((state) => state.turns.some((begun) => begun.turn === turn.turn)),
      );
    }
    const run = this.#driven.beside.runCommand(command);
    this.#commands.set(key, run);
    if (turn === undefined) await run;
    else {
      run.catch(() => {});
      await this.#until((state) => state.commands.some((begun) => begun.key === key), patienceMs);
    }
  }

  async #compareCommand(recorded: RecordedCall): Promise<void> {
    const command = this.#state.commands.find(({ key }) => key === recorded.key);
    if (!command?.record || !command.sent) return;
    this.#report(recorded.key, await this.compare(recorded, command.record, command.sent));
  }

  /** How the result of a call, or of a command, that was made or played here stands to the recorded one. */
  async compare(recorded: RecordedCall, record: ToolRecord, sent: SentView): Promise<ReplayedResult> {
    const { result, key, output } = recorded;
    if (result.kind === 'missing') return { kind: 'missing', why: result.why };
    // What was taken out of it is in no hash: nothing can be said of its view.
    if (result.kind === 'inlined' && result.redacted) return { kind: 'played' };
    const { segments } = record.output;
    const hashes = await hashStreams(this.#driven.streamOutput(key), segments);
    const view = { sha256: sent.sha256, units: sent.text.length };
    const comparison = compareResult(recorded, { outcome: record.outcome, ...hashes, view });
    if (comparison.kind === 'same' && result.kind === 'inlined') return { kind: 'played' };
    return explainDrift(comparison, output, {
      key,
      segments,
      session: this.#driven,
      recorded: this.recorded,
      ...this.#ranWith(key),
    });
  }

  #ranWith(key: RecordKey) {
    return { input: this.results.beside.inputs.get(key) ?? null, hostsBefore: this.#hostsBefore };
  }

  #compareTold({ subject, at, view }: Extract<RecordedEvent, { type: 'told' }>): void {
    const { jobs } = this.results.beside;
    const key = subject.kind === 'job-end' ? jobs.get(subject.job)?.started.output : subject.key;
    if (key === undefined || view === null) return;
    // A job that did not begin here, as one of a sub-agent, ends here for nobody.
    if (subject.kind === 'job-end' && !this.#state.jobs.some(({ id }) => id === subject.job)) return;
    const said = toldAt(this.#state, at).find(
      (told) => JSON.stringify(told.subject) === JSON.stringify(subject),
    );
    const got = said === undefined ? null : { sha256: sha256Hex(said.words), units: said.words.length };
    if (got?.sha256 === view.sha256 && got.units === view.units) return;
    const place = at.kind === 'turn' ? `at the start of turn ${at.turn}` : `behind the result of ${at.key}`;
    const words = (hash: { readonly units: number; readonly sha256: string } | null) =>
      hash === null ? `nothing ${place}` : `${hash.units} characters, SHA-256 ${hash.sha256}, ${place}`;
    this.#report(key, { kind: 'drift', place: 'told', expected: words(view), got: words(got) });
  }

  #gate(job: string): Pending<Outcome | null> {
    const gate = this.#gates.get(job) ?? pending<Outcome | null>();
    this.#gates.set(job, gate);
    return gate;
  }

  get #driven(): PlayerSession {
    if (this.#session === null) throw new Error('No session plays this recording.');
    return this.#session;
  }

  get #state(): SessionState {
    return this.#driven.state;
  }

  /** True once the state is so; false after `limitMs`, or when the replay is left. */
  #until(isSo: (state: SessionState) => boolean, limitMs: number | null = null): Promise<boolean> {
    if (isSo(this.#state)) return Promise.resolve(true);
    const { promise, resolve } = pending<boolean>();
    const stop = this.#driven.subscribe(({ kind }) => {
      if (kind === 'log' && isSo(this.#state)) resolve(true);
    });
    const cancel = limitMs === null ? () => {} : this.after(limitMs, () => resolve(false));
    return Promise.race([promise, this.#left.promise]).finally(() => {
      stop();
      cancel();
    });
  }
}

/** How a job stands whose call was not run again, as one of a sub-agent. */
function neverBegun(result: RecordedResult): ReplayedResult {
  if (result.kind === 'inlined') return { kind: 'played' };
  const why = result.kind === 'missing' ? result.why : 'the call that began it was not run again';
  return { kind: 'missing', why };
}
