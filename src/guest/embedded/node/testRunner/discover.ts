import type { NodeFiles } from '../fs/nodeFiles.ts';
import { normalize } from '../loader/resolve.ts';

const testFile = /^(?:test|test-.+|.+[.\-_]test)\.(?:c|m)?js$/;
const scriptFile = /\.(?:c|m)?js$/;

/**
 * The files that `node --test` runs, sorted: the given ones, and in given directories (the working directory where
 * none is given) those that Node 20 takes: everything below a directory `test`, else by name; `node_modules` never.
 * `missing` is a path that is not there.
 */
export function discoverTests(
  files: NodeFiles,
  cwd: string,
  paths: readonly string[],
): { readonly found: readonly string[]; readonly missing: string | null } {
  const found = new Set<string>();
  for (const given of paths.length > 0 ? paths : ['.']) {
    const path = normalize(given.startsWith('/') ? given : `${cwd}/${given}`);
    const kind = files.kindOf(path);
    if (kind === null) return { found: [], missing: given };
    if (kind === 'directory') collect(files, path, isBelowTest(path), paths.length > 0, found);
    else found.add(path);
  }
  return { found: [...found].sort(), missing: null };
}

function isBelowTest(path: string): boolean {
  return path.split('/').at(-1) === 'test';
}

function collect(
  files: NodeFiles,
  directory: string,
  all: boolean,
  given: boolean,
  found: Set<string>,
): void {
  for (const { name, kind } of files.readdir(directory)) {
    const path = directory === '/' ? `/${name}` : `${directory}/${name}`;
    if (kind === 'directory') {
      if (name !== 'node_modules') collect(files, path, all || name === 'test', given, found);
    } else if (all ? scriptFile.test(name) : testFile.test(name)) found.add(path);
  }
}
