import type { Readable, Writable } from 'node:stream';
import type { NodeSystem } from '../system.ts';
import type { TestEvent } from './eventLines.ts';

type StreamModule = typeof import('node:stream');
type GeneratorReporter = (source: AsyncIterable<TestEvent>) => AsyncIterable<unknown>;

export interface ReporterParts {
  readonly system: NodeSystem;
  /** Names, or modules to import. */
  readonly names: readonly string[];
  readonly destinations: readonly string[];
  readonly importModule: (specifier: string) => Promise<object>;
}

/** Event streams for the reporters that were asked for; TAP where none was, as for a pipe in Node 20. */
export async function openReports(parts: ReporterParts): Promise<{
  readonly emit: (event: TestEvent) => void;
  readonly end: () => Promise<void>;
}> {
  const { system } = parts;
  const { Readable } = system.builtin<StreamModule>('stream');
  const names = parts.names.length > 0 ? parts.names : ['tap'];
  const reports = await Promise.all(
    names.map(async (name, index) => {
      const source = new Readable({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER, read() {} });
      const reporter = await reporterOf(parts, name);
      const target = destinationOf(system, parts.destinations[index] ?? 'stdout');
      return { source, done: run(reporter, source, target) };
    }),
  );
  return {
    emit(event) {
      for (const { source } of reports) source.push(event);
    },
    async end() {
      for (const { source } of reports) source.push(null);
      await Promise.all(reports.map(({ done }) => done));
    },
  };
}

async function reporterOf({ system, importModule }: ReporterParts, name: string): Promise<unknown> {
  const known = system.builtin<Record<string, unknown>>('test/reporters');
  if (Object.hasOwn(known, name)) return known[name];
  const module = (await importModule(name)) as { readonly default?: unknown };
  return module.default;
}

function destinationOf(system: NodeSystem, name: string): Writable {
  if (name === 'stdout') return system.process.stdout as Writable;
  if (name === 'stderr') return system.process.stderr as Writable;
  return system.builtin<typeof import('node:fs')>('fs').createWriteStream(name);
}

/** A reporter is a generator over the events, or a class or an instance of a transforming stream. */
async function run(reporter: unknown, source: Readable, target: Writable): Promise<void> {
  const prototype = (reporter as { readonly prototype?: object } | null)?.prototype;
  const isClass = prototype !== undefined && 'pipe' in prototype;
  const stream = isClass ? new (reporter as new () => NodeJS.ReadWriteStream)() : reporter;
  const chunks =
    typeof stream === 'object' && stream !== null && 'pipe' in stream
      ? source.pipe(stream as NodeJS.ReadWriteStream)
      : (stream as GeneratorReporter)(source);
  for await (const chunk of chunks as AsyncIterable<unknown>) {
    target.write(typeof chunk === 'string' ? chunk : (chunk as Uint8Array));
  }
}
