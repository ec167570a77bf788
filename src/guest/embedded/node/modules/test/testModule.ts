import type { NodeSystem } from '../../system.ts';
import { createHarness } from './harness.ts';
import type { MockTracker } from './mock.ts';
import type { HookName, TestOptions } from './runner.ts';
import { runFilesAsStream } from './runStream.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** `node:test`. */
export function createTest(system: NodeSystem): object {
  const harness = createHarness(system);

  function maker(kind: 'test' | 'suite', name: string) {
    const make = (overrides: TestOptions): Callback => {
      const made: Callback = (...args) => harness.create(kind, null, args, made, overrides);
      return Object.defineProperty(made, 'name', { value: name });
    };
    return Object.assign(make({}), {
      skip: make({ skip: true }),
      todo: make({ todo: true }),
      only: make({ only: true }),
    });
  }
  const hook = (name: HookName) =>
    Object.defineProperty(
      (run: unknown, options?: { readonly timeout?: number }) =>
        harness.currentNode().addHook(name, run, options),
      'name',
      { value: name },
    );

  const test = maker('test', 'test');
  const describe = maker('suite', 'describe');
  const it = maker('test', 'it');
  let mock: MockTracker | undefined;
  const exports = Object.assign(test, {
    after: hook('after'),
    afterEach: hook('afterEach'),
    before: hook('before'),
    beforeEach: hook('beforeEach'),
    describe,
    it,
    run: (options?: object) => runFilesAsStream(system, options),
    suite: maker('suite', 'suite'),
    test,
  });
  Object.defineProperty(exports, 'mock', {
    get() {
      mock ??= harness.createTracker();
      return mock;
    },
    enumerable: true,
    configurable: true,
  });
  return exports;
}
