import * as v from 'valibot';
import type { RecordKey, SessionState } from '../../core/index.ts';
import type { LiveOutput, LiveSession, SessionChange } from '../port.ts';
import type { TabChannel } from '../session/tabs.ts';
import { callsOf } from '../subagent/callTree.ts';
import { type After, createBatcher } from '../timers.ts';
import { actByName } from './acts.ts';
import { HomeTerminals } from './homeTerminals.ts';
import { type FromHome, type FromMirror, parseFromMirror, protocolVersion } from './messages.ts';

/** Mirrors see a running command's output at most so often, and so much of its end. */
const liveEveryMs = 250;
const liveTailUnits = 16 * 1024;
const nowEveryMs = 100;
/** Whoever asked has given up by then, or is about to. */
export const actTimeoutMs = 2_000;

export interface HomeDeskDeps {
  readonly session: LiveSession;
  readonly channel: TabChannel;
  /** Name of this tab. */
  readonly home: string;
  readonly clock: () => number;
  readonly after: After;
}

/**
 * Where a session lives: tells its mirrors what happens, as it is durable, and does what they ask. Until one has
 * said that it is there nothing is told.
 */
export class HomeDesk {
  readonly #mirrors = new Set<string>();
  readonly #running = new Map<string, AbortController>();
  readonly #liveKeys = new Set<RecordKey>();
  readonly #changedLive = new Set<RecordKey>();
  readonly #terminals: HomeTerminals;
  readonly #now;
  readonly #live;
  readonly #stopListening: () => void;

  constructor(private readonly deps: HomeDeskDeps) {
    this.#now = createBatcher(deps.after, nowEveryMs, () => this.#tellNow());
    this.#live = createBatcher(deps.after, liveEveryMs, () => this.#tellLive());
    this.#terminals = new HomeTerminals(deps.session, (to, terminal, bytes) =>
      this.#post({ kind: 'terminal', to, terminal, bytes }),
    );
    this.#stopListening = deps.session.subscribe((change) => this.#changed(change));
  }

  /** Takes what came on the channel, from whomever. */
  take(message: unknown): void {
    const parsed = parseFromMirror(message);
    if (parsed === null) return;
    switch (parsed.kind) {
      case 'hello':
        this.#mirrors.add(parsed.from);
        for (const key of openKeys(this.deps.session.state)) this.#liveKeys.add(key);
        this.#tellNow();
        for (const key of this.#liveKeys) this.#tellLiveOf(key);
        return;
      case 'bye':
        this.#mirrors.delete(parsed.from);
        this.#terminals.close(parsed.from);
        return;
      case 'terminal':
        this.#terminals.take(parsed);
        return;
      case 'cancel':
        this.#running.get(`${parsed.from} ${parsed.id}`)?.abort('user');
        return;
      case 'ask':
        void this.#answer(parsed);
    }
  }

  dispose(): void {
    this.#stopListening();
    this.#now.dispose();
    this.#live.dispose();
    this.#terminals.close(null);
    for (const stop of this.#running.values()) stop.abort('session-end');
  }

  #changed(change: SessionChange): void {
    if (change.kind === 'live') {
      this.#liveKeys.add(change.key);
      this.#changedLive.add(change.key);
      this.#live.poke();
      return;
    }
    if (this.#mirrors.size === 0) return;
    if (change.kind === 'log') {
      this.#post({ kind: 'events', home: this.deps.home, events: [...change.events] });
    } else if (change.kind === 'files') {
      this.#post({ kind: 'files', home: this.deps.home, paths: [...change.paths] });
    }
    this.#now.poke();
  }

  #tellNow(): void {
    if (this.#mirrors.size === 0) return;
    const { session, home } = this.deps;
    const { state, beside, network, tools } = session;
    this.#post({
      kind: 'now',
      home,
      nextSeq: state.nextSeq,
      now: {
        run: session.runStatus,
        guest: session.guestStatus,
        home: session.home,
        workspace: session.workspace,
        wakesPaused: beside.wakesPaused,
        allowedHosts: [...network.allowed],
        askedHosts: [...network.asked],
        toolRows: [...tools.rows],
        toolProblems: [...tools.problems],
      },
    });
    // A call that has ended tells no more of its output.
    for (const key of this.#liveKeys) if (session.live(key) === null) this.#tellLiveOf(key);
  }

  #tellLive(): void {
    const changed = [...this.#changedLive];
    this.#changedLive.clear();
    for (const key of changed) this.#tellLiveOf(key);
  }

  #tellLiveOf(key: RecordKey): void {
    const live = this.deps.session.live(key);
    if (live === null) this.#liveKeys.delete(key);
    if (this.#mirrors.size === 0) return;
    this.#post({ kind: 'live', home: this.deps.home, key, live: live === null ? null : endOf(live) });
  }

  async #answer({ from, id, atMs, act: name, args }: Extract<FromMirror, { kind: 'ask' }>): Promise<void> {
    const { session, clock } = this.deps;
    if (clock() - atMs > actTimeoutMs) return;
    const to = from;
    this.#post({ kind: 'got', to, id });
    const running = `${from} ${id}`;
    const stop = new AbortController();
    this.#running.set(running, stop);
    try {
      const act = actByName(name);
      const checked = act === null ? null : v.safeParse(act.args, args);
      if (act === null || checked?.success !== true) throw new Error('The other tab does not know this.');
      this.#post({ kind: 'done', to, id, value: await act.run(session, checked.output, stop.signal) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A session that goes away answers nothing: whoever comes next says what became of it.
      if (stop.signal.reason !== 'session-end') this.#post({ kind: 'failed', to, id, message });
    } finally {
      this.#running.delete(running);
    }
  }

  #post(message: Unspoken<FromHome>): void {
    this.deps.channel.post({ spillway: protocolVersion, ...message });
  }
}

type Unspoken<Message> = Message extends unknown ? Omit<Message, 'spillway'> : never;

/** Keys of outputs that may still grow: calls, a sub-agent's too, jobs and commands of the user. */
function openKeys(state: SessionState): readonly RecordKey[] {
  const calls = callsOf(state).filter(({ record, started }) => started && record === null);
  return [
    ...calls.flatMap(({ key, subAgent }) => [key, ...(subAgent === undefined ? [] : openKeys(subAgent))]),
    ...state.jobs.filter(({ end }) => end === null).map(({ output }) => output),
    ...state.commands.filter(({ record }) => record === null).map(({ key }) => key),
  ];
}

/** The end of a live tail, so that what goes from tab to tab stays small however fast a command writes. */
function endOf(live: LiveOutput): LiveOutput {
  const tail: { stream: 'stdout' | 'stderr'; text: string }[] = [];
  let left = liveTailUnits;
  for (const { stream, text } of live.tail.toReversed()) {
    if (left <= 0) break;
    // The live view drops the start of an output at any character as well.
    const kept = text.slice(-left).toWellFormed();
    left -= kept.length;
    tail.unshift({ stream, text: kept });
  }
  return { ...live, tail };
}
