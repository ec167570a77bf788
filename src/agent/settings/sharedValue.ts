import type { SharedSettings } from './sharedSettings.ts';

export interface SharedValueOptions<Value> {
  readonly settings: SharedSettings;
  /** Of the setting that holds it. */
  readonly name: string;
  readonly initial: Value;
  /** Null where what was stored is nothing, or not of this form: what is known then stands. */
  readonly parse: (stored: unknown) => Value | null;
  /** It is another one now: by an edit, or by what another tab has stored. */
  readonly onChange: () => void;
}

/**
 * A setting that every tab may edit. An edit holds here at once; it is made again on what is stored by then, so that
 * two tabs do not take back each other's, and an edit that could not be stored is gone again.
 */
export class SharedValue<Value> {
  #stored: Value;
  #value: Value;
  #loaded: Promise<void> | null = null;
  #writes: Promise<void> = Promise.resolve();
  readonly #edits = new Set<(value: Value) => Value>();
  readonly #stopListening: () => void;

  constructor(private readonly options: SharedValueOptions<Value>) {
    const { settings, name, initial } = options;
    this.#stored = initial;
    this.#value = initial;
    this.#stopListening = settings.onNews(name, () => {
      // What nobody has asked for yet is read when somebody does.
      if (this.#loaded !== null) void this.#read();
    });
  }

  get value(): Value {
    return this.#value;
  }

  /** Resolves when what was stored is in force. Storage that cannot be read counts as empty. */
  load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  /** Resolves when it is stored; rejects, and is taken back, where it cannot be. */
  edit(change: (value: Value) => Value): Promise<void> {
    this.#edits.add(change);
    this.#fold();
    const write = this.#writes.then(async () => {
      this.#loaded = this.#read();
      await this.#loaded;
      const next = change(this.#stored);
      await this.options.settings.set(this.options.name, next);
      this.#stored = next;
    });
    const done = write.finally(() => {
      this.#edits.delete(change);
      this.#fold();
    });
    this.#writes = done.catch(() => {});
    return done;
  }

  dispose(): void {
    this.#stopListening();
  }

  async #read(): Promise<void> {
    const { settings, name, parse } = this.options;
    const stored = parse(await settings.get(name).catch(() => undefined));
    if (stored === null) return;
    this.#stored = stored;
    this.#fold();
  }

  #fold(): void {
    const before = JSON.stringify(this.#value);
    this.#value = [...this.#edits].reduce((value, change) => change(value), this.#stored);
    if (JSON.stringify(this.#value) !== before) this.options.onChange();
  }
}
