import { expect, it } from 'vitest';
import { FakeProcesses } from './fakeProcesses.ts';
import { TestShell } from './shellHarness.ts';

function shellWithJobs(limit?: number): TestShell {
  const shell = new TestShell();
  shell.processes = new FakeProcesses(shell.files, limit);
  return shell;
}

async function outputOf(script: string): Promise<string> {
  const ran = await shellWithJobs().run(script);
  return `${ran.stdout}${ran.stderr === '' ? '' : `[${ran.stderr.replaceAll(/line \d+: /g, '')}]`}${ran.exitCode === 0 ? '' : ` ${ran.exitCode}`}`;
}

it('runs jobs beside the shell and waits for them', async () => {
  // Each waits for the other: one after the other they would not end.
  const script = `(until [ -e too ]; do sleep 0.01; done; echo slow; touch slow) &
(touch too; until [ -e slow ]; do sleep 0.01; done; echo too) & echo first; wait; echo last`;
  expect(await outputOf(script)).toBe('first\nslow\ntoo\nlast\n');
});

it('gives a job the whole state of its shell: variables, functions, arrays, options, arguments', async () => {
  const script = `plain=p; export out=o; list=(a 'b c'); f() { echo "f $plain"; }; set -o pipefail; set -- one 'two 2'
{ f; echo "$out \${list[1]} $1-$2 $#"; false | true; echo $?; plain=changed; } & wait; echo $plain`;
  expect(await outputOf(script)).toBe('f p\no b c one-two 2 2\n1\np\n');
});

it('starts jobs from loops and functions, and keeps their numbers', async () => {
  const script = `run() { for n in 1 2 3; do (sleep 0.0$n; exit $n) & pids="$pids $!"; done; }
run; for p in $pids; do wait $p; echo $?; done`;
  expect(await outputOf(script)).toBe('1\n2\n3\n');
});

it.each([
  ['sleep 60 & kill $!; wait $!; echo $?', '143\n'],
  ['sleep 60 & kill -9 $!; wait $!; echo $?', '137\n'],
  ['sleep 60 & kill -KILL %1; wait $!; echo $?', '137\n'],
  ['sleep 60 & kill -s HUP $!; wait $!; echo $?', '129\n'],
  ['exit 3 & wait $!; echo $?', '3\n'],
  ['(exit 4) & p=$!; sleep 0.05; wait $p; echo $?; wait $p; echo $?', '4\n4\n'],
  ['sleep 0.01 & wait; echo $?', '0\n'],
  ['kill -0 $$ && echo there', 'there\n'],
  ['trap "echo T" TERM; kill $$; echo on', 'T\non\n'],
  ['trap "echo T; exit 5" TERM; kill $$; echo on', 'T\n 5'],
  ['trap "echo bye" EXIT; kill $$; echo on', 'bye\n 143'],
  ['trap "" TERM; kill $$; echo on', 'on\n'],
  ['trap "echo T; exit 7" TERM; (kill $$; echo sub); echo on', 'sub\nT\n 7'],
  ['trap "echo T; exit 7" TERM; die() { kill $$; }; x=$(die); echo on', 'T\n 7'],
  ['trap "echo U" USR1; (sleep 0.05; kill -USR1 $$) & sleep 5; echo on', 'U\non\n'],
  ['trap "echo U" USR1; (sleep 0.05; kill -USR1 $$) & sleep 5 & wait $!; echo $?; kill %2', 'U\n138\n'],
  [
    '(trap "echo T; exit 5" TERM; touch set; sleep 5) & until [ -e set ]; do sleep 0.01; done; kill $!; wait $!; echo $?',
    'T\n5\n',
  ],
  [
    'until_there() { until [ -e $1 ]; do sleep 0.01; done; }; (trap "echo T; touch told" TERM; touch set; while :; do sleep 0.01; done) & until_there set; kill $!; until_there told; kill -9 $!; wait $!; echo $?',
    'T\n137\n',
  ],
  [
    'trap "echo x" INT TERM EXIT; trap -p; trap - EXIT TERM; trap',
    "trap -- 'echo x' EXIT\ntrap -- 'echo x' SIGINT\ntrap -- 'echo x' SIGTERM\ntrap -- 'echo x' SIGINT\n",
  ],
  ['trap "echo y" FOO; echo $?', '1\n[bash: trap: FOO: invalid signal specification\n]'],
  ['(trap "echo bye" EXIT; exit 3); echo $?', 'bye\n3\n'],
  [
    "(trap 'echo bye' EXIT; echo hi) | cat; x=$(trap 'echo out' EXIT; echo hi); echo [$x]",
    'hi\nbye\n[hi out]\n',
  ],
  ["trap 'echo main' EXIT; (exit 3); echo $?; (trap 'echo sub' EXIT); echo on", '3\nsub\non\nmain\n'],
  ["trap 'echo main' EXIT; (set -e; false; echo no); echo $?", '1\nmain\n'],
  [
    "trap 'echo err $?' ERR; false; (exit 3); false | true; true | false; if false; then :; fi; false || true; ! true; echo on",
    'err 1\nerr 3\nerr 1\non\n',
  ],
  ["set -e; trap 'echo err $?' ERR; (exit 4); echo no", 'err 4\n 4'],
  ['printf "sleep 5 &\\necho in\\n" > s.sh; bash s.sh; wait; jobs; echo out', 'in\nout\n'],
  ["set -e; trap 'echo cleanup $?' EXIT; false; echo no", 'cleanup 1\n 1'],
  ['f() { echo in f; }; set -e; trap f EXIT; false', 'in f\n 1'],
  [
    'printf "set -e\\ntrap \\"echo cleanup\\" EXIT\\nfalse\\necho no\\n" > s.sh; bash s.sh; echo $?',
    'cleanup\n1\n',
  ],
  ['bash -c "kill \\$\\$"; echo $?; bash -c "kill -9 \\$\\$; echo no"; echo $?', '143\n137\n'],
  ['timeout 0.2 bash -c "sleep 5"; echo $?; timeout -s KILL 0.1 sleep 5; echo $?', '124\n137\n'],
  ['sleep 9 & kill -0 $! && echo there; kill $!; wait; kill -0 $! 2>/dev/null || echo gone', 'there\ngone\n'],
  [
    '(until [ -e go ]; do sleep 0.01; done; exit 1) & (exit 2) & wait -n; echo $?; touch go; wait -n; echo $?; wait -n; echo $?',
    '2\n1\n127\n',
  ],
  ['sleep 0.01 & wait -p who -n; [ "$who" = "$!" ] && echo same', 'same\n'],
  ['wait 4242; echo $?', '127\n[bash: wait: pid 4242 is not a child of this shell\n]'],
  ['wait %3; echo $?', '127\n[bash: wait: %3: no such job\n]'],
  ['kill 4242; echo $?', '1\n[bash: kill: (4242) - No such process\n]'],
  ['kill -FOO 1; echo $?', '1\n[bash: kill: FOO: invalid signal specification\n]'],
  ['kill %7; echo $?', '1\n[bash: kill: %7: no such job\n]'],
  ['kill abc; echo $?', '1\n[bash: kill: abc: arguments must be process or job IDs\n]'],
  ['kill -l TERM 9 130 HUP', '15\nKILL\nINT\n1\n'],
  [
    'kill -l | head -2',
    ' 1) SIGHUP\t 2) SIGINT\t 3) SIGQUIT\t 4) SIGILL\t 5) SIGTRAP\n 6) SIGABRT\t 7) SIGBUS\t 8) SIGFPE\t 9) SIGKILL\t10) SIGUSR1\n',
  ],
  [
    'sleep 9 & sleep 8 & sleep 7 & jobs; kill %- %+ %1',
    '[1]   Running                 sleep 9 &\n[2]-  Running                 sleep 8 &\n[3]+  Running                 sleep 7 &\n',
  ],
  [
    'sleep 9 & jobs -p | grep -c .; jobs -l | tr "0-9" N; kill %sleep',
    '1\n[N]+ NNN Running                 sleep N &\n',
  ],
  ['jobs %5; echo $?', '1\n[bash: jobs: %5: no such job\n]'],
  ['sleep 9 & disown; jobs; kill $!', ''],
  ['disown; echo $?', '1\n[bash: disown: current: no such job\n]'],
  ['fg; echo $?', '1\n[bash: fg: no job control\n]'],
  ['x=$(echo a & wait; echo b); echo "[$x]"', '[b\na]\n'],
  ['{ echo a & wait; echo b; } > f; sort f', 'a\nb\n'],
  ['{ (sleep 0.02; echo late) & echo now; } | cat', 'now\nlate\n'],
  ['echo "[$!]"; : & [ -n "$!" ] && echo set', '[]\nset\n'],
  ['! false & wait $!; echo $?', '0\n'],
  ['cat <<EOF & wait\nhere $((1+1))\nEOF', 'here 2\n'],
  ['sleep 9 & kill -INT $!; sleep 0.05; kill -0 $! && echo alive; kill $!', 'alive\n'],
  ['set -e; false & wait; echo on', 'on\n'],
  ['echo one | { cat & wait; }; echo $?', '0\n'],
])('%s', async (script, expected) => {
  expect(await outputOf(script)).toBe(expected);
});

it('keeps jobs over the runs of one shell', async () => {
  const shell = shellWithJobs();
  const first = await shell.run('(until [ -e go ]; do sleep 0.01; done) > log 2>&1 & sleep 60 > log2 2>&1 &');
  expect([first.stdout, first.notes]).toEqual(['', []]);
  expect((await shell.run('jobs; kill $!; wait $!; echo $?')).stdout).toBe(
    '[1]-  Running                 (until [ -e go ]; do sleep 0.01; done) > log 2>&1 &\n[2]+  Running                 sleep 60 > log2 2>&1 &\n143\n',
  );
  expect((await shell.run('touch go; wait %1; echo $?; jobs')).stdout).toBe('0\n');
});

it('says what still ran with its output at the terminal, and gives short jobs a moment', async () => {
  const ran = await shellWithJobs().run('sleep 60 & echo done; (echo late | cat) &');
  expect([ran.stdout, ran.exitCode]).toEqual(['done\nlate\n', 0]);
  expect(ran.notes).toEqual([
    {
      code: 'background-running',
      detail:
        'still running when the command returned; what they print from here on is not kept: sleep 60 (pid 102)',
    },
  ]);
});

it('tells a person the number of a job, and its end before the next prompt', async () => {
  const shell = shellWithJobs();
  const ran = await shell.run('(sleep 0.01; exit 3) > /dev/null 2>&1 &', { isInteractive: true });
  expect(ran.stderr).toBe('[1] 102\n');
  let next = ran;
  do {
    await new Promise((resolve) => setTimeout(resolve));
    next = await shell.run('jobs', { isInteractive: true });
  } while (next.stdout.includes('Running'));
  expect(next.stdout).toBe('[1]+  Exit 3                  (sleep 0.01; exit 3) > /dev/null 2>&1\n');
});

it('says why there are no jobs where nothing can run beside the shell', async () => {
  const ran = await new TestShell().run('echo x & echo $?');
  expect([ran.stdout, ran.stderr]).toEqual([
    '254\n',
    'bash: line 1: fork: this page is not cross-origin isolated, so the guest has no shared memory to run it beside the shell\n',
  ]);
});

it('refuses more processes than fit', async () => {
  const shell = shellWithJobs(2);
  const ran = await shell.run('sleep 5 & sleep 6 & echo $?; kill %1');
  expect([ran.stdout, ran.stderr]).toEqual([
    '254\n',
    'bash: line 1: fork: retry: Resource temporarily unavailable\n',
  ]);
});

it.each([
  ['flock a echo in; echo $?; ls a', 'in\n0\na\n'],
  ["flock a -c 'echo in; exit 3'; echo $?", 'in\n3\n'],
  ['flock a flock -n a echo in; echo $?; flock a flock -w 0.05 -E 7 a echo in; echo $?', '1\n7\n'],
  ['flock -s a flock -sn a echo both; flock -s a flock -n a echo in; echo $?', 'both\n1\n'],
  [
    '(flock a -c "touch in; echo one; sleep 0.1; echo one over") & until [ -e in ]; do sleep 0.01; done; flock a echo two; wait',
    'one\none over\ntwo\n',
  ],
  ['timeout 0.05 flock a -c "sleep 5"; flock -n a echo free', 'free\n'],
  [
    'flock a -c "touch in; sleep 5" & until [ -e in ]; do sleep 0.01; done; timeout 0.05 flock a echo in; echo $?; kill $!',
    '124\n',
  ],
  ['flock; echo $?', "64\n[flock: not enough arguments\nTry 'flock --help' for more information.\n]"],
  ['flock -w x a true; echo $?', "64\n[flock: invalid timeout value: 'x'\n]"],
  ['flock no/a true; echo $?', '66\n[flock: cannot open lock file no/a: No such file or directory\n]'],
  ['(flock -n 9 || exit 1; echo in) 9> a; echo $?', 'in\n0\n'],
  ['exec 9> a; flock 9; flock -n a echo no; echo $?; flock -u 9; flock -n a echo yes', '1\nyes\n'],
  [
    'exec 9> a; flock -s 9; flock -sn a echo both; flock 9; flock -sn a echo no; echo $?; flock -s 9; flock -sn a echo both',
    'both\n1\nboth\n',
  ],
  ['exec 9> a; flock 9; exec 9>&-; flock -n a echo yes', 'yes\n'],
  ['(flock 9; flock -n a echo no; echo $?) 9> a; flock -n a echo yes', '1\nyes\n'],
  ['(flock 9; sleep 0.2; echo first) 9> a & sleep 0.1; (flock 9; echo second) 9> a; wait', 'first\nsecond\n'],
  ['exec 9> a; flock 9; (exec 8> a; flock -n 8; echo $?; flock -w 0.05 8; echo $?)', '1\n1\n'],
  ['flock 7; echo $?', '65\n[flock: 7: Bad file descriptor\n]'],
  [
    'echo > a; exec 9< a; flock 9; echo $?',
    '71\n[flock: 9: only a descriptor that is open for writing can be locked here; use: exec 9>>FILE\n]',
  ],
])('%s', async (script, expected) => {
  expect(await outputOf(script)).toBe(expected);
});
