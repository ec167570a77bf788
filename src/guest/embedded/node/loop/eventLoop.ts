import { wallMs } from '../../clock/index.ts';
import type { NodeClock } from '../clock.ts';
import type { Natives } from '../natives.ts';
import type { NodeLoop } from '../system.ts';
import type { LoopHooks } from './loopHooks.ts';
import { Ticks } from './ticks.ts';
import { TimerLists } from './timerLists.ts';
import type { Immediate, Timeout } from './timers.ts';

type Callback = (...args: unknown[]) => void;

const hopsToSettle = 1;

/**
 * Node's event loop in a worker: timers, then what came from outside, then immediates, round and round. Each callback
 * is a task of its own to the browser, so that all promise jobs of one have run before the next; `nextTick`s run
 * before the promise jobs, as after a callback of libuv. An error is not caught here where it reaches the worker's
 * `error` event, the one place that knows where it was thrown.
 */
export class EventLoop implements NodeLoop {
  readonly #natives: Natives;
  readonly #clock: NodeClock;
  readonly #hooks: LoopHooks;
  readonly #kickPort: MessagePort;
  readonly #timers = new TimerLists();
  readonly #namedTimers = new Map<number, WeakRef<Timeout>>();
  readonly #ticks = new Ticks();
  #arrived: (() => void)[] = [];
  #later: { readonly dueRound: number; readonly callback: () => void }[] = [];
  /** How often arrivals were asked for. */
  #rounds = 0;
  #immediates: Immediate[] = [];
  /** What this round of the present phase still has to run. */
  #round: (() => void)[] = [];
  #phase: 'timers' | 'arrived' | 'immediates' = 'timers';
  #nowMs = 0;
  /** The first round takes timers of 1 ms as due: starting real Node takes longer than that. */
  #slackMs = 1;
  /** A timer has run. */
  #hasFired = false;
  #holds = 0;
  #main: (() => void) | null = null;
  #kicked = false;
  /** Tasks to let pass before the next phase. */
  #unsettled = 0;
  #sleep: number | undefined;
  #settled = false;
  #hasTicked = false;
  /** What was run last threw. */
  #threw = false;
  /** How much has been run. */
  #ran = 0;
  /** With virtual time: when a timer has really waited as long as it should, on the wall's clock. */
  readonly #wallDueMs = new WeakMap<Timeout, number>();

  constructor(natives: Natives, clock: NodeClock, hooks: LoopHooks) {
    this.#natives = natives;
    this.#clock = clock;
    this.#hooks = hooks;
    const channel = new natives.MessageChannel();
    this.#kickPort = channel.port2;
    channel.port1.onmessage = natives.guard(() => this.#step());
  }

  /** The loop's own time: it stands still within a phase. Whole milliseconds. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Runs the main program, before the first round. */
  start(main: () => void): void {
    this.#main = main;
    this.#nowMs = Math.floor(this.#elapsedMs);
    this.#kick();
  }

  hold(): () => void {
    let held = true;
    this.#holds += 1;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#kick();
    };
  }

  enqueue(callback: () => void): void {
    this.#arrived.push(callback);
    this.#kick();
  }

  /** What is begun before a round asks for arrivals is not done in that round. */
  enqueueAfter(steps: number, callback: () => void): void {
    const begun = this.#phase === 'timers' ? this.#rounds + 1 : this.#rounds;
    this.#later.push({ dueRound: begun + steps, callback });
    this.#kick();
  }

  /** In this turn something was put off with `nextTick`, as each write to a stream does. */
  get hasTicked(): boolean {
    return this.#hasTicked;
  }

  nextTick(callback: Callback, ...args: unknown[]): void {
    this.#hasTicked = true;
    this.#ticks.add(callback, args);
    this.#kick();
  }

  fail(error: unknown): void {
    this.#hooks.onFail(error);
  }

  startTimer(timer: Timeout): void {
    // What a timer starts waits its millisecond out, also in the first round.
    timer._idleStart = this.#nowMs + (this.#hasFired ? this.#slackMs : 0);
    timer._destroyed = false;
    if (this.#clock.virtual) this.#wallDueMs.set(timer, wallMs() + timer._idleTimeout);
    this.#timers.add(timer);
    this.#kick();
  }

  stopTimer(timer: Timeout): void {
    timer._destroyed = true;
    this.#timers.remove(timer);
    this.#kick();
  }

  /** From now on the timer can be cleared by its number. */
  nameTimer(id: number, timer: Timeout): void {
    this.#namedTimers.set(id, new WeakRef(timer));
  }

  stopTimerNamed(id: number): void {
    const timer = this.#namedTimers.get(id)?.deref();
    if (timer) this.stopTimer(timer);
  }

  startImmediate(immediate: Immediate): void {
    this.#immediates.push(immediate);
    this.#kick();
  }

  stopImmediate(immediate: Immediate): void {
    immediate._onImmediate = null;
    this.#immediates = this.#immediates.filter((each) => each !== immediate);
    this.#kick();
  }

  /** After `beforeExit`: where nothing came that keeps the process alive, `end`. */
  afterIdle(end: () => void): void {
    this.#ticks.drainTicks();
    const ran = this.#ran;
    this.#natives.setTimeout(() => {
      // A timer of a millisecond may be over by now: the process is idle anew after it.
      if (this.#isAlive || this.#ticks.isPending || this.#ran > ran) this.#kick();
      else end();
    }, 0);
  }

  #kick(): void {
    if (this.#kicked) return;
    this.#kicked = true;
    this.#kickPort.postMessage(null);
  }

  #step(): void {
    this.#kicked = false;
    if (this.#sleep !== undefined) this.#natives.clearTimeout(this.#sleep);
    this.#sleep = undefined;
    // Of an immediate that threw they wait for the next one to be over.
    const wait = this.#threw && this.#phase === 'immediates' && this.#round.length > 0;
    if (this.#ticks.isPending && !wait) {
      this.#settled = false;
      this.#kick();
      this.#ticks.drainTicks();
      return;
    }
    if (this.#unsettled > 0 && this.#isPhaseOver) {
      // Rejections that nobody handled are reported in a task of the browser's own: let it come before the next phase.
      this.#unsettled -= 1;
      this.#kick();
      return;
    }
    const work = this.#main ?? this.#nextWork();
    this.#main = null;
    if (work) {
      this.#settled = false;
      this.#unsettled = hopsToSettle;
      // Before the work, so that an error in it does not stop the loop.
      this.#kick();
      this.#hasTicked = false;
      this.#ran += 1;
      this.#threw = true;
      work();
      this.#threw = false;
      this.#ticks.drainTicks();
      return;
    }
    this.#rest();
  }

  /** No look: how often the loop turns depends on when things really arrive. */
  get #elapsedMs(): number {
    return this.#clock.virtual?.elapsedMs ?? this.#clock.elapsedMs();
  }

  get #isPhaseOver(): boolean {
    if (this.#main) return false;
    return this.#phase === 'timers' ? !this.#timers.isInList : this.#round.length === 0;
  }

  #nextWork(): (() => void) | null {
    // One full round from wherever the loop stands.
    for (let phases = 0; phases < 5; phases++) {
      const next = this.#phase === 'timers' ? this.#nextTimer() : this.#round.shift();
      if (next) return next;
      this.#nextPhase();
    }
    return null;
  }

  #nextPhase(): void {
    if (this.#phase === 'timers') {
      this.#slackMs = 0;
      this.#phase = 'arrived';
      this.#rounds += 1;
      const isDue = ({ dueRound }: { readonly dueRound: number }) => dueRound <= this.#rounds;
      this.#round = [...this.#arrived, ...this.#later.filter(isDue).map(({ callback }) => callback)];
      this.#arrived = [];
      this.#later = this.#later.filter((each) => !isDue(each));
    } else if (this.#phase === 'arrived') {
      this.#phase = 'immediates';
      // Who waits for a timer by immediates alone must meet it.
      if (this.#immediates.length > 0) this.#clock.virtual?.look();
      this.#round = this.#immediates.map((immediate) => () => immediate.run());
      this.#immediates = [];
    } else {
      this.#phase = 'timers';
    }
    this.#nowMs = Math.floor(this.#elapsedMs);
  }

  #nextTimer(): (() => void) | null {
    const timer = this.#timers.takeDue(this.#nowMs + this.#slackMs);
    if (!timer) return null;
    return () => {
      this.#hasFired = true;
      if (timer._repeat !== null) {
        // Armed first, so that the callback can clear it; its time counts from now.
        this.startTimer(timer);
      } else timer._destroyed = true;
      timer._onTimeout?.apply(timer, timer._timerArgs);
    };
  }

  get #isAlive(): boolean {
    return (
      this.#holds > 0 ||
      this.#arrived.length > 0 ||
      this.#later.length > 0 ||
      this.#immediates.some((immediate) => immediate.hasRef()) ||
      this.#timers.hasRefed
    );
  }

  /** Nothing to run now: sleep until the next timer, or report that the process has nothing left to do. */
  #rest(): void {
    if (!this.#isAlive) {
      // Rejections that nobody handled are reported in a task of the browser's own: let it come first.
      if (this.#settled) {
        this.#settled = false;
        this.#hooks.onIdle();
      } else {
        this.#settled = true;
        this.#natives.setTimeout(() => this.#kick(), 0);
      }
      return;
    }
    if (this.#arrived.length > 0 || this.#later.length > 0 || this.#immediates.length > 0) {
      this.#kick();
      return;
    }
    const next = this.#timers.next;
    if (next === null) return;
    const dueMs = next._idleStart + next._idleTimeout;
    const { virtual, originMs } = this.#clock;
    const leftMs = virtual ? (this.#wallDueMs.get(next) ?? 0) - wallMs() : dueMs - this.#elapsedMs;
    const wake = () => {
      virtual?.reach(originMs + dueMs);
      this.#kick();
    };
    this.#sleep = this.#natives.setTimeout(wake, Math.max(0, leftMs));
  }
}
