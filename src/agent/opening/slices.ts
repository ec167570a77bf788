/**
 * A large value in parts, each small enough to be taken over between two frames: one message with all of it would stop
 * the page that gets it for as long as its making.
 */
export interface Slice {
  /** Number of the array or object that these are added to. */
  readonly into: number;
  /** Names of the values where it is an object. */
  readonly names: readonly string[] | null;
  readonly values: readonly unknown[];
  /** Places in `values` whose array or object comes in slices of its own; they are numbered as they come. */
  readonly opened: readonly number[];
}

/** Values in one slice, where texts count by their length: some 10 ms of the page that takes it. */
const mostWeight = 20_000;
/** UTF-16 units of a text that count as one value. */
const unitsPerWeight = 256;

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The slices of a JSON value. One text is never cut: copying it is all that it costs. */
export function* slicesOf(value: unknown, maxWeight = mostWeight): Generator<Slice> {
  const containers: Container[] = [[value]];
  // Those that are opened meanwhile come behind: the place in this list is the number that both sides know.
  for (let into = 0; into < containers.length; into += 1) {
    const container = containers[into] ?? [];
    const names = Array.isArray(container) ? null : Object.keys(container);
    const all: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
    let from = 0;
    do {
      const values: unknown[] = [];
      const opened: number[] = [];
      let weight = 0;
      while (from + values.length < all.length && weight < maxWeight) {
        const item = all[from + values.length];
        const itsWeight = weightOf(item, maxWeight);
        if (itsWeight > maxWeight && isContainer(item)) {
          opened.push(values.length);
          containers.push(item);
          values.push(Array.isArray(item) ? [] : {});
          weight += 1;
        } else {
          if (values.length > 0 && weight + itsWeight > maxWeight) break;
          values.push(item);
          weight += itsWeight;
        }
      }
      yield { into, names: names?.slice(from, from + values.length) ?? null, values, opened };
      from += values.length;
    } while (from < all.length);
  }
}

/** Counted no further than to one that is over `limit`. */
function weightOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / unitsPerWeight;
  if (!isContainer(value)) return 1;
  let weight = 1;
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const item of values) {
    weight += weightOf(item, limit - weight);
    if (weight > limit) break;
  }
  return weight;
}

/** Puts a value together from its slices, as they come. */
export class SliceJoiner {
  readonly #root: unknown[] = [];
  readonly #containers: object[] = [this.#root];

  take({ into, names, values, opened }: Slice): void {
    const container = this.#containers[into];
    if (Array.isArray(container)) for (const value of values) container.push(value);
    else if (container !== undefined) {
      for (const [at, value] of values.entries()) {
        // A member may be called `__proto__`: it is a member like any other.
        const descriptor = { value, writable: true, enumerable: true, configurable: true };
        Object.defineProperty(container, names?.[at] ?? '', descriptor);
      }
    }
    for (const at of opened) {
      const value = values[at];
      if (isContainer(value)) this.#containers.push(value);
    }
  }

  /** What has come; all of it after the last slice. */
  get value(): unknown {
    return this.#root[0];
  }
}
