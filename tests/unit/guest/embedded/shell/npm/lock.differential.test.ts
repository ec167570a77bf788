import { expect, test } from 'vitest';
import { madePackage, type RegistryPackage } from '../../../../../hosts/registry/index.ts';
import { NpmShell, registryWith } from './npmBench.ts';
import { realLock } from './realNpm.ts';

/** Numbers of a seed, below `limit`. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Eight packages in three major versions that depend on each other crosswise, in circles too. */
function tangle(seed: number): { readonly packages: RegistryPackage[]; readonly project: object } {
  const below = chance(seed * 7919);
  const names = 'abcdefgh'.split('');
  const some = (self: string, count: number, from = names) =>
    Object.fromEntries(
      Array.from({ length: count }, () => [from[below(from.length)]!, `^${1 + below(3)}.0.0`]).filter(
        ([name]) => name !== self,
      ),
    );
  const packages = names.flatMap((name) =>
    [1, 2, 3].flatMap((major) =>
      Array.from({ length: 1 + below(2) }, (_, minor) =>
        madePackage(`${name}@${major}.${minor}.0`, {
          ...(below(10) < 7 ? { dependencies: some(name, 1 + below(2)) } : {}),
          ...(below(10) < 2 ? { optionalDependencies: some(name, 1) } : {}),
          ...(below(10) < 1 ? { bin: 'index.js' } : {}),
        }),
      ),
    ),
  );
  const project = {
    name: 'demo',
    version: '1.0.0',
    dependencies: some('', 3, names.slice(0, 4)),
    devDependencies: some('', 2, names.slice(4)),
  };
  return { packages, project };
}

test.each([2, 7, 12])(
  'the lock file of tangle %i is byte for byte the one that the real npm writes',
  async (seed) => {
    const { packages, project } = tangle(seed);
    const registry = await registryWith(packages);
    const real = await realLock(registry, project);
    const shell = new NpmShell(registry);
    shell.write('package.json', project);
    const ran = await shell.run('npm install --package-lock-only');
    expect(ran.exitCode).toBe(0);
    expect(shell.read('package-lock.json')).toBe(`${JSON.stringify(real, null, 2)}\n`);
  },
  30_000,
);
