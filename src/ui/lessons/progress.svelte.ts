import * as v from 'valibot';

/** Where a page keeps small things. */
interface SettingStore {
  getSetting(name: string): Promise<unknown>;
  setSetting(name: string, value: unknown): Promise<void>;
}

const setting = 'lessons:progress';
/** Lessons of strangers are not kept for ever. */
const mostLessons = 100;

const storedSchema = v.record(
  v.string(),
  v.object({ steps: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(60)) }),
);

/** Which steps of which lessons were done on this device. Kept as it grows; what cannot be kept holds until the page goes. */
export class Progress {
  #done = $state.raw<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  #last: Promise<void>;

  constructor(private readonly store: SettingStore | null) {
    this.#last = this.#load().catch(() => undefined);
  }

  stepsDone(id: string): ReadonlySet<number> {
    return this.#done.get(id) ?? new Set();
  }

  done(id: string, step: number): void {
    if (this.stepsDone(id).has(step)) return;
    this.#change(() => [...this.#done, [id, new Set([...this.stepsDone(id), step])] as const]);
  }

  forgetAll(): void {
    this.#change(() => []);
  }

  #change(to: () => readonly (readonly [string, ReadonlySet<number>])[]): void {
    this.#last = this.#last
      .then(async () => {
        this.#done = new Map(to().slice(-mostLessons));
        const stored = Object.fromEntries([...this.#done].map(([id, steps]) => [id, { steps: [...steps] }]));
        await this.store?.setSetting(setting, stored);
      })
      .catch(() => undefined);
  }

  async #load(): Promise<void> {
    const stored = v.safeParse(storedSchema, await this.store?.getSetting(setting));
    if (stored.success) {
      this.#done = new Map(Object.entries(stored.output).map(([id, { steps }]) => [id, new Set(steps)]));
    }
  }
}

const known = new WeakMap<SettingStore, Progress>();

/** The one progress of a page. */
export function progressOf(store: SettingStore): Progress {
  const progress = known.get(store) ?? new Progress(store);
  known.set(store, progress);
  return progress;
}
