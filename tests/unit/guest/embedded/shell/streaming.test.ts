import { expect, it } from 'vitest';
import type { StreamName } from '../../../../../src/core/index.ts';
import { TestShell } from './shellHarness.ts';

/** Runs until the first output, stops the command then, and tells what had come. */
async function cutAtFirstOutput(command: string) {
  const stop = new AbortController();
  const parts: string[] = [];
  const cutNotes: string[] = [];
  const startedAt = performance.now();
  const shell = new TestShell();
  const ran = await shell.run(command, {
    signal: stop.signal,
    noteIfCut: (note) => cutNotes.push(note.code),
    output: {
      write: async (_stream: StreamName, bytes: Uint8Array) => {
        parts.push(new TextDecoder().decode(bytes));
        stop.abort();
      },
    },
  });
  return {
    text: parts.join(''),
    exitCode: ran.exitCode,
    tookMs: performance.now() - startedAt,
    cutNotes,
    notes: ran.notes,
  };
}

const markers = {
  'a plain command': 'echo MARK; sleep 30',
  'a function': 'f() { echo MARK; sleep 30; }; f',
  'a function in a function': 'g() { echo MARK; sleep 30; }; f() { g; }; f',
  'a function with a subshell body': 'f() ( echo MARK; sleep 30 ); f',
  'bash -c': "bash -c 'echo MARK; sleep 30'",
  'bash -c in a function': "f() { bash -c 'echo MARK; sleep 30'; }; f",
  'a function in bash -c': "bash -c 'f() { echo MARK; sleep 30; }; f'",
  'bash -c in bash -c': `bash -c "bash -c 'echo MARK; sleep 30'"`,
  'a script file': "printf 'echo MARK\\nsleep 30\\n' > s.sh; bash s.sh",
  'an executable file': "printf '#!/bin/bash\\necho MARK\\nsleep 30\\n' > s.sh; chmod +x s.sh; ./s.sh",
  'a script from standard input': "printf 'echo MARK\\nsleep 30\\n' | bash",
  'what is piped into cat': '(echo MARK; sleep 30) | cat',
  'a function piped into cat': 'f() { echo MARK; sleep 30; }; f |& cat',
  xargs: "echo MARK | xargs -I{} sh -c 'echo {}; sleep 30'",
  'a followed file': 'echo MARK > log; tail -f log',
  eval: "eval 'echo MARK; sleep 30'",
  'eval in eval': `eval "eval 'echo MARK; sleep 30'"`,
  source: "printf 'echo MARK\\nsleep 30\\n' > s.sh; source s.sh",
  'a dot': "printf 'f() { echo MARK; sleep 30; }\\nf\\n' > s.sh; . ./s.sh",
  'a script on PATH':
    "printf '#!/bin/sh\\necho MARK\\nsleep 30\\n' > /usr/local/bin/tool; chmod +x /usr/local/bin/tool; tool",
  timeout: "timeout 60 bash -c 'echo MARK; sleep 30'",
  'env and nohup': "env A=1 nohup bash -c 'echo MARK; sleep 30'",
  'a loop': 'while true; do echo MARK; sleep 30; done',
  'the end of a pipe': 'true | { echo MARK; sleep 30; }',
  'stderr inside $(…)': 'x=$(echo MARK >&2; sleep 30)',
  'both streams as one': '{ echo MARK >&2; sleep 30; } 2>&1',
} as const;

it.each(Object.entries(markers))('hands out what was written before a cut: %s', async (_name, command) => {
  const cut = await cutAtFirstOutput(command);
  expect([cut.text, cut.exitCode]).toEqual(['MARK\n', 143]);
  expect(cut.tookMs).toBeLessThan(10_000);
});

it('streams a function that an earlier command defined', async () => {
  const shell = new TestShell();
  await shell.run('f() { echo one; echo two >&2; echo three; }');
  const ran = await shell.run('f');
  expect(ran.writes.map(({ text }) => text)).toEqual(['one\n', 'two\n', 'three\n']);
});

it('names before the run what cannot stream, and in the result of a run that was cut', async () => {
  const cut = await cutAtFirstOutput('x=$(echo hidden; sleep 0; echo MARK >&2; sleep 30) | tac');
  expect(cut.cutNotes).toEqual(['not-streamed']);
  expect(cut.notes).toEqual([
    {
      code: 'not-streamed',
      detail: 'what is piped into `tac`, `$(…)`',
    },
  ]);
});

it('says nothing of parts that could not stream where the cut came while something else ran', async () => {
  const cut = await cutAtFirstOutput('x=$(echo early); echo MARK; sleep 30');
  expect([cut.text, cut.cutNotes, cut.notes]).toEqual(['MARK\n', ['not-streamed'], []]);
});

it('tells whether what runs now keeps its output until it ends', async () => {
  const told: boolean[] = [];
  await new TestShell().run('echo a; x=$(echo b; echo c >&2); echo d > f; echo e | tr e f; echo g', {
    withholds: (on) => told.push(on),
  });
  // What follows is the shell's own report.
  expect(told.slice(0, 4)).toEqual([true, false, true, false]);
});

it('names a command that hands its output out at its end only, and tells while it runs', async () => {
  const told: unknown[] = [];
  await new TestShell().run('echo a; sort /dev/null; echo b', {
    noteIfCut: (note) => told.push(note.detail),
    withholds: (on) => told.push(on),
  });
  expect(told.slice(0, 3)).toEqual(['`sort`', true, false]);
});

it('follows a file from its end, and several lines at once, until it is stopped', async () => {
  const shell = new TestShell();
  const stop = new AbortController();
  const texts: string[] = [];
  await shell.run('seq 12 > log; tail -n 2 -f log', {
    signal: stop.signal,
    output: {
      write: async (_stream, bytes) => {
        texts.push(new TextDecoder().decode(bytes));
        if (texts.length === 1) await shell.files.appendFile('/home/user/project/log', bytes.slice());
        else stop.abort();
      },
    },
  });
  expect(texts).toEqual(['11\n12\n', '11\n12\n']);
});

it('ends a followed file at its timeout, and once its reader has enough', async () => {
  const ran = await new TestShell().run(
    'seq 3 > log; timeout 0.3 tail -f log; echo $?; tail -f log | head -2',
  );
  expect([ran.stdout, ran.stderr]).toEqual(['1\n2\n3\n124\n1\n2\n', '']);
});

it('ends what writes to a device or a file without end at its timeout', async () => {
  const ran = await new TestShell().run(
    'timeout 0.2 yes > /dev/null; echo $?; timeout 0.2 cat /dev/zero > /dev/null; echo $?; timeout 0.1 yes > f; echo $?',
  );
  expect(ran.stdout).toBe('124\n124\n124\n');
});

it('says nothing about streaming where all of it streams', async () => {
  expect((await cutAtFirstOutput('echo MARK; sleep 30')).notes).toEqual([]);
  expect((await new TestShell().run('x=$(echo small); echo $x')).notes).toEqual([]);
});

it('writes into the log file as it goes where a command is redirected', async () => {
  const shell = new TestShell();
  const stop = new AbortController();
  const watched = {
    ...shell.files,
    appendFile: async (path: string, bytes: Uint8Array) => {
      await shell.files.appendFile(path, bytes);
      if (path.endsWith('/log') && bytes.length > 0) stop.abort();
    },
  };
  await shell.run("bash -c 'echo MARK; sleep 30' > log 2>&1", { signal: stop.signal, files: watched });
  expect((await shell.run('cat log')).stdout).toBe('MARK\n');
});

it('waits for credit before it writes more', async () => {
  let inFlight = 0;
  let most = 0;
  await new TestShell().run('for i in 1 2 3; do echo $i; done; seq 100000; yes | head -c 3000000', {
    output: {
      write: async () => {
        most = Math.max(most, ++inFlight);
        await Promise.resolve();
        inFlight--;
      },
    },
  });
  expect(most).toBe(1);
});
