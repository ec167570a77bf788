import type { NodeSystem } from '../system.ts';
import { FdTable, type ProcessStreams } from './fdTable.ts';
import { type BufferClass, pathText } from './fsArguments.ts';
import type { NodeFiles } from './nodeFiles.ts';

/** A path as given and where it leads. */
interface Place {
  readonly given: string;
  readonly path: string;
}

/** What all of `fs` stands on: its files, descriptors and how it reads arguments. */
export interface FsBase {
  readonly system: NodeSystem;
  readonly files: NodeFiles;
  readonly fds: FdTable;
  readonly Buffer: BufferClass;
  place(value: unknown, name?: string): Place;
  /** A path as text, which is not looked for: the target of a link. */
  textOf(value: unknown, name: string): string;
}

const tables = new WeakMap<NodeSystem, FdTable>();

/** With which path an open descriptor of the process was opened; null for its streams. `fs` must have been made. */
export function pathOfDescriptor(system: NodeSystem, fd: number): string | null {
  return tables.get(system)?.pathOf(fd) ?? null;
}

export function createFsBase(system: NodeSystem, streams: ProcessStreams): FsBase {
  const { files } = system;
  const fds = new FdTable(files, streams);
  tables.set(system, fds);
  const fromUrl = (url: URL) => system.builtin<typeof import('node:url')>('url').fileURLToPath(url);
  return {
    system,
    files,
    fds,
    get Buffer() {
      return system.builtin<typeof import('node:buffer')>('buffer').Buffer;
    },
    place(value, name = 'path') {
      const given = pathText(value, name, fromUrl);
      // An empty path leads nowhere, not to the working directory.
      if (given === '' || given.startsWith('/')) return { given, path: given };
      return { given, path: `${system.process.cwd()}/${given}` };
    },
    textOf: (value, name) => pathText(value, name, fromUrl),
  };
}
