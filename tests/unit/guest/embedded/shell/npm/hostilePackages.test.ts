import { expect, test } from 'vitest';
import { madePackage } from '../../../../../hosts/registry/index.ts';
import { NpmShell, registryWith } from './npmBench.ts';

/** Packages of a registry that want out of node_modules. */

async function installed(manifest: Readonly<Record<string, unknown>>, prepare = '') {
  const registry = await registryWith([
    madePackage('evil@1.0.0', manifest, { 'x.js': 'x\n' }),
    madePackage('b@1.0.0'),
  ]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  shell.write('/home/user/outside/file', 'safe\n');
  await shell.run(`chmod 600 /home/user/outside/file; ${prepare || ':'}`);
  registry.asked.length = 0;
  const { exitCode, stderr } = await shell.run('npm install evil');
  const after = await shell.run(
    'stat -c "%a %n" /home/user/outside/*; ls -A /home/user; ls -A; ls -A node_modules/.bin 2>/dev/null',
  );
  return { shell, exitCode, stderr, asked: registry.asked, after: after.stdout };
}

const outside = '600 /home/user/outside/file\n.npmrc\noutside\nproject\n';

test.each([
  ['a dependency that climbs', { dependencies: { '../../outside': 'npm:b@1.0.0' } }],
  ['a dependency that climbs in a scope', { dependencies: { '@a/..': 'npm:b@1.0.0' } }],
  ['an alias of an address', { dependencies: { c: 'npm:../../-/secret@1.0.0' } }],
  ['a dependency called node_modules', { dependencies: { node_modules: 'npm:b@1.0.0' } }],
  ['a dependency called .bin', { dependencies: { '.bin': 'npm:b@1.0.0' } }],
])('%s is refused by its name, and nothing is written', async (_name, manifest) => {
  const { exitCode, stderr, asked, after } = await installed(manifest);
  expect([exitCode, after]).toEqual([1, `${outside}package.json\n`]);
  expect(stderr).toContain('npm error code EINVALIDPACKAGENAME\nnpm error Invalid package name "');
  expect(asked.filter((path) => !path.includes('evil') && !/\/b$/.test(path))).toEqual([]);
});

test.each([
  ['a program outside the package', { bin: { run: '../../../outside/file' } }],
  ['a program outside the package, as text', { bin: '../../../outside/file' }],
  ['a program called ..', { bin: { '..': 'x.js' } }],
  ['a program in a scope called ..', { bin: { '@a/..': 'x.js' } }],
  ['a program with a path as its name', { bin: { '../../../outside/file': 'x.js' } }],
])('%s is not linked and not made executable', async (_name, manifest) => {
  const { exitCode, after } = await installed(manifest);
  expect([exitCode, after.startsWith(outside), after.includes('run')]).toEqual([0, true, false]);
});

test('a link in the place of the package is replaced and not followed', async () => {
  const { shell, exitCode, after } = await installed(
    {},
    'mkdir node_modules; ln -s ../../outside node_modules/evil',
  );
  expect([exitCode, after.startsWith(outside)]).toEqual([0, true]);
  expect((await shell.run('stat -c %F node_modules/evil')).stdout).toBe('directory\n');
});
