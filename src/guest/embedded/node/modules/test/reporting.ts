import { invalidArgValue } from '../../nodeErrors/argumentErrors.ts';
import { notSupported } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { serialize } from '../small/valueFormat.ts';
import { childMark } from './childEvents.ts';
import type { TestEvent } from './events.ts';
import { testFlags } from './flags.ts';
import { createOwnReporter } from './ownReporter.ts';
import { createDotReporter } from './reporters/dot.ts';
import { createJunitReporter } from './reporters/junit.ts';
import { createSpecReporter, noPaint, terminalPaint } from './reporters/spec.ts';
import { createTapReporter } from './reporters/tap.ts';

/** Takes events, and null at the end; gives the text to write. */
export type Reporter = (event: TestEvent | null) => string;

type Path = typeof import('node:path');
const ownNames = new Set(['tap', 'spec', 'dot', 'junit', 'lcov']);

export function createReporter(system: NodeSystem, name: string, isTerminal: boolean): Reporter {
  const paint = isTerminal ? terminalPaint : noPaint;
  switch (name) {
    case 'tap':
      return createTapReporter();
    case 'spec': {
      const path = () => system.builtin<Path>('path');
      return createSpecReporter((file) => path().relative(system.process.cwd(), file), paint);
    }
    case 'dot':
      return createDotReporter(paint);
    case 'junit':
      return createJunitReporter(system.builtin<typeof import('node:os')>('os').hostname());
    default:
      throw notSupported(`The test reporter '${name}'`);
  }
}

/** Takes events, and null at the end. */
interface Sink {
  give(event: TestEvent | null): void;
  /** Writes what it has made of them. */
  flush(): void;
}

/** Where the reports of this process go, by the command line; for the parent where there is one that asked. */
export function createReporting(system: NodeSystem): { report: (event: TestEvent) => void; end: () => void } {
  const stdout = system.process.stdout as { isTTY?: boolean; write(text: string): void };
  if (system.process.env.NODE_TEST_CONTEXT === 'child-v8') return reportToParent(stdout);
  const flags = testFlags(system.job.args);
  const isTerminal = stdout.isTTY === true;
  const names = flags.reporters.length > 0 ? flags.reporters : [isTerminal ? 'spec' : 'tap'];
  const destinations =
    flags.destinations.length === 0 && names.length === 1 ? ['stdout'] : flags.destinations;
  if (destinations.length !== names.length) {
    const words = "must match the number of specified '--test-reporter-destination'";
    throw invalidArgValue('--test-reporter', names, words);
  }
  const sinks = names.map((name, index): Sink => {
    const destination = destinations[index] ?? 'stdout';
    const write = writerTo(system, destination, stdout);
    if (!ownNames.has(name)) return { ...createOwnReporter(system, name, write), flush() {} };
    return gathering(createReporter(system, name, isTerminal && destination === 'stdout'), write);
  });
  // Node's reports pass through streams: what tests print in the same turn comes before them.
  let isDue = false;
  const flush = () => {
    isDue = false;
    for (const sink of sinks) sink.flush();
  };
  return {
    report(event) {
      for (const sink of sinks) sink.give(event);
      if (isDue) return;
      isDue = true;
      system.loop.enqueue(flush);
    },
    end() {
      for (const sink of sinks) sink.give(null);
      flush();
    },
  };
}

function gathering(reporter: Reporter, write: (text: string) => void): Sink {
  let text = '';
  return {
    give(event) {
      text += reporter(event);
    },
    flush() {
      const due = text;
      text = '';
      if (due !== '') write(due);
    },
  };
}

function writerTo(
  system: NodeSystem,
  destination: string,
  stdout: { write(text: string): void },
): (text: string) => void {
  if (destination === 'stdout') return (text) => stdout.write(text);
  if (destination === 'stderr') return (text) => (system.process.stderr as typeof stdout).write(text);
  const fs = system.builtin<typeof import('node:fs')>('fs');
  fs.writeFileSync(destination, '');
  return (text) => fs.appendFileSync(destination, text);
}

/** One event a line behind a mark that no program prints by chance. */
function reportToParent(stdout: { write(text: string): void }): {
  report: (event: TestEvent) => void;
  end: () => void;
} {
  const decoder = new TextDecoder();
  return {
    report(event) {
      let bytes: Uint8Array<ArrayBuffer>;
      try {
        bytes = serialize(event);
      } catch {
        // What cannot be sent is told in words.
        bytes = serialize(JSON.parse(JSON.stringify(event)));
      }
      stdout.write(`${childMark}${JSON.stringify(decoder.decode(bytes))}\n`);
    },
    end() {},
  };
}
