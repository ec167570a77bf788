import type { RecordKey } from '../../core/index.ts';
import { CommandControls } from '../tools/commandControls.ts';
import type { RunningCall } from './stepCall.ts';

/** The calls of one conversation that run now, for whoever looks at them or stops one. */
export class RunningCalls {
  readonly #calls = new Map<RecordKey, RunningCall>();

  /** `onLive` hears of each change to what is shown of a call. */
  constructor(private readonly onLive: (key: RecordKey) => void) {}

  get keys(): readonly RecordKey[] {
    return [...this.#calls.keys()];
  }

  get(key: RecordKey): RunningCall | null {
    return this.#calls.get(key) ?? null;
  }

  begin(call: Omit<RunningCall, 'controls' | 'progress'>): void {
    const { key, stop } = call;
    stop.signal.addEventListener('abort', () => this.onLive(key));
    const controls = new CommandControls(() => this.onLive(key));
    this.#calls.set(key, { ...call, controls, progress: null });
  }

  end(key: RecordKey): void {
    this.#calls.delete(key);
  }

  /** What a call says of its progress; nothing where it has ended. */
  report(key: RecordKey, words: string): void {
    const running = this.#calls.get(key);
    if (running === undefined) return;
    running.progress = words;
    this.onLive(key);
  }
}
