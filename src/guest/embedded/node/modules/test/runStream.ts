import type { NodeSystem } from '../../system.ts';
import type { TestEvent } from './events.ts';
import { findTestFiles } from './files.ts';
import { countLines } from './harness.ts';
import { createReporter, createReporting } from './reporting.ts';
import { runTestFiles } from './runFiles.ts';

type Stream = typeof import('node:stream');

/** `run()` of node:test: a stream of events that are emitted by their names as well. */
export function runFilesAsStream(
  system: NodeSystem,
  options: { readonly files?: readonly string[]; readonly concurrency?: unknown } = {},
): object {
  const { Readable } = system.builtin<Stream>('stream');
  const stream = new Readable({ objectMode: true, read() {} });
  const report = (event: TestEvent) => {
    stream.push(event);
    stream.emit(event.type, event.data);
  };
  const start = system.clock.elapsedMs();
  const run = async () => {
    const files = options.files ?? findTestFiles(system, []);
    const { counts, planned } = await runTestFiles(
      system,
      files,
      [],
      filesAtOnce(system, options.concurrency ?? false),
      report,
    );
    report({ type: 'test:plan', data: { nesting: 0, count: planned } });
    for (const message of countLines(counts, system.clock.elapsedMs() - start)) {
      report({ type: 'test:diagnostic', data: { nesting: 0, message } });
    }
    stream.push(null);
  };
  run().catch((error: Error) => stream.destroy(error));
  return stream;
}

/**
 * `node --test [files and directories]`: reports to stdout as the command line asks. The code to exit with.
 * `childArgs` are the options that each file's process gets too, `concurrency` how many files run at once where it
 * was asked for.
 */
export async function runTestCommand(
  system: NodeSystem,
  places: readonly string[],
  childArgs: readonly string[],
  concurrency: number | null,
): Promise<number> {
  let files: string[];
  try {
    files = findTestFiles(system, places);
  } catch (error) {
    const missing = (error as { path?: string }).path ?? '';
    const stderr = system.process.stderr as { write(text: string): void };
    stderr.write(`Could not find '${missing}'\n`);
    return 1;
  }
  if (typeof SharedArrayBuffer === 'undefined') {
    const words =
      'node --test runs each file in a process of its own, and those need shared memory, which this page does not have; run a file by itself: node FILE\n';
    (system.process.stderr as { write(text: string): void }).write(words);
    return 1;
  }
  const start = system.clock.elapsedMs();
  const reporting = createReporting(system);
  const { counts, passed, planned } = await runTestFiles(
    system,
    files,
    childArgs,
    filesAtOnce(system, concurrency ?? true),
    reporting.report,
  );
  reporting.report({ type: 'test:plan', data: { nesting: 0, count: planned } });
  for (const message of countLines(counts, system.clock.elapsedMs() - start)) {
    reporting.report({ type: 'test:diagnostic', data: { nesting: 0, message } });
  }
  reporting.end();
  return passed ? 0 : 1;
}

/** `true`: as many as there are processors but one. With virtual time one: the order must not hang on the wall's. */
function filesAtOnce(system: NodeSystem, asked: unknown): number {
  if (system.clock.virtual) return 1;
  const { availableParallelism } = system.builtin<typeof import('node:os')>('os');
  if (asked === true) return Math.max(1, availableParallelism() - 1);
  return typeof asked === 'number' && asked >= 1 ? Math.floor(asked) : 1;
}

/** `node:test/reporters`: each takes a stream of events and gives text. */
export function createReporters(system: NodeSystem): object {
  const { Transform } = system.builtin<Stream>('stream');
  const generator = (name: string) => {
    const run = async function* (source: AsyncIterable<TestEvent>) {
      const reporter = createReporter(system, name, false);
      for await (const event of source) {
        const text = reporter(event);
        if (text !== '') yield text;
      }
      const last = reporter(null);
      if (last !== '') yield last;
    };
    return Object.defineProperty(run, 'name', { value: name });
  };
  function spec() {
    const reporter = createReporter(system, 'spec', false);
    return new Transform({
      writableObjectMode: true,
      transform(event: TestEvent, _encoding, done) {
        done(null, reporter(event));
      },
      flush(done) {
        done(null, reporter(null));
      },
    });
  }
  return {
    dot: generator('dot'),
    junit: generator('junit'),
    spec,
    tap: generator('tap'),
    lcov: generator('lcov'),
  };
}
