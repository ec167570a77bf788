import { expect, test } from 'vitest';
import { madePackage, tarballPath } from '../../../../../hosts/registry/index.ts';
import { NpmShell, registryWith } from './npmBench.ts';

/** Three packages in one project, of which one needs another and one needs that for its development. */
function workspaceShell(registry: ConstructorParameters<typeof NpmShell>[0] = null): NpmShell {
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'root', version: '1.0.0', workspaces: ['packages/*', 'apps/c'] });
  shell.write('packages/a/package.json', {
    name: '@x/a',
    version: '1.2.3',
    scripts: { test: 'echo test a', fail: 'exit 3' },
  });
  shell.write('packages/b/package.json', {
    name: 'b',
    version: '0.1.0',
    dependencies: { '@x/a': '^1.0.0' },
    scripts: { test: 'echo test b', only: 'echo only b; pwd', fail: 'echo bf; exit 4' },
  });
  shell.write('apps/c/package.json', {
    name: 'c',
    version: '2.0.0',
    devDependencies: { b: '*' },
    bin: 'x.js',
  });
  shell.write('apps/c/x.js', '#!/usr/bin/env node\n');
  return shell;
}

/** What npm 10.8.2 writes for the same folders. */
const lockedPackages = {
  '': { name: 'root', version: '1.0.0', workspaces: ['packages/*', 'apps/c'] },
  'apps/c': { version: '2.0.0', bin: { c: 'x.js' }, devDependencies: { b: '*' } },
  'node_modules/@x/a': { resolved: 'packages/a', link: true },
  'node_modules/b': { resolved: 'packages/b', link: true },
  'node_modules/c': { resolved: 'apps/c', link: true },
  'packages/a': { name: '@x/a', version: '1.2.3' },
  'packages/b': { version: '0.1.0', dependencies: { '@x/a': '^1.0.0' } },
};

test('workspaces are linked into node_modules, with their programs, and stand in the lock file as npm writes them', async () => {
  const shell = workspaceShell();
  expect((await shell.run('npm install')).stdout).toMatch(/^\nadded 3 packages in /);
  const links = 'for f in .bin/c @x/a b c; do readlink node_modules/$f; done';
  expect((await shell.run(links)).stdout).toBe('../c/x.js\n../../packages/a\n../packages/b\n../apps/c\n');
  expect(JSON.stringify(shell.json('package-lock.json').packages)).toBe(JSON.stringify(lockedPackages));
  expect((await shell.run('npm install; rm -r node_modules; npm ci')).stdout).toMatch(
    /^\nup to date in \w+\n\nadded 3 packages in /,
  );
  expect((await shell.run('npm ls; npm ls -w b; cd packages/b; npm ls; npm prefix; npm root')).stdout).toBe(
    `root@1.0.0 /home/user/project
├── @x/a@1.2.3 -> ./packages/a
├─┬ b@0.1.0 -> ./packages/b
│ └── @x/a@1.2.3 deduped -> ./packages/a
└─┬ c@2.0.0 -> ./apps/c
  └── b@0.1.0 deduped -> ./packages/b

${`root@1.0.0 /home/user/project
└─┬ b@0.1.0 -> ./packages/b
  └── @x/a@1.2.3 -> ./packages/a

`.repeat(2)}/home/user/project
/home/user/project/node_modules
`,
  );
});

test('a package is installed for the workspace that is named or stood in, beside one of another version', async () => {
  const registry = await registryWith([madePackage('m@1.0.0'), madePackage('m@2.0.0')]);
  const shell = workspaceShell(registry);
  await shell.run('npm install -w @x/a m@1; (cd packages/b; npm install m)');
  expect(shell.json('packages/a/package.json').dependencies).toEqual({ m: '^1.0.0' });
  expect(shell.json('packages/b/package.json').dependencies).toEqual({ '@x/a': '^1.0.0', m: '^2.0.0' });
  expect(shell.json('package.json').dependencies).toBeUndefined();
  const versions = 'for p in node_modules packages/b/node_modules; do grep version $p/m/package.json; done';
  expect((await shell.run(versions)).stdout).toBe('  "version": "1.0.0",\n  "version": "2.0.0",\n');
  const { packages } = shell.json('package-lock.json') as {
    packages: Record<string, Record<string, unknown>>;
  };
  expect(packages['packages/b/node_modules/m']).toMatchObject({
    version: '2.0.0',
    resolved: `${registry.url}${tarballPath('m', '2.0.0')}`,
  });
  expect(packages['packages/a']?.dependencies).toEqual({ m: '^1.0.0' });
  await shell.run('rm -r node_modules packages/*/node_modules; npm ci');
  expect((await shell.run(versions)).stdout).toBe('  "version": "1.0.0",\n  "version": "2.0.0",\n');
});

const absent = (id: string, folder: string, script: string) =>
  `npm error Lifecycle script \`${script}\` failed with error:
npm error workspace ${id}
npm error location /home/user/project/${folder}
npm error Missing script: "${script}"
npm error
npm error To see a list of scripts, run:
npm error   npm run --workspace=${id}
`;

test('scripts run in the workspaces that are named, one after the other, and each failure is told', async () => {
  const shell = workspaceShell();
  const a = '\n> @x/a@1.2.3 test\n> echo test a\n\ntest a\n';
  const b = '\n> b@0.1.0 test\n> echo test b\n\ntest b\n';
  const named = await shell.run('npm test -w @x/a -w packages/b; npm test -w packages; cd packages/b; npm t');
  expect(named).toMatchObject({ exitCode: 0, stderr: '', stdout: `${a}${b}${a}${b}${b}` });
  expect(await shell.run('npm test -ws')).toMatchObject({
    exitCode: 1,
    stdout: `${a}${b}`,
    stderr: absent('c@2.0.0', 'apps/c', 'test'),
  });
  expect(await shell.run('npm run fail -ws')).toMatchObject({
    exitCode: 1,
    stdout: '\n> @x/a@1.2.3 fail\n> exit 3\n\n\n> b@0.1.0 fail\n> echo bf; exit 4\n\nbf\n',
    stderr: `npm error Lifecycle script \`fail\` failed with error:
npm error code 3
npm error path /home/user/project/packages/a
npm error workspace @x/a@1.2.3
npm error location /home/user/project/packages/a
npm error command failed
npm error command sh -c exit 3

npm error Lifecycle script \`fail\` failed with error:
npm error code 4
npm error path /home/user/project/packages/b
npm error workspace b@0.1.0
npm error location /home/user/project/packages/b
npm error command failed
npm error command sh -c echo bf; exit 4

${absent('c@2.0.0', 'apps/c', 'fail')}`,
  });
  expect(await shell.run('npm run only --workspaces --if-present')).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: '\n> b@0.1.0 only\n> echo only b; pwd\n\nonly b\n/home/user/project/packages/b\n',
  });
  expect(await shell.run('npm test -w nope')).toMatchObject({
    exitCode: 1,
    stderr: 'npm error No workspaces found:\nnpm error   --workspace=nope\n',
  });
});

test('outdated compares what is installed with what is asked for and what is latest, and fails where they differ', async () => {
  const ids = ['a@1.0.0', 'a@1.2.0', 'a@2.0.0', 'b@1.0.0', 'd@0.1.0', 'e@1.0.0', 'e@3.0.0'];
  const shell = new NpmShell(await registryWith(ids.map((id) => madePackage(id))));
  const project = { name: 'demo', version: '1.0.0', workspaces: ['packages/*'] };
  const dependencies = { a: '1.0.0', b: '^1.0.0', z: 'npm:e@^1.0.0' };
  shell.write('package.json', { ...project, dependencies });
  shell.write('packages/w/package.json', {
    name: 'w',
    version: '0.0.1',
    dependencies: { d: '~0.1.0', a: '^1.0.0' },
  });
  await shell.run('npm install');
  shell.write('package.json', { ...project, dependencies: { ...dependencies, a: '^1.0.0', missing: '^1' } });
  // As npm 10.8.2 prints it.
  const head = 'Package     Current  Wanted  Latest  Location        Depended by\n';
  expect(await shell.run('npm outdated')).toMatchObject({
    exitCode: 1,
    stderr: '',
    stdout: `${head}a             1.0.0   1.2.0   2.0.0  node_modules/a  project
a             1.0.0   1.2.0   2.0.0  node_modules/a  w@0.0.1
z:e@^1.0.0    1.0.0   1.0.0   3.0.0  node_modules/z  project
`,
  });
  expect(
    (await shell.run('npm outdated --parseable -w w; npm outdated d b; npm outdated --json z')).stdout,
  ).toBe(
    `/home/user/project/node_modules/a:a@1.2.0:a@1.0.0:a@2.0.0:w
{
  "z:e@^1.0.0": {
    "current": "1.0.0",
    "wanted": "1.0.0",
    "latest": "3.0.0",
    "dependent": "project",
    "location": "/home/user/project/node_modules/z"
  }
}
`,
  );
});
