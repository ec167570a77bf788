import type { NodeSystem } from '../../system.ts';

type Fs = typeof import('node:fs');
type Path = typeof import('node:path');

const isScript = /\.[cm]?js$/;
const testName = /^test$|^test-.+|.+[.\-_]test$/;

/**
 * The test files below the given files and directories, as Node 20 looks for them: names with "test" in the known
 * forms, everything in directories of the name `test`, nothing in `node_modules`.
 */
export function findTestFiles(system: NodeSystem, given: readonly string[]): string[] {
  const fs = system.builtin<Fs>('fs');
  const path = system.builtin<Path>('path');
  const found = new Set<string>();

  function look(place: string, isAsked: boolean, inTestFolder: boolean): void {
    const stats = fs.statSync(place);
    if (stats.isFile()) {
      const base = path.basename(place).replace(isScript, '');
      if (isAsked || (isScript.test(place) && (inTestFolder || testName.test(base)))) found.add(place);
    } else if (stats.isDirectory()) {
      const name = path.basename(place);
      if (!isAsked && name === 'node_modules') return;
      const isTestFolder = inTestFolder || name === 'test';
      for (const entry of fs.readdirSync(place)) look(path.join(place, entry), false, isTestFolder);
    }
  }

  const cwd = system.process.cwd();
  if (given.length === 0) {
    // The folder's own name makes no test folder of it.
    for (const entry of fs.readdirSync(cwd)) look(path.join(cwd, entry), false, false);
  } else for (const place of given) look(path.resolve(cwd, place), true, false);
  return [...found].sort();
}
