const custom = Symbol.for('nodejs.util.inspect.custom');

type Inspect = (value: unknown, options: unknown) => string;

/** Whether it can fill a reader's own memory: a reader of that kind is to be had. One that is locked is not asked. */
function supportsOwnMemory(stream: ReadableStream): boolean {
  if (stream.locked) return false;
  try {
    stream.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

/** What Node shows of each. A browser tells nobody in which state a stream is: it is shown as open. */
const shown: Readonly<Record<string, (value: never) => object>> = {
  ReadableStream: (stream: ReadableStream) => ({
    locked: stream.locked,
    state: 'readable',
    supportsBYOB: supportsOwnMemory(stream),
  }),
  WritableStream: ({ locked }: WritableStream) => ({ locked, state: 'writable' }),
  TransformStream: ({ readable, writable }: TransformStream) => ({ readable, writable, backpressure: true }),
  CountQueuingStrategy: ({ highWaterMark }: CountQueuingStrategy) => ({ highWaterMark }),
  ByteLengthQueuingStrategy: ({ highWaterMark }: ByteLengthQueuingStrategy) => ({ highWaterMark }),
  Event: ({ type, defaultPrevented, cancelable, timeStamp }: Event) => ({
    type,
    defaultPrevented,
    cancelable,
    timeStamp,
  }),
};

/** `ReadableStream.from`, which this browser has not and Node 20 has. */
function from<Value>(given: Iterable<Value> | AsyncIterable<Value>): ReadableStream<Value> {
  const source = given as Partial<AsyncIterable<Value>> & Partial<Iterable<Value>>;
  const iterator = source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]?.();
  if (!iterator) throw new TypeError(`${String(given)} is not iterable`);
  return new ReadableStream<Value>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        await iterator.return?.(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Streams and events of the web that print as in Node. */
export function showWebObjects(scope: Record<string, unknown>): void {
  for (const [name, state] of Object.entries(shown)) {
    const Shown = scope[name] as { readonly prototype: object } | undefined;
    if (!Shown) continue;
    const value = function (this: object, depth: number, options: unknown, inspect: Inspect): unknown {
      return depth < 0 ? this : `${this.constructor.name} ${inspect(state(this as never), options)}`;
    };
    Object.defineProperty(Shown.prototype, custom, { value, writable: true, configurable: true });
  }
  if (!('from' in ReadableStream))
    Object.defineProperty(ReadableStream, 'from', { value: from, writable: true, configurable: true });
}
