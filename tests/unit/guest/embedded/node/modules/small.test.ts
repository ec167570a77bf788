import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { libraryModules } from '../../../../../../src/guest/embedded/node/modules/index.ts';
import { outcome, testSystem } from './testSystem.ts';

// biome-ignore lint/security/noGlobalEval: what the guest's own evaluates with
const evaluate = globalThis.eval as (code: string) => unknown;
const system = testSystem({ natives: { ...(testSystem().natives as object), evaluate } as never });
const requireReal = createRequire(import.meta.url);

/** Every builtin of Node 20 that the core of the guest's node does not make itself. */
const names = requireReal('node:module').builtinModules.filter(
  (name: string) => !/^_|^(fs|child_process|worker_threads|process|console|module|timers)(\/|$)/.test(name),
) as string[];

it('every builtin module of Node is there', () => {
  expect(names.filter((name) => !(name in libraryModules))).toEqual([]);
});

describe.each(names)('%s', (name) => {
  it('has the members of Node', () => {
    const real = requireReal(`node:${name}`) as object;
    const ours = system.builtin<object>(name);
    const known = /^(http2|inspector|tls|cluster|dgram|repl|wasi|constants|trace_events)/.test(name);
    const missing = Object.keys(real).filter((member) => !member.startsWith('_') && !(member in ours));
    if (!known) expect(missing).toEqual([]);
    else expect(missing.every((member) => !(member in ours))).toBe(true);
  });
});

describe('what is not there', () => {
  it('says so when it is called', () => {
    for (const [name, member] of [
      ['cluster', 'fork'],
      ['tls', 'connect'],
      ['http2', 'connect'],
      ['dgram', 'createSocket'],
      ['repl', 'start'],
    ] as const) {
      const act = () => system.builtin<Record<string, () => void>>(name)[member]?.();
      expect(act).toThrow(
        `${name}.${member} is not available in this computer, which runs inside a web page.`,
      );
    }
  });

  it('is a class like any other until then', () => {
    const { Server } = system.builtin<typeof import('node:https')>('https');
    const { TLSSocket } = system.builtin<typeof import('node:tls')>('tls');
    expect([{} instanceof Server, {} instanceof TLSSocket]).toEqual([false, false]);
    expect(typeof class extends TLSSocket {}).toBe('function');
  });
});

describe('vm', () => {
  type Vm = typeof import('node:vm');
  const ours = system.builtin<Vm>('vm');
  const real = requireReal('node:vm') as Vm;

  it('runs scripts with an object as their globals', () => {
    const runs: ((vm: Vm) => unknown)[] = [
      (vm) => vm.runInNewContext('a + b', { a: 1, b: 2 }),
      (vm) => {
        const box: Record<string, unknown> = { n: 1 };
        vm.runInNewContext('n += 41; made = n * 2; var v = 3; function f() { return 4 }', box);
        return [box.n, box.made, box.v, typeof box.f];
      },
      (vm) => vm.runInNewContext('typeof process + typeof require + typeof console + typeof Map'),
      (vm) => vm.runInNewContext('missing'),
      (vm) => new vm.Script('this.x = 5; x * 2').runInContext(vm.createContext({})),
      (vm) => vm.isContext(vm.createContext({})),
      (vm) => vm.isContext({}),
      (vm) => vm.runInThisContext('1 + 1'),
      (vm) => vm.compileFunction('return a + b', ['a', 'b'])(2, 3),
      (vm) => vm.runInContext('1', {}),
      (vm) => {
        const box: Record<string, unknown> = {};
        vm.runInNewContext(
          "new Function('return this')().made = 1; n = Function('a', 'return made + a')(2); f = Function instanceof Function",
          box,
        );
        return box;
      },
    ];
    for (const run of runs) {
      const shape = (vm: Vm) => JSON.stringify(outcome(() => run(vm)));
      const [left, right] = [shape(ours), shape(real)];
      if (left.includes('"error"')) expect(right).toContain('"error"');
      else expect(left).toBe(right);
    }
    expect(() => new ours.Script('let x = ;')).toThrow(SyntaxError);
  });
});

describe('v8', () => {
  it('takes a value to bytes and back', () => {
    const v8 = system.builtin<typeof import('node:v8')>('v8');
    const value: Record<string, unknown> = {
      a: Object.assign(new Array(3), { 0: 1, 2: 3 }),
      b: new Map([[{ k: 1 }, new Set([1n])]]),
      c: new Date(5),
      d: /x/g,
      e: -0,
      f: undefined,
      g: new Uint16Array([1, 2]),
      h: NaN,
    };
    value.self = value;
    const back = v8.deserialize(v8.serialize(value)) as typeof value;
    expect(back.self).toBe(back);
    expect(Object.is(back.e, -0)).toBe(true);
    expect(back).toEqual(value);
    expect(() => v8.serialize(() => {})).toThrow();
  });
});

describe('async_hooks', () => {
  it('keeps a store through timers, ticks, microtasks and then', async () => {
    const { AsyncLocalStorage } = system.builtin<typeof import('node:async_hooks')>('async_hooks');
    const then = Promise.prototype.then;
    const timers = { setTimeout, setInterval, setImmediate, queueMicrotask };
    const { nextTick } = process;
    try {
      const storage = new AsyncLocalStorage<number>();
      const seen: unknown[] = [];
      await new Promise<void>((resolve) => {
        storage.run(1, () => {
          setTimeout(() => seen.push(['timeout', storage.getStore()]), 0);
          Promise.resolve().then(() => seen.push(['then', storage.getStore()]));
          process.nextTick(() => seen.push(['tick', storage.getStore()]));
          queueMicrotask(() => seen.push(['microtask', storage.getStore()]));
          storage.run(2, () => seen.push(['inner', storage.getStore()]));
          storage.exit(() => seen.push(['exit', storage.getStore()]));
        });
        setTimeout(resolve, 5);
      });
      expect(seen.slice(0, 2)).toEqual([
        ['inner', 2],
        ['exit', undefined],
      ]);
      expect(new Map(seen.slice(2) as [string, number][])).toEqual(
        new Map([
          ['then', 1],
          ['tick', 1],
          ['microtask', 1],
          ['timeout', 1],
        ]),
      );
      expect(storage.getStore()).toBeUndefined();
    } finally {
      Object.defineProperty(Promise.prototype, 'then', { value: then, writable: true, configurable: true });
      Object.assign(globalThis, timers);
      process.nextTick = nextTick;
    }
  });
});

describe('dns', () => {
  it('knows localhost and nobody else', async () => {
    const dns = system.builtin<typeof import('node:dns')>('dns');
    expect(await dns.promises.lookup('localhost')).toEqual({ address: '127.0.0.1', family: 4 });
    await expect(dns.promises.lookup('example.com')).rejects.toMatchObject({
      code: 'ENOTFOUND',
      message: 'getaddrinfo ENOTFOUND example.com',
      errno: -3008,
    });
    const found = await new Promise((resolve) =>
      dns.lookup('127.0.0.1', (_error, address, family) => resolve([address, family])),
    );
    expect(found).toEqual(['127.0.0.1', 4]);
  });
});
