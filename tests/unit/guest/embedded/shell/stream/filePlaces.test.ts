import { expect, test } from 'vitest';
import { TestShell } from '../shellHarness.ts';

/** The states of a file while the command runs, as far as a look each 5 ms sees them. */
async function grown(command: string, path: string): Promise<readonly string[]> {
  const shell = new TestShell();
  const states: string[] = [];
  const running = shell.run(command).then(() => true);
  for (let over = false; !over; ) {
    over = await Promise.race([
      running,
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 5)),
    ]);
    const text = await textAt(shell, path);
    if (text !== null && text !== states.at(-1)) states.push(text);
  }
  return states;
}

async function textAt(shell: TestShell, path: string): Promise<string | null> {
  const bytes = await shell.files.readFile(path).catch(() => null);
  return bytes && new TextDecoder().decode(bytes);
}

const log = '/home/user/project/log';

test.each([
  'for i in 1 2 3; do echo $i; sleep 0.05; done > log',
  '{ echo 1; sleep 0.05; seq 2 2; sleep 0.05; echo 3; } > log',
  'i=0; while [ $((++i)) -le 3 ]; do echo $i; sleep 0.05; done >> log',
  '(echo 1; sleep 0.05; echo 2 >&2; sleep 0.05; echo 3) &> log',
  'name=log; until [ "${i:-0}" = 3 ]; do i=$((i+1)); echo $i | cat; sleep 0.05; done > "$PWD/$name" 2>&1',
  'f() { echo $1; sleep 0.05; }; for i in 1 2 3; do f $i; done > log',
  'if true; then echo 1; sleep 0.05; echo 2; sleep 0.05; echo 3; fi > log',
  'for i in 1 2 3; do bash -c "echo $i"; sleep 0.05; done > log',
  'eval "for i in 1 2 3; do echo \\$i; sleep 0.05; done > log"',
])('a file that a compound writes to grows while it runs: %s', async (command) => {
  const states = await grown(command, log);
  expect(states.filter((text) => text !== '')).toEqual(['1\n', '1\n2\n', '1\n2\n3\n']);
});

test.each<readonly [command: string, output: string]>([
  ['{ echo a; echo b >&2; } > log; cat log', 'b\na\n'],
  ['echo old > log; { echo new; } > log; cat log', 'new\n'],
  ['echo old > log; { echo new; } >> log; cat log', 'old\nnew\n'],
  ['{ { echo in; } > inner; echo out; } > log; cat inner; echo -; cat log', 'in\n-\nout\n'],
  ['{ { echo in; } >> log; echo out; } > log; cat log', 'in\nout\n'],
  ['{ x=$(echo kept; echo err >&2); echo "x=$x"; } > log 2>&1; cat log', 'err\nx=kept\n'],
  [
    'f() { if [ $1 -gt 0 ]; then { echo "before $1"; f $(($1-1)); echo "after $1"; } > f$1; fi; }; f 3; cat f3 - f2 f1 </dev/null',
    'before 3\nafter 3\nbefore 2\nafter 2\nbefore 1\nafter 1\n',
  ],
  [
    '{ echo one; } > /dev/stderr; t=/dev/stdout; { echo two; } > $t; x=$({ echo three; } > $t); echo "<$x>"',
    'one\ntwo\n<three>\n',
  ],
  ['{ echo gone; } > /dev/null; n=/dev/null; { echo gone; } > $n; echo here', 'here\n'],
  ['false; { echo $?; } > log; cat log; { false; } > log; echo $?', '1\n1\n'],
  ['{ echo never; } > no/such/file; echo $?', 'bash: line 1: no/such/file: No such file or directory\n1\n'],
  ['for i in 1 2 3 4; do echo $i; [ $i = 2 ] && break; done > log; echo back; cat log', 'back\n1\n2\n'],
  ['f() { { echo in; return 3; } > log; }; f; echo $?; cat log', '3\nin\n'],
  ['{ seq 3 | while read x; do echo "<$x>"; done; } > log; cat log', '<1>\n<2>\n<3>\n'],
  [
    '{ echo a; { echo b; } > /dev/stderr; echo c; } > log 2> errors; cat log - errors < /dev/null',
    'a\nc\nb\n',
  ],
  ['while read x; do echo "<$x>"; done < <(seq 2) > log; cat log', '<1>\n<2>\n'],
  ['{ cat > inner; echo done; } > log <<< text; cat inner log', 'text\ndone\n'],
  ['exec 3> three; { echo a >&3; echo b; } > log; exec 3>&-; cat three log', 'a\nb\n'],
  ['{ echo to file; echo to terminal >&4; } 4>&1 > log; cat log', 'to terminal\nto file\n'],
  ['(cd /tmp; echo there > here; pwd) > log; cat log /tmp/here', '/tmp\nthere\n'],
  ['{ printf "%s" x; printf "\\xff"; } > log; od -An -tx1 log', ' 78 ff\n'],
])('streams of compounds with a file lead where bash leads them: %s', async (command, output) => {
  const { merged } = await new TestShell().run(command);
  expect(merged).toBe(output);
});

test('what an error inside leaves for the end comes behind what was written meanwhile', async () => {
  const shell = new TestShell();
  await shell.run('{ seq 3; echo "${none?is not set}"; } > log 2>&1');
  expect(await textAt(shell, log)).toBe('1\n2\n3\nbash: line 1: none: is not set\n');
});
