import { inspect as extracted, format, formatWithOptions } from 'node-inspect-extracted';

/**
 * `util.inspect` is Node's own, as a library packs it. What only the engine can see, it cannot: the state of a
 * promise (shown where it was made settled, else as pending) and what an iterator of a Map has left.
 */

type Outcome = { readonly rejected: boolean; readonly value: unknown };

const settled = new WeakMap<object, Outcome>();

/** Notes promises that are born settled. Call once, with the realm's own Promise. */
export function notePromises(Native: PromiseConstructor): void {
  for (const [name, rejected] of [
    ['resolve', false],
    ['reject', true],
  ] as const) {
    const original: (this: unknown, value?: unknown) => Promise<unknown> = Native[name];
    const noting = {
      [name](this: unknown, value?: unknown) {
        const promise = original.call(this, value);
        const thenable =
          (typeof value === 'object' || typeof value === 'function') && value !== null && 'then' in value;
        if (promise !== value && (rejected || !thenable)) settled.set(promise, { rejected, value });
        return promise;
      },
    }[name];
    Object.defineProperty(Native, name, { value: noting, writable: true, configurable: true });
  }
  Object.defineProperty(Native.prototype, extracted.custom, {
    value: inspectPromise,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}

interface InspectContext {
  readonly stylize: (text: string, style: string) => string;
}

/** The state is shown in the place of a value, beside the promise's own properties. */
function inspectPromise(
  this: Promise<unknown>,
  _depth: number,
  options: InspectContext,
  inspect: unknown,
): unknown {
  const state = settled.get(this);
  if (!state || typeof inspect !== 'function') return this;
  const shown: string = inspect(new State(state, this), options);
  return shown;
}

/** Printed through a set of one member, whose braces and line breaks are those of a promise. */
class State {
  constructor(
    readonly state: Outcome,
    readonly promise: Promise<unknown>,
  ) {}

  [extracted.custom](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    const name = this.promise.constructor?.name ?? 'Promise';
    const text = inspect(new Set([this.state.value]), options);
    const body = text.replace(/^Set\(1\) \{/, `${name} {`);
    return this.state.rejected ? body.replace(/\{(\s+)/, '{$1<rejected> ') : body;
  }
}

export const inspect = extracted;
export const { custom } = extracted;
export { format, formatWithOptions };
