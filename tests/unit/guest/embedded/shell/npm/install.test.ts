import { expect, test } from 'vitest';
import { madePackage, realPackage, tarballPath } from '../../../../../hosts/registry/index.ts';
import { NpmShell, registryWith } from './npmBench.ts';

const time = 'Xs';
/** Times differ from run to run. */
const withoutTime = (text: string) => text.replaceAll(/ in \d+(ms|s|m)\n/g, ` in ${time}\n`);

test('a real package with a dependency is installed, its program linked, and both files are written', async () => {
  const registry = await registryWith([realPackage('debug'), realPackage('ms'), realPackage('semver')]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  const ran = await shell.run('npm install debug && npm i -D semver');
  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  expect(withoutTime(ran.stdout)).toBe(`\nadded 2 packages in ${time}\n\nadded 1 package in ${time}\n`);
  const debug = realPackage('debug').manifest.version;
  const semver = realPackage('semver').manifest.version;
  expect(shell.json('package.json')).toEqual({
    name: 'demo',
    version: '1.0.0',
    dependencies: { debug: `^${debug}` },
    devDependencies: { semver: `^${semver}` },
  });
  expect(await shell.installed()).toEqual([
    `node_modules/debug@${debug}`,
    `node_modules/ms@${realPackage('ms').manifest.version}`,
    `node_modules/semver@${semver}`,
  ]);
  const lock = shell.json('package-lock.json');
  expect(lock).toMatchObject({
    name: 'demo',
    lockfileVersion: 3,
    packages: {
      'node_modules/debug': { version: debug, resolved: `${registry.url}${tarballPath('debug', debug)}` },
      'node_modules/semver': { dev: true, bin: { semver: 'bin/semver.js' } },
    },
  });
  const link = await shell.run(
    'readlink node_modules/.bin/semver; stat -c %a node_modules/semver/bin/semver.js; npm ls',
  );
  expect(link.stdout).toBe(
    `../semver/bin/semver.js\n755\ndemo@1.0.0 /home/user/project\n├── debug@${debug}\n└── semver@${semver}\n\n`,
  );
});

test('installed again nothing is fetched; a lock file brings back its versions, not newer ones', async () => {
  const registry = await registryWith([madePackage('a@1.0.0'), madePackage('a@1.1.0')]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  await shell.run('npm i a@1.0.0');
  expect(shell.json('package.json').dependencies).toEqual({ a: '^1.0.0' });
  registry.asked.length = 0;
  expect(withoutTime((await shell.run('npm install')).stdout)).toBe(`\nup to date in ${time}\n`);
  expect(registry.asked).toEqual([]);
  await shell.run('rm -r node_modules; npm install');
  expect(await shell.installed()).toEqual(['node_modules/a@1.0.0']);
  expect(registry.asked).toEqual([tarballPath('a', '1.0.0')]);
  await shell.run('npm i a');
  expect(await shell.installed()).toEqual(['node_modules/a@1.1.0']);
});

test('bytes that are not what was promised are an error, and nothing is changed', async () => {
  const registry = await registryWith([madePackage('a@1.0.0'), madePackage('b@1.0.0')]);
  registry.faults.set(tarballPath('b', '1.0.0'), ['other-bytes']);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0', dependencies: { a: '1', b: '1' } });
  const ran = await shell.run('npm install');
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toMatch(
    /^npm error code EINTEGRITY\nnpm error b@1\.0\.0 integrity checksum failed when using sha512: wanted sha512-\S+ but got sha512-\S+\. \(\d+ bytes\)\n$/,
  );
  expect(await shell.installed()).toEqual([]);
});

test('a lock file is believed before the registry: other bytes under the same version do not pass', async () => {
  const registry = await registryWith([madePackage('a@1.0.0')]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  await shell.run('npm i a');
  const lock = shell.read('package-lock.json').replace(/sha512-[^"]+/, `sha512-${'A'.repeat(86)}==`);
  shell.write('package-lock.json', lock);
  const ran = await shell.run('npm ci');
  expect(ran.stderr).toContain('npm error code EINTEGRITY\n');
  expect(ran.exitCode).toBe(1);
});

test('what passes is tried again: a cut archive, a server that is busy', async () => {
  const registry = await registryWith([madePackage('a@1.0.0')]);
  registry.faults.set('a', ['unavailable', 'cut']);
  registry.faults.set(tarballPath('a', '1.0.0'), ['cut', 'cut']);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  expect(await shell.run('npm i a')).toMatchObject({ exitCode: 0, stderr: '' });
  registry.faults.set(tarballPath('a', '1.0.0'), ['cut', 'cut', 'cut']);
  const ran = await shell.run('rm -r node_modules; npm i');
  expect([ran.exitCode, ran.stderr.split('\n')[0]]).toEqual([1, 'npm error code ECONNRESET']);
});

test('without permission one clear sentence says what to do; without a network another', async () => {
  const registry = await registryWith([madePackage('a@1.0.0')]);
  const shell = new NpmShell(registry);
  shell.broker.allow([]);
  expect(await shell.run('npm i a')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: `npm error code ENETUNREACH\nnpm error network request to ${registry.url}a failed, reason: ${registry.host}: network is off in this guest for ${registry.host}; the user can allow ${registry.host} in the session's settings\n`,
  });
  expect(registry.asked).toEqual([]);
});

test('what does not exist is worded as npm words it', async () => {
  const registry = await registryWith([madePackage('a@1.0.0')]);
  const shell = new NpmShell(registry);
  expect((await shell.run('npm i nope')).stderr).toContain(
    `npm error code E404\nnpm error 404 Not Found - GET ${registry.url}nope - Not found\nnpm error 404\nnpm error 404  'nope@*' is not in this registry.\n`,
  );
  expect((await shell.run('npm i a@9')).stderr).toBe(
    "npm error code ETARGET\nnpm error notarget No matching version found for a@9.\nnpm error notarget In most cases you or one of your dependencies are requesting\nnpm error notarget a package version that doesn't exist.\n",
  );
});

test('install scripts are named and not run', async () => {
  const registry = await registryWith([
    madePackage('a@1.0.0', { scripts: { postinstall: 'echo gotcha > ../../gotcha' } }),
  ]);
  const shell = new NpmShell(registry);
  const ran = await shell.run('npm i a; ls');
  expect(ran.stderr).toBe('npm warn install-scripts not run in this guest: a\n');
  expect(ran.stdout).not.toContain('gotcha');
});

test('peers come along, optional ones of another platform and those that cannot be had do not', async () => {
  const registry = await registryWith([
    madePackage('plugin@1.0.0', {
      peerDependencies: { host: '^2', extra: '*' },
      peerDependenciesMeta: { extra: { optional: true } },
    }),
    madePackage('host@2.3.0', {
      optionalDependencies: { 'host-darwin': '1', 'host-lost': '1', 'host-linux': '1' },
    }),
    madePackage('host-darwin@1.0.0', { os: ['darwin'] }),
    madePackage('host-linux@1.0.0', { os: ['linux'], cpu: ['x64'] }),
    madePackage('extra@1.0.0'),
  ]);
  const shell = new NpmShell(registry);
  const ran = await shell.run('npm i plugin');
  expect(ran.exitCode).toBe(0);
  expect(await shell.installed()).toEqual([
    'node_modules/host-linux@1.0.0',
    'node_modules/host@2.3.0',
    'node_modules/plugin@1.0.0',
  ]);
  expect(Object.keys(shell.json('package-lock.json').packages as object)).toEqual([
    '',
    'node_modules/host',
    'node_modules/host-darwin',
    'node_modules/host-linux',
    'node_modules/plugin',
  ]);
});

test('a peer that conflicts with the project is ERESOLVE, and --legacy-peer-deps goes on', async () => {
  const registry = await registryWith([
    madePackage('host@1.0.0'),
    madePackage('host@2.0.0'),
    madePackage('plugin@1.0.0', { peerDependencies: { host: '^2' } }),
  ]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0', dependencies: { host: '^1', plugin: '^1' } });
  const refused = await shell.run('npm install');
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain(
    'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: demo@1.0.0\nnpm error Found: host@1.0.0\n',
  );
  expect((await shell.run('npm install --legacy-peer-deps')).exitCode).toBe(0);
  expect(await shell.installed()).toEqual(['node_modules/host@1.0.0', 'node_modules/plugin@1.0.0']);
});

test('uninstall takes out what nobody needs any more, its programs too', async () => {
  const registry = await registryWith([
    madePackage('a@1.0.0', { dependencies: { shared: '1', only: '1' }, bin: { a: 'index.js' } }),
    madePackage('b@1.0.0', { dependencies: { shared: '1' } }),
    madePackage('shared@1.0.0'),
    madePackage('only@1.0.0'),
  ]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0', dependencies: { a: '1', b: '1' } });
  await shell.run('npm i');
  const ran = await shell.run('npm rm a; ls node_modules/.bin');
  expect(withoutTime(ran.stdout)).toBe(`\nremoved 2 packages in ${time}\n`);
  expect(await shell.installed()).toEqual(['node_modules/b@1.0.0', 'node_modules/shared@1.0.0']);
  expect(shell.json('package.json').dependencies).toEqual({ b: '1' });
});

test('ci needs a lock file that fits, and leaves nothing else in node_modules', async () => {
  const registry = await registryWith([madePackage('a@1.0.0'), madePackage('a@2.0.0')]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0', dependencies: { a: '^1' } });
  expect((await shell.run('npm ci')).stderr).toContain('npm error code EUSAGE\n');
  await shell.run('npm i; mkdir node_modules/stray; echo {} > node_modules/stray/package.json');
  expect((await shell.run('npm ci')).exitCode).toBe(0);
  expect(await shell.installed()).toEqual(['node_modules/a@1.0.0']);
  await shell.run(`npm pkg set dependencies.a=^2`);
  expect((await shell.run('npm ci')).stderr).toContain(
    "npm error Invalid: lock file's a@1.0.0 does not satisfy a@^2\n",
  );
});

test('--omit=dev leaves development packages off the disk and in the lock file', async () => {
  const registry = await registryWith([madePackage('a@1.0.0'), madePackage('b@1.0.0')]);
  const shell = new NpmShell(registry);
  shell.write('package.json', {
    name: 'demo',
    version: '1.0.0',
    dependencies: { a: '1' },
    devDependencies: { b: '1' },
  });
  await shell.run('npm i --omit=dev');
  expect(await shell.installed()).toEqual(['node_modules/a@1.0.0']);
  expect(Object.keys(shell.json('package-lock.json').packages as object)).toContain('node_modules/b');
});

test('aliases, tags, folders and exact versions are saved as they were meant', async () => {
  const registry = await registryWith(
    [
      madePackage('a@1.0.0'),
      madePackage('a@2.0.0-beta.1'),
      madePackage('a@1.5.0'),
      madePackage('@scope/b@1.2.3'),
    ],
    { a: { latest: '1.5.0', next: '2.0.0-beta.1' } },
  );
  const shell = new NpmShell(registry);
  shell.write('lib/package.json', { name: 'lib', version: '0.1.0' });
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  const ran = await shell.run('npm i a@next other@npm:a@1.0.0 ./lib && npm i -E @scope/b');
  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  expect(shell.json('package.json').dependencies).toEqual({
    '@scope/b': '1.2.3',
    a: '^2.0.0-beta.1',
    lib: 'file:lib',
    other: 'npm:a@^1.0.0',
  });
  expect(
    (await shell.run('cat node_modules/other/index.js; ls -d node_modules/lib/package.json')).stdout,
  ).toBe("module.exports = 'a@1.0.0';\nnode_modules/lib/package.json\n");
});

test('a stranger’s archive writes nothing outside its folder', async () => {
  const registry = await registryWith([
    madePackage('a@1.0.0', {}, { '../../../escaped': 'x', 'sub/../../../up': 'x' }),
  ]);
  const shell = new NpmShell(registry);
  await shell.run('npm i a');
  const ran = await shell.run("find / -name escaped -o -name up -not -path '/proc/*' | grep -v '^/usr'");
  expect(ran.stdout).toBe('');
});

test('ls says what is missing, invalid and not asked for, and fails', async () => {
  const registry = await registryWith([
    madePackage('a@1.0.0', { dependencies: { b: '1' } }),
    madePackage('b@1.0.0'),
  ]);
  const shell = new NpmShell(registry);
  shell.write('package.json', { name: 'demo', version: '1.0.0' });
  expect((await shell.run('npm ls')).stdout).toBe('demo@1.0.0 /home/user/project\n└── (empty)\n\n');
  await shell.run('npm i a');
  expect((await shell.run('npm ls --all')).stdout).toBe(
    'demo@1.0.0 /home/user/project\n└─┬ a@1.0.0\n  └── b@1.0.0\n\n',
  );
  await shell.run('npm i b');
  expect((await shell.run('npm ls --all')).stdout).toBe(
    'demo@1.0.0 /home/user/project\n├─┬ a@1.0.0\n│ └── b@1.0.0 deduped\n└── b@1.0.0\n\n',
  );
  shell.write('package.json', { name: 'demo', version: '1.0.0', dependencies: { c: '^1' } });
  const ran = await shell.run('npm ls');
  expect(ran).toMatchObject({
    exitCode: 1,
    stdout:
      'demo@1.0.0 /home/user/project\n├── a@1.0.0 extraneous\n├── b@1.0.0 extraneous\n└── UNMET DEPENDENCY c@^1\n\n',
  });
  expect(ran.stderr).toContain(
    'npm error code ELSPROBLEMS\nnpm error missing: c@^1, required by demo@1.0.0\n',
  );
});

test('npx runs the project’s own program, else fetches one into npm’s cache and the project stays as it was', async () => {
  const registry = await registryWith([
    madePackage('say@1.0.0', { bin: { say: './cli.sh' } }, { 'cli.sh': '#!/bin/sh\necho "said $*"\n' }),
    madePackage(
      'two@1.0.0',
      { bin: { one: 'one.sh', other: 'other.sh' } },
      { 'one.sh': '#!/bin/sh\necho one\n', 'other.sh': '#!/bin/sh\necho other\n' },
    ),
  ]);
  const shell = new NpmShell(registry);
  const first = await shell.run(`npx say hello 'big world' --flag`);
  expect(first).toMatchObject({
    exitCode: 0,
    stdout: 'said hello big world --flag\n',
    stderr: 'npm warn exec The following package was not found and will be installed: say@1.0.0\n',
  });
  expect((await shell.run('npx say again; ls -A')).merged).toBe('said again\n');
  expect((await shell.run('npx -y -p two other')).stdout).toBe('other\n');
  expect((await shell.run('npx two')).stderr).toContain('npm error could not determine executable to run\n');
  await shell.run('npm i say');
  registry.asked.length = 0;
  expect((await shell.run('npx say local; npm exec say -- x')).stdout).toBe('said local\nsaid x\n');
  expect(registry.asked).toEqual([]);
});
