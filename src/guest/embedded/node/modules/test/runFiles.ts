import type { NodeSystem } from '../../system.ts';
import { createChildReader, createPrintedLines } from './childEvents.ts';
import { type Counts, emptyCounts, type TestEvent, TestFailure, type TestOutcome } from './events.ts';

type ChildProcess = typeof import('node:child_process');

/** The reports of one test file's process, renumbered into the whole, and what became of the process. */
async function runFile(
  system: NodeSystem,
  file: string,
  args: readonly string[],
  take: (event: TestEvent) => void,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  const { spawn } = system.builtin<ChildProcess>('child_process');
  const env = { ...system.process.env, NODE_TEST_CONTEXT: 'child-v8' };
  const child = spawn(system.process.execPath, [...args, file], {
    env,
    cwd: system.process.cwd(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = createChildReader();
  const printed = (type: 'test:stdout' | 'test:stderr') => (part: TestEvent | string) =>
    take(typeof part === 'string' ? { type, data: { file, message: part } } : part);
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => out.read(text).forEach(printed('test:stdout')));
  const err = createPrintedLines();
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => err.read(text).forEach(printed('test:stderr')));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      out.end().forEach(printed('test:stdout'));
      err.end().forEach(printed('test:stderr'));
      resolve({ code, signal });
    });
  });
}

const isFailing = ({ todo }: TestOutcome): boolean => todo === undefined;

function count(counts: Counts, type: 'test:pass' | 'test:fail', data: TestOutcome): void {
  if (data.details.type === 'suite') {
    counts.suites++;
    return;
  }
  counts.tests++;
  const kind = (data.details.error as { failureType?: string } | undefined)?.failureType ?? '';
  if (data.skip !== undefined) counts.skipped++;
  else if (data.todo !== undefined) counts.todo++;
  else if (/^(cancelledByParent|testTimeoutFailure|testAborted)$/.test(kind)) counts.cancelled++;
  else if (type === 'test:pass') counts.pass++;
  else counts.fail++;
}

interface FileEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
}

/** A file's run, whose reports are kept until it is its turn to be told of. */
interface FileRun {
  readonly file: string;
  readonly end: Promise<FileEnd>;
  tell(take: (event: TestEvent) => void): void;
}

/** Starts `concurrency` files at once and another whenever one has ended. */
function startFiles(
  system: NodeSystem,
  files: readonly string[],
  args: readonly string[],
  concurrency: number,
): FileRun[] {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = () => {
    while (running < concurrency) {
      const start = waiting.shift();
      if (!start) return;
      running++;
      start();
    }
  };
  const runs = files.map((file): FileRun => {
    const kept: TestEvent[] = [];
    let take = (event: TestEvent): void => void kept.push(event);
    const started = new Promise<void>((resolve) => waiting.push(resolve));
    const run = async (): Promise<FileEnd> => {
      await started;
      const start = system.clock.elapsedMs();
      try {
        const { code, signal } = await runFile(system, file, args, (event) => take(event));
        return { code, signal, durationMs: system.clock.elapsedMs() - start };
      } finally {
        running--;
        next();
      }
    };
    return {
      file,
      end: run(),
      tell(given) {
        take = given;
        for (const event of kept.splice(0)) given(event);
      },
    };
  });
  next();
  return runs;
}

/** Runs each file in a process of its own, so many at once, and reports in their order. True where none failed. */
export async function runTestFiles(
  system: NodeSystem,
  files: readonly string[],
  args: readonly string[],
  concurrency: number,
  report: (event: TestEvent) => void,
): Promise<{ readonly counts: Counts; readonly passed: boolean; readonly planned: number }> {
  const counts = emptyCounts();
  let planned = 0;
  let passed = true;
  for (const { file, end, tell } of startFiles(system, files, args, concurrency)) {
    let reported = 0;
    let failed = 0;
    const take = (event: TestEvent) => {
      if (event.type === 'test:plan' && event.data.nesting === 0) return;
      if (event.type !== 'test:pass' && event.type !== 'test:fail') {
        report(event);
        return;
      }
      const { data } = event;
      count(counts, event.type, data);
      if (event.type === 'test:fail' && isFailing(data)) failed++;
      if (data.nesting > 0) {
        report(event);
        return;
      }
      reported++;
      report({ ...event, data: { ...data, testNumber: ++planned } });
    };
    tell(take);
    const { code, signal, durationMs } = await end;
    const bad = code !== 0 || signal !== null;
    if (bad || failed > 0) passed = false;
    // A file is told of itself where it held no tests, or failed beside them.
    if (reported > 0 && (!bad || failed > 0)) continue;
    const error = Object.assign(new TestFailure('test failed', 'testCodeFailure'), {
      exitCode: code,
      signal,
    });
    const data: TestOutcome = {
      name: file,
      nesting: 0,
      testNumber: ++planned,
      details: { duration_ms: durationMs, ...(bad ? { error } : {}) },
      ...(bad ? { file, line: 1, column: 1 } : {}),
    };
    report({ type: 'test:start', data: { nesting: 0, name: file } });
    count(counts, bad ? 'test:fail' : 'test:pass', data);
    report({ type: bad ? 'test:fail' : 'test:pass', data });
  }
  return { counts, passed, planned };
}
