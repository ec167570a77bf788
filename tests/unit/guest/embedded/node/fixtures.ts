import { createRequire } from 'node:module';
import { CallArguments } from '../../../../../src/guest/embedded/files/arguments.ts';
import {
  ChangeLog,
  createScratchFiles,
  nodeFileOperations,
} from '../../../../../src/guest/embedded/files/index.ts';
import { createNodeFiles, type NodeFiles } from '../../../../../src/guest/embedded/node/fs/nodeFiles.ts';
import { createLoader, type Loader } from '../../../../../src/guest/embedded/node/loader/loader.ts';
import { GuestFsError } from '../../../../../src/guest/port.ts';

/** Files of a scratch guest, asked for without a port: the operations of the file worker run at once. */
export function scratchNodeFiles(texts: Readonly<Record<string, string>>): NodeFiles {
  const files = createScratchFiles();
  for (const [path, text] of Object.entries(texts)) {
    files.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', true);
    files.writeFile(path, new TextEncoder().encode(text));
  }
  const table = nodeFileOperations({ files, log: new ChangeLog(), randomByte: () => 7 });
  const calls = {
    call(operation: string, values: readonly unknown[]): unknown {
      const run = table.get(operation);
      if (!run) throw new GuestFsError('ENOSYS', operation);
      return run(new CallArguments(operation, values));
    },
  };
  return createNodeFiles(calls as never);
}

/**
 * The loaders over such files, on this Node's own builtin modules and those of the guest in `own`. What a program
 * prints is kept in `printed`.
 */
export function scratchLoader(
  texts: Readonly<Record<string, string>>,
  own: Readonly<Record<string, unknown>> = {},
): {
  readonly loader: Loader;
  readonly printed: unknown[];
} {
  const require = createRequire(import.meta.url);
  const printed: unknown[] = [];
  Object.assign(globalThis, { print: (value: unknown) => printed.push(value) });
  const names = new Set(['fs', 'path', 'util', 'module', ...Object.keys(own)]);
  const loader = createLoader({
    files: scratchNodeFiles(texts),
    builtinIn: (specifier) => {
      const name = specifier.replace(/^node:/, '');
      return names.has(name) ? name : null;
    },
    builtinNames: () => [...names],
    loadBuiltin: (name) => own[name] ?? (require(`node:${name}`) as unknown),
    // biome-ignore lint/security/noGlobalEval: programs of the guest run as they do there.
    evaluate: globalThis.eval as (code: string) => unknown,
    conditions: [],
    globalPaths: [],
    warn: () => {},
    invalidArgument: (name) => new TypeError(name),
    setMain: () => {},
    hold: () => () => {},
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { loader, printed };
}
