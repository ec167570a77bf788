import type { NodeSystem } from '../system.ts';
import { eventIn, type TestEvent } from './eventLines.ts';

type ChildProcessModule = typeof import('node:child_process');

/** How a file with tests ended. */
export interface FileEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  /** Tests of its own that it has reported; of those that failed. */
  readonly reported: number;
  readonly failed: number;
}

const ownSummary = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \S+$/;

/** Runs one file in a process of its own and hands on its events as they come. */
export function runTestFile(
  system: NodeSystem,
  path: string,
  execArgv: readonly string[],
  onEvent: (event: TestEvent) => void,
): Promise<FileEnd> {
  const { spawn } = system.builtin<ChildProcessModule>('child_process');
  const startedMs = system.clock.elapsedMs();
  const child = spawn(system.process.execPath, [...execArgv, path], {
    env: { ...system.process.env, NODE_TEST_CONTEXT: 'child-v8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let reported = 0;
  let failed = 0;

  function heard(event: TestEvent): void {
    const { type, data } = event;
    const isTop = data.nesting === 0;
    // The file's own sums are ours to say.
    if (isTop && type === 'test:plan') return;
    if (isTop && type === 'test:diagnostic' && ownSummary.test(String(data.message))) return;
    if (isTop && (type === 'test:pass' || type === 'test:fail')) {
      reported += 1;
      if (type === 'test:fail' && data.todo === undefined) failed += 1;
    }
    onEvent(event);
  }

  const out = lineReader((line) => {
    const event = eventIn(line);
    if (event) heard(event);
    else onEvent({ type: 'test:stdout', data: { file: path, message: `${line}\n` } });
  });
  const err = lineReader((line) =>
    onEvent({ type: 'test:stderr', data: { file: path, message: `${line}\n` } }),
  );
  child.stdout.on('data', out.take);
  child.stderr.on('data', err.take);
  return new Promise((resolve) => {
    const finish = (code: number | null, signal: string | null) => {
      out.end();
      err.end();
      resolve({ code, signal, durationMs: system.clock.elapsedMs() - startedMs, reported, failed });
    };
    child.on('error', () => finish(1, null));
    child.on('close', finish);
  });
}

function lineReader(onLine: (line: string) => void): { take(chunk: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    take(chunk) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    },
    end() {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
