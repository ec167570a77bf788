import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

/** Each with what bash 5.2 prints. */
const scripts: Readonly<Record<string, string>> = {
  "false; eval 'echo $?'; eval; echo $?; eval ''; echo $?": '1\n0\n0\n',
  'x=\'echo "q r"\'; eval "$x"; eval $x; y=$(eval \'echo in\'); echo $y': 'q r\nq r\nin\n',
  "eval 'for i in 1 2; do echo $i; done' | tr 1 x": 'x\n2\n',
  "f() { local v=1; eval 'v=2; echo $v $1; return 5'; echo no; }; f arg; echo $?": '2 arg\n5\n',
  "for i in 1 2; do eval 'continue'; echo no; done; echo end": 'end\n',
  "eval 'exit 3'; echo no": '',
  "set -e; eval 'false'; echo never": '',
  "echo x | eval 'cat'; eval 'read v; echo $v' <<< y; x=z eval 'echo $x'": 'x\ny\nz\n',
  "eval 'echo hi' > out; cat out; eval 'ls nope' 2>/dev/null; echo $?": 'hi\n2\n',
  "printf 'echo a $1\\nreturn 4\\necho b\\n' > r; set -- p; . ./r; echo $?; . ./r q": 'a p\n4\na q\n',
  "printf 'W=5; g() { echo gg; }\\n' > s; source s; echo $W; g; source nope; echo $?": '5\ngg\n1\n',
};

it.each(Object.entries(scripts))('%s', async (script, stdout) => {
  expect((await new TestShell().run(script)).stdout).toBe(stdout);
});

it('keeps functions that an eval defined, for the next command', async () => {
  const shell = new TestShell();
  await shell.run("eval 'made() { echo made; }'");
  expect((await shell.run('made')).stdout).toBe('made\n');
});

it('ends an eval of itself and a file that sources itself', async () => {
  const evals = await new TestShell().run('e=\'eval "$e"\'; eval "$e"; echo $?');
  expect([evals.stdout, evals.stderr]).toEqual([
    '1\n',
    'bash: eval: maximum eval nesting level exceeded (500)\n',
  ]);
  const sources = await new TestShell().run("echo '. ./s' > s; . ./s; echo $?");
  expect([sources.stdout, sources.stderr]).toEqual([evals.stdout, evals.stderr]);
});

it('runs a script on PATH by its #! line, with its own $0 and arguments', async () => {
  const script = 'echo "$0|$1|$2|$#"; exit 7';
  const ran = await new TestShell().run(
    `echo '#!/bin/bash' > /usr/local/bin/tool; echo '${script}' >> /usr/local/bin/tool
     chmod +x /usr/local/bin/tool; tool 'a b' c; echo $?; echo in | { tool | cat; }; x=$(tool); echo $x
     echo 'cat' > /usr/local/bin/reads; chmod +x /usr/local/bin/reads; echo in | reads
     echo '#!/usr/bin/env node' > /usr/local/bin/js; chmod +x /usr/local/bin/js; js; echo $?`,
  );
  const path = '/usr/local/bin/tool';
  expect(ran.stdout).toBe(`${path}|a b|c|2\n7\n${path}|||0\n${path}|||0\nin\n126\n`);
});
