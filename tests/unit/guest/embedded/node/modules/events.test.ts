import realEvents from 'node:events';
import realUtil from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, shapeOf, testSystem } from './testSystem.ts';

const events = testSystem().builtin<typeof realEvents>('events');

type Step = { readonly call: string; readonly name: string; readonly listener: number };

const step: fc.Arbitrary<Step> = fc
  .record({
    call: fc.constantFrom(
      'on',
      'once',
      'prependListener',
      'prependOnceListener',
      'off',
      'emit',
      'emit',
      'removeAllListeners',
      'removeAll',
    ),
    name: fc.constantFrom('a', 'b', 'newListener', 'removeListener', 'error'),
    listener: fc.nat(3),
  })
  // Node itself fails when all are removed and a listener of removeListener removes others, or itself.
  .map((each) => {
    const changesOthers = /once/i.test(each.call) || each.listener === 3;
    return changesOthers && each.name === 'removeListener' ? { ...each, name: 'a' } : each;
  });

/** Everything that can be seen of a run of calls on a fresh emitter. */
function play(from: typeof realEvents, steps: readonly Step[]): unknown[] {
  const emitter = new from();
  const seen: unknown[] = [];
  const listeners = [0, 1, 2, 3].map((id) => (...args: unknown[]) => {
    seen.push([id, ...args.map((arg) => (typeof arg === 'function' ? 'fn' : arg))]);
    if (id === 3) emitter.removeAllListeners('b');
  });
  for (const { call, name, listener } of steps) {
    const act = () => {
      if (call === 'emit') return emitter.emit(name, listener);
      if (call === 'removeAll') return void emitter.removeAllListeners();
      if (call === 'removeAllListeners') return void emitter.removeAllListeners(name);
      const method = emitter[call as 'on'];
      method.call(emitter, name, listeners[listener]!);
      return undefined;
    };
    seen.push(
      outcome(act),
      emitter.eventNames(),
      emitter.listenerCount('a'),
      emitter.rawListeners('b').length,
    );
    seen.push(emitter.listeners('a').map((each) => listeners.indexOf(each as never)));
  }
  return seen;
}

describe('EventEmitter', () => {
  it('calls, adds and removes listeners in the order of Node', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        expect(play(events, steps)).toEqual(play(realEvents, steps));
      }),
      { numRuns: 1000 },
    );
  });

  it('looks the same when it is printed', () => {
    class Thing extends events {}
    class RealThing extends realEvents {}
    Object.defineProperty(RealThing, 'name', { value: 'Thing' });
    const print = (made: realEvents) => {
      made.on('x', function named() {});
      made.once('x', () => {});
      return realUtil.inspect(made, { depth: 4 });
    };
    expect(print(new Thing({ captureRejections: true }))).toBe(
      print(new RealThing({ captureRejections: true })),
    );
  });

  it('can be called on an object of an old-fashioned class', () => {
    function Old(this: object) {
      (events as unknown as (this: object) => void).call(this);
    }
    realUtil.inherits(Old as never, events);
    const made = new (Old as unknown as new () => realEvents)();
    const seen: unknown[] = [];
    made.on('a', function (this: unknown, value) {
      seen.push(this === made, value);
    });
    made.emit('a', 1);
    expect(seen).toEqual([true, 1]);
  });

  it('refuses and reports in the words of Node', () => {
    const wrong: ((from: typeof realEvents) => unknown)[] = [
      (from) => new from().emit('error', { a: 1 }),
      (from) => new from().emit('error'),
      (from) => new from().on('a', 5 as never),
      (from) => new from().setMaxListeners(-1),
      (from) => new from().setMaxListeners('x' as never),
      (from) => from.setMaxListeners(-1),
      (from) => from.getEventListeners({} as never, 'x'),
      (from) => from.on(new from(), 'x', { signal: 1 as never }),
      (from) => {
        from.defaultMaxListeners = -1;
      },
    ];
    for (const act of wrong) expect(outcome(() => act(events))).toEqual(outcome(() => act(realEvents)));
  });

  it('turns a failed promise of a listener into an error event where asked to', async () => {
    for (const from of [events, realEvents]) {
      const emitter = new from({ captureRejections: true });
      const heard = new Promise((resolve) => emitter.on('error', resolve));
      emitter.on('x', async () => {
        throw new Error('late');
      });
      emitter.emit('x');
      expect(shapeOf(await heard)).toMatchObject({ message: 'late' });
    }
  });
});

describe('once and on', () => {
  it('once resolves with the arguments, rejects on error and on abort', async () => {
    for (const from of [events, realEvents]) {
      const emitter = new from();
      const [first, failed] = [from.once(emitter, 'a'), from.once(emitter, 'b')];
      emitter.emit('a', 1, 2);
      expect(await first).toEqual([1, 2]);
      emitter.emit('error', new Error('bad'));
      await expect(failed).rejects.toThrow('bad');
      const aborted = from.once(emitter, 'c', { signal: AbortSignal.abort() });
      await expect(aborted).rejects.toMatchObject({ name: 'AbortError', code: 'ABORT_ERR' });
      expect(emitter.eventNames()).toEqual([]);
      const target = new EventTarget();
      const event = from.once(target, 'x');
      target.dispatchEvent(new Event('x'));
      expect(((await event) as Event[])[0]?.type).toBe('x');
    }
  });

  it('on gives every event, ends with return and fails with error', async () => {
    for (const from of [events, realEvents]) {
      const emitter = new from();
      const iterator = from.on(emitter, 'a');
      emitter.emit('a', 1);
      emitter.emit('a', 2);
      expect(await iterator.next()).toEqual({ value: [1], done: false });
      expect(await iterator.next()).toEqual({ value: [2], done: false });
      const pending = iterator.next();
      emitter.emit('a', 3);
      expect(await pending).toEqual({ value: [3], done: false });
      expect(await iterator.return?.()).toEqual({ value: undefined, done: true });
      const failing = from.on(emitter, 'a');
      emitter.emit('error', new Error('bad'));
      await expect(failing.next()).rejects.toThrow('bad');
      expect(await failing.next()).toEqual({ value: undefined, done: true });
    }
  });
});

it('has the exports of Node', () => {
  expect(Object.keys(events)).toEqual(Object.keys(realEvents));
  expect(Object.keys(events.prototype).sort()).toEqual(Object.keys(realEvents.prototype).sort());
});
