import { expect, test } from 'vitest';
import { parseNodeArgs, withoutProgram } from '../../../../../src/guest/embedded/node/args.ts';

function parsed(...argv: string[]) {
  const result = parseNodeArgs(argv);
  if (result.kind === 'refused') return result.message;
  const { entry, rest, execArgv } = result.args;
  return { entry, rest, execArgv };
}

test('what follows the file belongs to the program, whatever it looks like', () => {
  expect(parsed('-r', './pre.js', 'a.js', '-e', '--nope')).toEqual({
    entry: { kind: 'file', path: 'a.js' },
    rest: ['-e', '--nope'],
    execArgv: ['-r', './pre.js'],
  });
  expect(parsed('--', 'a.js', '--x')).toEqual({
    entry: { kind: 'file', path: 'a.js' },
    rest: ['--x'],
    execArgv: [],
  });
});

test('program text comes from -e, -p and -pe, and the words after it are arguments', () => {
  const text = (prints: boolean) => ({ kind: 'text', text: '1', prints });
  expect(parsed('-e', '1', 'q')).toEqual({ entry: text(false), rest: ['q'], execArgv: ['-e', '1'] });
  expect(parsed('--eval=1')).toEqual({ entry: text(false), rest: [], execArgv: ['--eval=1'] });
  expect(parsed('-p', '1')).toEqual({ entry: text(true), rest: [], execArgv: ['-p', '1'] });
  expect(parsed('-pe', '1')).toEqual({ entry: text(true), rest: [], execArgv: ['-pe', '1'] });
});

test('without a file the program is standard input, and - says so', () => {
  expect(parsed()).toEqual({ entry: { kind: 'stdin', prints: false }, rest: [], execArgv: [] });
  expect(parsed('-', 'a')).toEqual({
    entry: { kind: 'stdin', prints: false },
    rest: ['-', 'a'],
    execArgv: [],
  });
});

test('--test takes paths, --version wins over everything', () => {
  expect(parsed('--test', 'a', 'b')).toMatchObject({ entry: { kind: 'test', paths: ['a', 'b'] } });
  expect(parsed('a.js', '--version')).toMatchObject({ entry: { kind: 'file', path: 'a.js' } });
  expect(parsed('-v', 'a.js')).toMatchObject({ entry: { kind: 'version' } });
});

test.each([
  [['--nope'], 'bad option: --nope'],
  [['-x', 'a.js'], 'bad option: -x'],
  [['--nope=3'], 'bad option: --nope=3'],
  [['-e'], '-e requires an argument'],
  [['-r'], '-r requires an argument'],
  [['--input-type=foo', '-e', '1'], '--input-type must be "module" or "commonjs"'],
])('%j is refused in words of Node', (argv, message) => {
  expect(parsed(...argv)).toBe(message);
});

test('options come from NODE_OPTIONS as well, but no program, and they are not in execArgv', () => {
  const given = '--require "./a b.js" --no-warnings';
  const result = parseNodeArgs(['-r', './c.js', 'x.js'], given);
  expect(result.kind === 'run' && result.args).toMatchObject({
    requires: ['./a b.js', './c.js'],
    execArgv: ['-r', './c.js'],
  });
  expect(parseNodeArgs(['x.js'], '--eval 1')).toEqual({
    kind: 'refused',
    message: '--eval is not allowed in NODE_OPTIONS',
  });
});

test.each([
  [
    ['--no-warnings', '-e', '-r', '--stack-trace-limit=5'],
    ['--no-warnings', '--stack-trace-limit=5'],
  ],
  [['--eval=1', '-pe', '-1', '-p', '--no-warnings', '-p', '1'], ['--no-warnings']],
  [
    ['-r', './pre.js', '--require=./q.js', '--conditions', 'x'],
    ['-r', './pre.js', '--require=./q.js', '--conditions', 'x'],
  ],
  [['--test', '--test-reporter', 'tap', '--input-type', 'module', '--title=t'], ['--title=t']],
])('of the options %j a thread and a fork get %j', (execArgv, kept) => {
  expect(withoutProgram(execArgv)).toEqual(kept);
});
