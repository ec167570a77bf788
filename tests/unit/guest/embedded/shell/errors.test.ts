import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

// As bash 5.2.15 answers `bash -c SCRIPT`.
it.each([
  ["echo 'unclosed", 2, "bash: -c: line 1: unexpected EOF while looking for matching `''\n"],
  ['echo "a', 2, 'bash: -c: line 1: unexpected EOF while looking for matching `"\'\n'],
  ['if true; then', 2, 'bash: -c: line 2: syntax error: unexpected end of file\n'],
  ['{ echo', 2, 'bash: -c: line 2: syntax error: unexpected end of file\n'],
  ['for', 2, "bash: -c: line 1: syntax error near unexpected token `newline'\nbash: -c: line 1: `for'\n"],
  ['echo )', 2, "bash: -c: line 1: syntax error near unexpected token `)'\nbash: -c: line 1: `echo )'\n"],
  [
    'if true; fi',
    2,
    "bash: -c: line 1: syntax error near unexpected token `fi'\nbash: -c: line 1: `if true; fi'\n",
  ],
  ['| b', 2, "bash: -c: line 1: syntax error near unexpected token `|'\nbash: -c: line 1: `| b'\n"],
  ['done', 2, "bash: -c: line 1: syntax error near unexpected token `done'\nbash: -c: line 1: `done'\n"],
  ['foo bar', 127, 'bash: line 1: foo: command not found\n'],
  ['./none', 127, 'bash: line 1: ./none: No such file or directory\n'],
  ['touch s; ./s', 126, 'bash: line 1: ./s: Permission denied\n'],
  [
    "printf '\\177ELF\\0' > p; chmod +x p; ./p",
    126,
    'bash: line 1: ./p: cannot execute binary file: Exec format error\n',
  ],
  ['/tmp', 126, 'bash: line 1: /tmp: Is a directory\n'],
  ['exit 300', 44, ''],
  ['exit', 0, ''],
  [
    'node x.js',
    126,
    'node: this page is not cross-origin isolated, so the guest has no shared memory to run it beside the shell\n',
  ],
])('answers %j with exit code %d and in bash’s words', async (script, exitCode, stderr) => {
  const ran = await new TestShell().run(script);
  expect([ran.exitCode, ran.stderr, ran.stdout]).toEqual([exitCode, stderr, '']);
});

it('runs the lines before a syntax error, and nothing of its own line', async () => {
  const ran = await new TestShell().run('echo a\necho b; echo )\necho c');
  expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([
    'a\n',
    "bash: -c: line 2: syntax error near unexpected token `)'\nbash: -c: line 2: `echo b; echo )'\n",
    2,
  ]);
});

it('stops a busy loop at the time that `timeout` gives', async () => {
  const ran = await new TestShell().run("timeout 0.1 bash -c 'while :; do :; done'; echo $?");
  expect([ran.stdout, ran.stderr]).toEqual(['124\n', '']);
});

it('splits a command name that is expanded', async () => {
  const ran = await new TestShell().run('run() { "$@"; }; run echo "a  b"; c="echo x"; $c y; "$c"');
  expect([ran.stdout, ran.stderr]).toEqual(['a  b\nx y\n', 'bash: line 1: echo x: command not found\n']);
});

it('keeps blanks in an associative array that is declared with its values', async () => {
  const script = `declare -A m=([k]="v w" ["a b"]=x [f]=); echo "\${m[k]}|\${m[a b]}|\${#m[@]}"`;
  const ran = await new TestShell().run(script);
  expect([ran.stdout, ran.stderr]).toEqual(['v w|x|3\n', '']);
});
