import type { NodeFiles } from '../fs/nodeFiles.ts';

/** Packages that are a native program or library, with the folder in which npm puts that for this platform. */
const natives: Readonly<Record<string, string>> = {
  '@swc/core': '@swc/core-linux-x64-gnu',
  esbuild: '@esbuild/linux-x64',
  rolldown: '@rolldown/binding-linux-x64-gnu',
  rollup: '@rollup/rollup-linux-x64-gnu',
};

/** What does the same here. */
const instead: Readonly<Record<string, string>> = {
  tsx: '; ts-node and tsc run TypeScript here',
  vitest: '; node --test runs tests here',
};

/** How far below the program's own package it is looked for: vitest stands on vite, and that on rolldown. */
const deepest = 2;

/**
 * A program of an installed package that cannot do its work without a native one: a sentence that says so before it
 * has loaded megabytes to find out in its own words. Null for every other program.
 */
export function nativeFault(path: string, files: NodeFiles): string | null {
  const found = /^(.*\/node_modules)\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
  if (!found) return null;
  const [, folder = '', name = ''] = found;
  const there = Object.entries(natives).filter(
    ([, place]) => files.kindOf(`${folder}/${place}`) === 'directory',
  );
  if (there.length === 0) return null;
  let level = [name];
  for (let depth = 0; depth <= deepest; depth++) {
    const native = there.find(([each]) => level.includes(each))?.[0];
    if (native !== undefined) {
      const stands = native === name ? `${name} is` : `${name} stands on ${native}, which is`;
      return `${stands} a native program, and those do not run in this computer${instead[name] ?? ''}`;
    }
    level = level.flatMap((each) => dependenciesOf(files, `${folder}/${each}/package.json`));
  }
  return null;
}

function dependenciesOf(files: NodeFiles, path: string): string[] {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(files.readFile(path)));
    const { dependencies } = json as { readonly dependencies?: object };
    return Object.keys(dependencies ?? {});
  } catch {
    // None, or one that npm did not write: the program will say so itself.
    return [];
  }
}
