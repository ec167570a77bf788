import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import type { TestEvent } from './events.ts';

type StreamModule = typeof import('node:stream');

/** A program's own reporter: takes events, and null at the end. */
export interface OwnReporter {
  give(event: TestEvent | null): void;
}

/**
 * Loads the default export of `name` (a path from the working directory, or a package): a function or generator over
 * the events, a stream, or the class of one. Events wait until it is there; the process ends no earlier than what it
 * writes.
 */
export function createOwnReporter(
  system: NodeSystem,
  name: string,
  write: (text: string) => void,
): OwnReporter {
  const { Readable, compose } = system.builtin<
    StreamModule & { compose(...parts: unknown[]): AsyncIterable<unknown> }
  >('stream');
  const source = new Readable({ objectMode: true, read() {} });
  const run = async () => {
    const reporter = reporterOf(await load(name), name);
    for await (const text of compose(source, reporter)) write(String(text));
  };
  let release = () => {};
  void run().then(
    () => release(),
    (error: unknown) => system.loop.enqueue(() => system.loop.fail(error)),
  );
  return {
    give(event) {
      // Held from the end on: before that it would keep alive a process whose end the last report waits for.
      if (event === null) release = system.loop.hold();
      source.push(event);
    },
  };
}

/** As of a program in the working directory: the function's own `import`. */
function load(name: string): Promise<{ readonly default?: unknown }> {
  return new Function('name', 'return import(name)')(name) as Promise<{ readonly default?: unknown }>;
}

function reporterOf(loaded: { readonly default?: unknown }, name: string): unknown {
  const reporter = loaded.default;
  const isClass =
    typeof reporter === 'function' &&
    typeof reporter.prototype === 'object' &&
    Object.hasOwn(reporter.prototype as object, 'constructor');
  if (isClass) return new (reporter as unknown as new () => unknown)();
  if (reporter) return reporter;
  const words = `The argument 'Reporter' is not a valid reporter. Received '${name}'`;
  throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', words);
}
