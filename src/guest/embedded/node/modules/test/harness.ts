import { topFrame } from '../../errors/stackTrace.ts';
import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import { failureOf } from './calling.ts';
import { contextParts, TestContext } from './context.ts';
import { type Counts, emptyCounts, type Place } from './events.ts';
import { testFlags } from './flags.ts';
import { MockTracker } from './mock.ts';
import { MockTimers } from './mockTimers.ts';
import { createReporting } from './reporting.ts';
import type { Runner, TestOptions } from './runner.ts';
import type { RunnerNode } from './runnerNode.ts';
import { Root, Suite, Test } from './tests.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;
type Timers = {
  setTimeout(callback: () => void, ms: number): { unref?(): unknown };
  clearTimeout(timer: unknown): void;
};

/** The lines behind all tests. */
export function countLines(counts: Counts, durationMs: number): string[] {
  const { tests, suites, pass, fail, cancelled, skipped, todo } = counts;
  const rows = {
    tests,
    suites,
    pass,
    fail,
    cancelled,
    skipped,
    todo,
    duration_ms: Math.round(durationMs * 1e6) / 1e6,
  };
  return Object.entries(rows).map(([name, value]) => `${name} ${value}`);
}

/** `test([name][, options][, fn])` in all its forms. */
function argumentsOf(args: readonly unknown[]): {
  name: string | undefined;
  options: TestOptions;
  code: Callback;
} {
  let [name, options, code] = args;
  if (typeof name === 'function') [code, name, options] = [name, undefined, undefined];
  else if (name !== null && typeof name === 'object') [code, options, name] = [options, name, undefined];
  else if (typeof options === 'function') [code, options] = [options, undefined];
  if (options !== undefined && (options === null || typeof options !== 'object'))
    throw invalidArgType('options', 'object', options);
  const run = (typeof code === 'function' ? code : () => {}) as Callback;
  const given = name ?? (options as { readonly name?: unknown } | undefined)?.name;
  const text = typeof given === 'string' && given !== '' ? given : run.name || '<anonymous>';
  return { name: text, options: (options ?? {}) as TestOptions, code: run };
}

/** The tests of this process, from the first that is made to the end of the process. */
export function createHarness(system: NodeSystem) {
  const flags = testFlags(system.job.args);
  // Taken now: a program may mock them.
  const { setTimeout, clearTimeout } = system.builtin<Timers>('timers');
  let root: Root | null = null;
  let runner: Runner;
  let started = false;

  function rootNode(): Root {
    if (root) return root;
    const reporting = createReporting(system);
    runner = {
      counts: emptyCounts(),
      now: () => system.clock.elapsedMs(),
      report: reporting.report,
      startTimer(callback, ms) {
        const timer = setTimeout(callback, ms);
        // As in Node: a limit alone keeps no process alive.
        timer.unref?.();
        return () => clearTimeout(timer);
      },
      onlyMarked: flags.onlyMarked,
      patterns: flags.patterns,
      current: { node: null },
      running: [],
    };
    root = new Root(runner, null, '<root>', () => {}, {}, null);
    root.startMs = runner.now();
    watchProcess(root, reporting.end);
    return root;
  }

  function watchProcess(node: Root, endReports: () => void): void {
    const { process } = system;
    const onError = (kind: string) => (error: unknown) => {
      const test = runner.running.at(-1);
      if (test) {
        test.fail(failureOf(error, kind));
        test.abort.abort();
        return;
      }
      process.removeListener('uncaughtException', onException);
      process.removeListener('unhandledRejection', onRejection);
      system.loop.fail(error);
    };
    const onException = onError('uncaughtException');
    const onRejection = onError('unhandledRejection');
    process.on('uncaughtException', onException);
    process.on('unhandledRejection', onRejection);
    let ended = false;
    process.on('beforeExit', () => {
      if (ended || !started) return;
      ended = true;
      void node.end().then(() => {
        const { report, counts, now } = runner;
        report({ type: 'test:plan', data: { nesting: 0, count: node.subtests.length } });
        if (process.env.NODE_TEST_CONTEXT !== 'child-v8') {
          for (const message of [...node.diagnostics, ...countLines(counts, now() - (node.startMs ?? 0))]) {
            report({ type: 'test:diagnostic', data: { nesting: 0, message } });
          }
        }
        endReports();
        if (!node.passed) process.exitCode = 1;
      });
    });
  }

  function placeOf(below: Callback): Place | null {
    const holder: { stack?: string } = {};
    Error.captureStackTrace?.(holder, below);
    const frame = topFrame(holder.stack ?? '');
    if (!frame) return null;
    const isUrl = frame.file.startsWith('file://');
    return {
      ...frame,
      file: isUrl ? system.builtin<typeof import('node:url')>('url').fileURLToPath(frame.file) : frame.file,
    };
  }

  /** `from` is the function that the program called: its caller is where the test stands. */
  function create(
    kind: 'test' | 'suite',
    parent: RunnerNode | null,
    args: readonly unknown[],
    from: Callback,
    overrides: TestOptions,
  ): Promise<void> {
    const owner = parent ?? rootNode().runner.current.node ?? rootNode();
    const { name = '', options, code } = argumentsOf(args);
    const timeout = options.timeout ?? (Number.isFinite(flags.timeoutMs) ? flags.timeoutMs : undefined);
    const all: TestOptions = { ...options, ...(timeout === undefined ? {} : { timeout }), ...overrides };
    const Kind = kind === 'suite' ? Suite : Test;
    const node = new Kind(owner.runner, owner, name, code, all, placeOf(from));
    owner.subtests.push(node);
    if (node instanceof Suite) node.build();
    started = true;
    if (owner instanceof Suite) return Promise.resolve();
    if (owner instanceof Test) {
      if (!owner.finished) return node.start();
      node.cancel();
      return Promise.resolve();
    }
    // The program's own text is run to its end first.
    return new Promise((resolve, reject) => {
      system.loop.nextTick(() => void node.start().then(resolve, reject));
    });
  }

  contextParts.subtest = (parent, args, overrides = {}) =>
    create('test', parent as RunnerNode, args, TestContext.prototype.test as Callback, overrides);
  contextParts.tracker = () => createTracker();
  contextParts.assert = () => system.builtin('assert');
  function createTracker(): MockTracker {
    return new MockTracker(() => new MockTimers(() => [system.builtin<object>('timers')]));
  }

  function currentNode(): RunnerNode {
    const node = rootNode();
    return node.runner.current.node ?? node;
  }

  return { create, currentNode, createTracker };
}
