import { expect, test } from 'vitest';
import { NpmShell } from './npmBench.ts';

function shellWith(scripts: Record<string, string>, more: object = {}): NpmShell {
  const shell = new NpmShell();
  shell.write('package.json', { name: 'demo', version: '1.2.3', scripts, ...more });
  return shell;
}

test('a script prints what is run, runs with pre and post, and its exit code is npm’s', async () => {
  const shell = shellWith({ test: 'echo testing && exit 3', pretest: 'echo pre', posttest: 'echo post' });
  const ran = await shell.run('npm test');
  expect(ran).toMatchObject({ exitCode: 3, stderr: '' });
  expect(ran.merged).toBe(
    '\n> demo@1.2.3 pretest\n> echo pre\n\npre\n\n> demo@1.2.3 test\n> echo testing && exit 3\n\ntesting\n',
  );
  const good = await shellWith({ build: 'echo built', postbuild: 'echo after' }).run('npm run build');
  expect([good.exitCode, good.merged]).toEqual([
    0,
    '\n> demo@1.2.3 build\n> echo built\n\nbuilt\n\n> demo@1.2.3 postbuild\n> echo after\n\nafter\n',
  ]);
});

test('the first lines of a script come while it still runs', async () => {
  const shell = shellWith({ slow: 'echo first; until [ -e seen ]; do sleep 0.01; done; echo second' });
  // What the script waits for comes when its first line has.
  const ran = await shell.run(
    `npm run slow | while read -r line; do [ "$line" = first ] && touch seen; echo "$line"; done`,
  );
  expect(ran.stdout.endsWith('\nfirst\nsecond\n')).toBe(true);
});

test('arguments go to the script alone, quoted, and options behind -- are its own', async () => {
  const shell = shellWith({ show: `printf '[%s]'`, preshow: 'echo pre' });
  const ran = await shell.run(`npm run -s show -- a 'b c' '$x' '' --flag "it's"`);
  expect(ran.stdout).toBe("pre\n[a][b c][$x][][--flag][it's]");
  expect((await shell.run('npm run show x')).stdout).toContain("> printf '[%s]' x\n\n[x]");
});

test('silent says nothing of its own, in each of its spellings', async () => {
  const shell = shellWith({ test: 'echo out' });
  for (const command of ['npm -s test', 'npm test --silent', 'npm run test -s', 'npm --loglevel=silent t'])
    expect((await shell.run(command)).merged).toBe('out\n');
});

test('a script sees npm’s variables, the programs of node_modules/.bin, and the package’s folder', async () => {
  const shell = shellWith({
    where:
      'pwd; hello; echo "$npm_lifecycle_event $npm_package_name $npm_package_version $npm_command $MINE"',
  });
  shell.write('node_modules/.bin/hello', '#!/bin/sh\necho from bin\n');
  shell.write('src/deep/x', '');
  const ran = await shell.run(
    'chmod +x node_modules/.bin/hello; cd src/deep; export MINE=yes; npm run -s where',
  );
  expect(ran.stdout).toBe('/home/user/project\nfrom bin\nwhere demo 1.2.3 run-script yes\n');
});

test('a script that is missing is named as npm does, with what is near it', async () => {
  const shell = shellWith({ build: 'true' });
  expect(await shell.run('npm run biuld')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr:
      'npm error Missing script: "biuld"\nnpm error\nnpm error Did you mean this?\nnpm error   npm run build\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\n',
  });
  expect((await shell.run('npm test')).stderr).toContain('npm error Missing script: "test"\n');
  expect(await shell.run('npm run nope --if-present')).toMatchObject({ exitCode: 0, merged: '' });
  expect(await shell.run('npm -s run nope')).toMatchObject({ exitCode: 1, merged: '' });
});

test('npm run lists the scripts, those with a command of their own first', async () => {
  const shell = shellWith({ test: 'echo t', build: 'echo b' });
  expect((await shell.run('npm run')).stdout).toBe(
    'Lifecycle scripts included in demo@1.2.3:\n  test\n    echo t\navailable via `npm run-script`:\n  build\n    echo b\n',
  );
});

test('start falls back to server.js, and restart to stop and start', async () => {
  const shell = shellWith({ start: 'echo started' });
  expect((await shell.run('npm start')).stdout).toContain('> demo@1.2.3 start\n> echo started\n\nstarted\n');
  expect((await shell.run('npm restart')).stdout).toContain('started\n');
});

test('without a package.json, and with a broken one, npm says which file', async () => {
  const shell = new NpmShell();
  const ran = await shell.run('npm test');
  expect(ran.exitCode).toBe(254);
  expect(ran.stderr).toContain(
    'npm error code ENOENT\nnpm error syscall open\nnpm error path /home/user/project/package.json\n',
  );
  shell.write('package.json', '{ "name": "x", }');
  expect((await shell.run('npm test')).stderr).toContain(
    'npm error code EJSONPARSE\nnpm error path /home/user/project/package.json\n',
  );
});

test('init -y writes the package.json that npm 10 writes, and keeps what is there', async () => {
  const shell = new NpmShell();
  const ran = await shell.run('npm init -y');
  const text = `{
  "name": "project",
  "version": "1.0.0",
  "main": "index.js",
  "scripts": {
    "test": "echo \\"Error: no test specified\\" && exit 1"
  },
  "keywords": [],
  "author": "",
  "license": "ISC",
  "description": ""
}
`;
  expect(shell.read('package.json')).toBe(text);
  expect(ran.merged).toBe(`Wrote to /home/user/project/package.json:\n\n${text}\n\n`);
  await shell.run('npm pkg set version=2.0.0 scripts.lint="echo lint"; npm init -y');
  expect(shell.json('package.json')).toMatchObject({ version: '2.0.0', scripts: { lint: 'echo lint' } });
});

test('init -y takes the entry from the folder and the description from the README', async () => {
  const shell = new NpmShell();
  await shell.run(
    "echo 1 > cli.js; mkdir test; printf '# Title\\n\\nSome text.\\n' > README.md; npm init -y",
  );
  expect(shell.json('package.json')).toMatchObject({
    main: 'cli.js',
    description: 'Some text.',
    directories: { test: 'test' },
  });
  await shell.run('rm package.json; touch a.js project.js; npm init -y');
  expect(shell.json('package.json')).toMatchObject({ main: 'project.js' });
  await shell.run('rm package.json; touch main.js; npm init -y');
  expect(shell.json('package.json')).toMatchObject({ main: 'main.js' });
});

test('version raises the number in package.json and the lock file, and says it', async () => {
  const shell = shellWith({}, {});
  await shell.run(`echo '{"version":"1.2.3","packages":{"":{"version":"1.2.3"}}}' > package-lock.json`);
  const ran = await shell.run(
    'npm version patch; npm version minor; npm version 2.0.0; npm version prerelease --preid rc; npm version 2.0.1-rc.0; npm version 1.x; npm version',
  );
  expect(ran.merged).toBe(`v1.2.4
v1.3.0
v2.0.0
v2.0.1-rc.0
npm error Version not changed
npm error Invalid version: 1.x
{
  demo: '2.0.1-rc.0',
  npm: '10.8.2',
  node: '20.20.2'
}
`);
  expect(shell.json('package-lock.json')).toMatchObject({
    version: '2.0.1-rc.0',
    packages: { '': { version: '2.0.1-rc.0' } },
  });
});

test('version says it when git will not, and names no version then', async () => {
  const shell = new NpmShell();
  shell.write('package.json', { name: 'demo', version: '1.2.3' });
  await shell.run(
    'git init -q; git config user.name A; git config user.email a@b; git add .; git commit -qm one; git tag v1.2.4',
  );
  const ran = await shell.run('npm version patch');
  expect([ran.stdout, ran.exitCode]).toEqual(['', 1]);
  expect(ran.stderr).toBe(
    "fatal: tag 'v1.2.4' already exists\nnpm error command failed: git tag -a v1.2.4 -m '1.2.4'\n",
  );
  expect(
    (await shell.run('git commit -q --amend -m again; git tag -d v1.2.4; npm version patch')).stdout,
  ).toContain('v1.2.5\n');
  expect((await shell.run('git log --format=%s; git tag')).stdout).toBe('1.2.5\nagain\none\nv1.2.5\n');
});

test('pkg reads and changes values by path', async () => {
  const shell = shellWith({ test: 'x' }, { files: ['a'] });
  expect((await shell.run('npm pkg get name version')).stdout).toBe(
    '{\n  "name": "demo",\n  "version": "1.2.3"\n}\n',
  );
  expect((await shell.run('npm pkg get scripts.test')).stdout).toBe('"x"\n');
  await shell.run(
    `npm pkg set files[]=b 'scripts["pre:x"]=y' type=module; npm pkg set private=true --json; npm pkg delete scripts.test`,
  );
  expect(shell.json('package.json')).toEqual({
    name: 'demo',
    version: '1.2.3',
    scripts: { 'pre:x': 'y' },
    files: ['a', 'b'],
    type: 'module',
    private: true,
  });
});

test('a command of npm that is not here says so, a word that is none is unknown, and the version is npm’s', async () => {
  const shell = new NpmShell();
  expect(await shell.run('npm audit')).toMatchObject({
    exitCode: 1,
    stderr: 'npm error npm audit is not in this guest\n',
  });
  for (const option of ['-w a', '--workspace=a', '--workspaces', '-ws']) {
    expect(await shell.run(`npm version ${option}`)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: "npm error npm version knows no workspaces in this guest; run it in the package's own folder\n",
    });
  }
  expect(await shell.run('npm bogus')).toMatchObject({
    exitCode: 1,
    stdout: 'Unknown command: "bogus"\n\nTo see a list of supported npm commands, run:\n  npm help\n',
  });
  expect((await shell.run('npm -v; npm --version; npx -v')).stdout).toBe('10.8.2\n10.8.2\n10.8.2\n');
});

test('the output of a script can be piped and captured', async () => {
  const shell = shellWith({ seq: 'seq 3; echo oops >&2; exit 4' });
  expect(
    (await shell.run('npm run -s seq 2>/dev/null | tail -1; x=$(npm run -s seq 2>&1); echo "$? $x"')).stdout,
  ).toBe('3\n4 1\n2\n3\noops\n');
});
