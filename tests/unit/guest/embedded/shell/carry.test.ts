import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freshState, TestShell } from './shellHarness.ts';

it('carries folder, variables, exports, arrays, functions, aliases and options', async () => {
  const shell = new TestShell();
  await shell.run(`cd /tmp; plain='it'"'"'s'; export shown="a b"; list=(1 "2 3" $'4\\n5'); declare -A map; map["k 1"]="v w"
f() {
  cat <<EOF
  indented $1
EOF
}
if true; then hidden() { echo "hidden $1"; }; fi
alias say='echo said'; set -o pipefail; shopt -s nullglob; declare -i number=3`);
  const ran = await shell.run(
    `pwd; echo "$plain|$shown|\${#list[@]}|\${list[2]}|\${map[k 1]}|$number"; f x; hidden y; say z; false | true; echo $?; echo nothing*; env | grep -c -e plain -e shown`,
  );
  expect([ran.stdout, ran.stderr]).toEqual([
    "/tmp\nit's|a b|3|4\n5|v w|3\n  indented x\nhidden y\nsaid z\n1\n\n1\n",
    '',
  ]);
});

it('starts the next run where the last one left, over many runs', async () => {
  const shell = new TestShell();
  await shell.run('f() { echo "$n"; }; n=0');
  for (let run = 0; run < 5; run++) await shell.run('n=$((n+1))');
  expect((await shell.run('f')).stdout).toBe('5\n');
});

it('never carries what belongs to one run', async () => {
  const shell = new TestShell();
  const { state } = await shell.run('true | false; read x <<< y; set -- a b; getopts a o; cd /; cd -');
  expect(state).toEqual({ ...freshState, prelude: expect.any(String) });
  expect(state.prelude).not.toMatch(/PIPESTATUS|IFS|OPTIND|SHELLOPTS|BASHOPTS|HOSTTYPE|__/);
});

it('carries what an `exit` leaves, but nothing of a subshell', async () => {
  const shell = new TestShell();
  const ran = await shell.run(
    'a=(1); x=kept; (x=lost; exit 3); x2=$(x=lost; exit 4); die() { exit 5; }; die',
  );
  expect(ran.exitCode).toBe(5);
  expect((await shell.run(`echo $x \${a[0]}`)).stdout).toBe('kept 1\n');
});

it('stays as it was after a run that died of `set -e`, of an unset variable or of a syntax error', async () => {
  const shell = new TestShell();
  const { state } = await shell.run('x=before');
  for (const command of ['set -e; x=after; false', 'set -u; x=after; echo $nope', 'x=after\necho )']) {
    expect((await shell.run(command)).state).toEqual(state);
  }
});

it('carries functions of a sourced file', async () => {
  const shell = new TestShell();
  await shell.run("printf 'lib() { echo from lib; }\\n' > lib.sh; source ./lib.sh");
  expect((await shell.run('lib; lib | tr a-z A-Z')).stdout).toBe('from lib\nFROM LIB\n');
});

it('forgets what was unset', async () => {
  const shell = new TestShell();
  await shell.run('x=1; export y=2; f() { echo f; }; alias g="echo g"; a=(1)');
  await shell.run('unset x y a; unset -f f; unalias g');
  expect((await shell.run(`echo "[$x$y\${a[0]}]"; f; g`)).stdout).toBe('[]\n');
});

it('brings any value back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed()),
      async (value) => {
        const shell = new TestShell();
        shell.memory.writeFile('/tmp/v', new TextEncoder().encode(value));
        // `$(…)` drops final newlines; the dot keeps them.
        await shell.run(`v=$(cat /tmp/v; echo .); v=\${v%.}; w=("$v" x); export u="$v"`);
        const ran = await shell.run(`printf %s "$v" > v2; printf %s "\${w[0]}" > w2; printf %s "$u" > u2`);
        expect(ran.stderr).toBe('');
        const texts = ['v2', 'w2', 'u2'].map((name) =>
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(
            shell.memory.readFile(`/home/user/project/${name}`),
          ),
        );
        expect(texts).toEqual([value, value, value]);
      },
    ),
    { numRuns: 30 },
  );
}, 60_000);
