import type { NodeArgs } from '../args.ts';
import type { NodeSystem } from '../system.ts';
import { TestCounts } from './counts.ts';
import { discoverTests } from './discover.ts';
import type { TestEvent } from './eventLines.ts';
import { openReports } from './reporters.ts';
import { type FileEnd, runTestFile } from './testFile.ts';

export interface TestRunParts {
  readonly system: NodeSystem;
  readonly args: NodeArgs;
  readonly importModule: (specifier: string) => Promise<object>;
}

/** `node --test`: each file in a process of its own, their tests in one report. */
export async function runTests(parts: TestRunParts, paths: readonly string[]): Promise<void> {
  const { args, system } = parts;
  const { found, missing } = discoverTests(system.files, system.process.cwd(), paths);
  if (missing !== null) {
    const path = missing.startsWith('/') ? missing : `${system.process.cwd()}/${missing}`;
    system.write(2, new TextEncoder().encode(`Could not find '${path}'\n`));
    system.process.exit(1);
  }
  const startedMs = system.clock.elapsedMs();
  const counts = new TestCounts();
  const reports = await openReports({
    system,
    names: args.options.get('test-reporter') ?? [],
    destinations: args.options.get('test-reporter-destination') ?? [],
    importModule: parts.importModule,
  });

  function emit(event: TestEvent): void {
    const { type, data } = event;
    if (type !== 'test:pass' && type !== 'test:fail') {
      reports.emit(event);
      return;
    }
    // Tests of all files are numbered through.
    const isOfFile = data.isFile === true;
    const testNumber = data.nesting === 0 && !isOfFile ? counts.topLevel + 1 : data.testNumber;
    counts.add(event);
    const { isFile: _, ...shown } = data;
    reports.emit({ type, data: { ...shown, testNumber } });
  }

  const execArgv = args.execArgv.filter(
    (arg) => !/^--(test$|test-reporter|test-concurrency|watch)/.test(arg),
  );
  await inOrder(
    found,
    concurrencyOf(parts),
    async (path, index, give) => {
      const end = await runTestFile(system, path, execArgv, give);
      for (const event of eventsOfFile(path, index + 1, end)) give(event);
    },
    emit,
  );

  reports.emit({ type: 'test:plan', data: { nesting: 0, count: counts.topLevel } });
  for (const message of counts.lines(system.clock.elapsedMs() - startedMs)) {
    reports.emit({ type: 'test:diagnostic', data: { nesting: 0, message } });
  }
  await reports.end();
  if (counts.hasFailed) system.process.exitCode = 1;
}

function concurrencyOf({ args, system }: TestRunParts): number {
  const asked = Number(args.options.get('test-concurrency')?.at(-1));
  if (asked >= 1) return asked;
  // A seeded run must not depend on which process is faster.
  return system.job.clockStartMs === null ? Math.max(1, system.natives.processors - 1) : 1;
}

/** Works on several items at a time; what they give comes out in the order of the items. */
async function inOrder<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, index: number, give: (event: TestEvent) => void) => Promise<void>,
  emit: (event: TestEvent) => void,
): Promise<void> {
  const kept = new Map<number, TestEvent[]>();
  const ended = new Set<number>();
  let current = 0;
  let next = 0;
  const advance = () => {
    while (ended.has(current)) {
      current += 1;
      for (const event of kept.get(current) ?? []) emit(event);
      kept.delete(current);
    }
  };
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const at = index;
      await work(items[at] as Item, at, (event) => {
        if (at === current) emit(event);
        else kept.set(at, [...(kept.get(at) ?? []), event]);
      });
      ended.add(at);
      advance();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}

/** A file is a test of its own where it reported none, or failed otherwise than by its tests. */
function eventsOfFile(path: string, testNumber: number, end: FileEnd): TestEvent[] {
  const isFine = end.code === 0;
  if (end.reported > 0 && (isFine || end.failed > 0)) return [];
  const place = { name: path, nesting: 0, file: path, line: 1, column: 1 };
  const details = { duration_ms: end.durationMs };
  const outcome: TestEvent = isFine
    ? { type: 'test:pass', data: { ...place, testNumber, isFile: true, details } }
    : {
        type: 'test:fail',
        data: { ...place, testNumber, isFile: true, details: { ...details, error: fileError(end) } },
      };
  return [{ type: 'test:start', data: place }, outcome];
}

function fileError({ code, signal }: FileEnd): Error {
  const error = new Error('test failed');
  Object.defineProperty(error, 'stack', { value: undefined, writable: true, configurable: true });
  return Object.assign(error, {
    code: 'ERR_TEST_FAILURE',
    failureType: 'testCodeFailure',
    cause: 'test failed',
    exitCode: code,
    signal,
  });
}
