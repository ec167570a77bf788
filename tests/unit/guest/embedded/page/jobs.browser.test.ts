import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { ExitStatus, Guest, GuestProcess, RunNote } from '../../../../../src/guest/index.ts';

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => guest.dispose());

interface Ran {
  readonly output: string;
  readonly exit: ExitStatus;
  readonly notes: readonly RunNote[];
}

async function ended(process: GuestProcess): Promise<Ran> {
  let output = '';
  const decoder = new TextDecoder();
  for await (const { bytes } of process.output) output += decoder.decode(bytes, { stream: true });
  return { output, exit: await process.exit, notes: await process.notes };
}

async function outputOf(script: string): Promise<string> {
  const { output, exit } = await ended(guest.run(script));
  return `${output}${exit.kind === 'exited' ? (exit.code === 0 ? '' : ` ${exit.code}`) : ` ${exit.kind}`}`;
}

test.each([
  ['sleep 60 & kill $!; wait $!; echo $?', '143\n'],
  ['awk "BEGIN { while (1) {} }" & sleep 0.1; kill -9 $!; wait $!; echo $?', '137\n'],
  ['timeout 0.3 awk "BEGIN { while (1) {} }"; echo $?', '124\n'],
  ['timeout -s KILL 0.3 awk "BEGIN { while (1) {} }"; echo $?', '137\n'],
  [
    // Again with more time where the signal came before the trap, as on a busy machine it may.
    'for t in 0.2 1 4; do timeout -k 0.2 $t bash -c "trap : TERM; echo > /tmp/trapped; while :; do :; done"; code=$?; [ -e /tmp/trapped ] && break; done; echo $code',
    '137\n',
  ],
  ['timeout 5 bash -c "echo out; echo err >&2; exit 3"; echo $?', 'out\nerr\n3\n'],
  ['echo fed | timeout 5 bash -c "cat; echo done"', 'fed\ndone\n'],
  ['bash -c "kill \\$\\$"; echo $?; bash -c "kill -9 \\$\\$"; echo $?', '143\n137\n'],
  [
    'for i in 1 2 3; do (until [ -e /tmp/turn$i ]; do sleep 0.01; done; echo $i; touch /tmp/turn$((i + 1))) & done; touch /tmp/turn1; wait; echo all',
    '1\n2\n3\nall\n',
  ],
  [
    'echo 0 > n; for i in 1 2 3; do for j in 1 2 3 4; do flock lock -c "read x < n; sleep 0.01; echo \\$((x + 1)) > n"; done & done; wait; cat n',
    '12\n',
  ],
  ['x=7; f() { echo "f $x"; }; f & wait', 'f 7\n'],
  ['(echo a; echo b >&2; echo c; echo d >&2) & wait', 'a\nb\nc\nd\n'],
  [
    'sleep 60 & [ "$(pgrep sleep)" = $! ] && echo found; pkill sleep; wait $!; echo $?; pgrep -c sleep',
    'found\n143\n0\n 1',
  ],
  ['awk "BEGIN { while (1) {} }" & sleep 0.1; pkill -9 -f "while .1."; wait $!; echo $?', '137\n'],
  ['sleep 60 & sleep 61 & pgrep -c -P $$; pkill --signal KILL -P $$; wait $!; echo $?', '2\n137\n'],
  [
    'sleep 60 & sleep 61 & sleep 0.1; pkill -o sleep; pgrep -a sleep | cut -d" " -f2-; killall -s HUP sleep; wait $!; echo $?; pidof sleep; echo $?',
    'sleep 61\n129\n1\n',
  ],
  [
    'node -e "setInterval(() => {}, 1000)" & sleep 0.3; pgrep -x node > /dev/null && pkill node; wait $!; echo $?',
    '143\n',
  ],
])('%s', async (script, expected) => {
  expect(await outputOf(script)).toBe(expected);
});

test('jobs outlive the run that started them, in the table of processes and for the shell', async () => {
  const shell = guest.shell();
  const first = await ended(shell.run('sleep 60 > /dev/null 2>&1 & echo $!'));
  const pid = Number(first.output);
  expect([first.exit, first.notes]).toEqual([{ kind: 'exited', code: 0 }, []]);
  const listed = await guest.processes();
  expect(listed.filter((each) => each.pid === pid).map(({ ppid, title }) => [ppid, title])).toEqual([
    [1, 'sleep 60 > /dev/null 2>&1'],
  ]);
  expect((await ended(shell.run('jobs; kill %1; wait $!; echo $?; jobs'))).output).toBe(
    '[1]+  Running                 sleep 60 > /dev/null 2>&1 &\n143\n',
  );
  expect((await guest.processes()).some((each) => each.pid === pid)).toBe(false);
});

test('the page can stop a job of its own choice', async () => {
  const shell = guest.shell();
  const { output, notes } = await ended(shell.run('while :; do echo x >> /tmp/ticks; done & echo $!'));
  const pid = Number(output);
  expect(notes.map(({ code }) => code)).toEqual(['background-running']);
  while (!(await guest.fs.exists('/tmp/ticks'))) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await guest.kill(pid, 'SIGTERM')).toBe(true);
  expect((await ended(shell.run(`wait ${pid}; echo $?`))).output).toBe('143\n');
  const size = (await guest.fs.stat('/tmp/ticks')).size;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await guest.fs.stat('/tmp/ticks')).size).toBe(size);
  expect(await guest.kill(pid, 'SIGTERM')).toBe(false);
});

test('a killed run takes the whole tree along, keeps its output, and nothing is written afterwards', async () => {
  for (const afterBytes of [0, 40, 400, 3000]) {
    const path = `/tmp/tree-${afterBytes}`;
    const inner = `i=0; while :; do i=$((i+1)); echo $i; echo $i >> ${path}; done`;
    // The middle shell passes on what the inner one prints; the outer one waits for both.
    const process = guest.run(
      `timeout 60 bash -c 'timeout 60 bash -c "$0"' '${inner.replaceAll("'", "'\\''")}'`,
      {
        spool: true,
      },
    );
    let output = '';
    let stopping: Promise<boolean> | null = null;
    let askedMs = 0;
    for await (const { bytes } of process.output) {
      output += new TextDecoder().decode(bytes);
      if (output.length < afterBytes) continue;
      if (!stopping) askedMs = performance.now();
      stopping ??= process.signal('SIGKILL');
    }
    expect(await stopping).toBe(true);
    const tookMs = performance.now() - askedMs;
    const last = output.split('\n').length - 1;
    expect(output).toBe(Array.from({ length: last }, (_, index) => `${index + 1}\n`).join(''));
    const written = (await guest.fs.exists(path)) ? new TextDecoder().decode(await guest.fs.read(path)) : '';
    const inFile = written.split('\n').length - 1;
    expect(last).toBeGreaterThanOrEqual(inFile);
    expect(last).toBeLessThanOrEqual(inFile + 1);
    expect(await guest.adoptSpool(process.pid, `${path}-spool`, output.length)).toBe(true);
    expect(new TextDecoder().decode(await guest.fs.read(`${path}-spool`))).toBe(output);
    expect((await guest.processes()).map(({ title }) => title)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const after = (await guest.fs.exists(path)) ? (await guest.fs.stat(path)).size : 0;
    expect(after).toBe(written.length);
    expect(tookMs).toBeLessThan(1000);
  }
});

test('a sleep is not over before jobs that were started beside it and had to load their workers', async () => {
  const script = '(sleep 0.2; echo slow) & for n in 1 2 3 4; do (echo fast) & done; wait';
  expect(await outputOf(script)).toBe(`${'fast\n'.repeat(4)}slow\n`);
});

test('ps shows what runs', async () => {
  const { output } = await ended(guest.run('sleep 9 & ps -o pid=,ppid=,args= | tr "0-9" N; kill $!'));
  expect(output).toBe(
    '  NNN     N bash -c sleep N & ps -o pid=,ppid=,args= | tr "N-N" N; kill $!\n  NNN   NNN sleep N\n',
  );
});
