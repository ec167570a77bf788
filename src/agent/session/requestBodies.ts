import type { RequestBodies } from '../../store/index.ts';

/** Bodies of models without a wire that are kept for the inspector; older ones are gone. */
const maxLazyBodies = 20;

/** Keeps what was sent for the inspector, in order. A body that cannot be stored never breaks a turn. */
export class RequestBodyKeeper {
  readonly #lazy = new Map<string, () => string>();
  #puts: Promise<void> = Promise.resolve();

  constructor(private readonly bodies: RequestBodies) {}

  /**
   * A function is a body that its model writes on demand: without `eager` it is only kept for this visit,
   * since writing each would cost more with every step.
   */
  keep(turn: number, step: number, body: string | (() => string), eager: boolean): void {
    if (typeof body !== 'string' && !eager) {
      this.#lazy.set(`${turn}.${step}`, body);
      const oldest = this.#lazy.keys().next();
      if (this.#lazy.size > maxLazyBodies && oldest.done !== true) this.#lazy.delete(oldest.value);
      return;
    }
    const put = () => this.bodies.put(turn, step, typeof body === 'string' ? body : body());
    this.#puts = this.#puts.then(put).catch(() => {});
  }

  async read(turn: number, step: number): Promise<string | null> {
    const lazy = this.#lazy.get(`${turn}.${step}`);
    if (lazy !== undefined) return lazy();
    await this.#puts;
    return this.bodies.get(turn, step);
  }

  settled(): Promise<void> {
    return this.#puts;
  }
}
