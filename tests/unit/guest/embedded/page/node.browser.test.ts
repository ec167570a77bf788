import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { ExitStatus, Guest, GuestProcess } from '../../../../../src/guest/index.ts';

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => guest.dispose());

async function ended(process: GuestProcess): Promise<{ readonly output: string; readonly exit: ExitStatus }> {
  let output = '';
  const decoder = new TextDecoder();
  for await (const { bytes } of process.output) output += decoder.decode(bytes, { stream: true });
  return { output, exit: await process.exit };
}

async function outputOf(script: string): Promise<string> {
  const { output, exit } = await ended(guest.run(script));
  return `${output}${exit.kind === 'exited' ? (exit.code === 0 ? '' : ` ${exit.code}`) : ` ${exit.kind}`}`;
}

test.each([
  ['node -e "console.log(6 * 7)"', '42\n'],
  ['node -e "console.log(1); console.error(2); console.log(3)"', '1\n2\n3\n'],
  ["echo in | node -e \"process.stdin.on('data', (d) => console.log('got ' + d))\" | cat", 'got in\n\n'],
  ['x=$(node -p 6*7); echo "[$x]"', '[42]\n'],
  ['node -e "console.log(1)" > out 2>&1; cat out', '1\n'],
  ['node -e "process.exit(3)"; echo $?', '3\n'],
  [
    'printf "#!/usr/bin/env node\\nconsole.log(process.argv.slice(2).join())\\n" > tool; chmod +x tool; ./tool a b',
    'a,b\n',
  ],
  ['timeout 0.5 node -e "while (1);"; echo $?', '124\n'],
  ['timeout -s KILL 0.5 node -e "while (1);"; echo $?', '137\n'],
  [
    "node -e \"process.on('SIGTERM', () => { console.log('bye'); process.exit(4) }); fs.writeFileSync('ready', ''); setInterval(() => {}, 1000)\" & until [ -e ready ]; do sleep 0.05; done; kill $!; wait $!; echo $?",
    'bye\n4\n',
  ],
  ['node -e "setInterval(() => {}, 1000)" & sleep 0.3; kill $!; wait $!; echo $?', '143\n'],
  [
    'printf "a\\nb\\n" > list; while read f; do node -e "console.log(process.argv[1])" $f; done < list',
    'a\nb\n',
  ],
  [
    "node -e \"console.log(require('child_process').execSync('echo from shell').toString())\"",
    'from shell\n\n',
  ],
])('%s', async (script, expected) => {
  expect(await outputOf(script)).toBe(expected);
});

test('a server in the background is there for the next command, and can be stopped', async () => {
  const shell = guest.shell();
  const server = 'let n = 0; setInterval(() => console.log(++n), 50)';
  expect((await ended(shell.run(`node -e '${server}' > log 2>&1 &`))).output).toBe('');
  await ended(shell.run('while [ "$(wc -l < log)" -lt 3 ]; do sleep 0.05; done'));
  expect((await ended(shell.run('head -3 log; kill %1; wait $!; echo $?'))).output).toBe('1\n2\n3\n143\n');
});

test('a killed tree of shell, node and shell keeps what was printed and writes nothing more', async () => {
  for (const afterBytes of [1, 300]) {
    const path = `/tmp/node-tree-${afterBytes}`;
    const loop = `i=0; while :; do i=$((i+1)); echo $i; echo $i >> ${path}; done`;
    const script = `require('child_process').spawn('bash', ['-c', process.argv[1]], { stdio: 'inherit' })`;
    const process = guest.run(`node -e "${script}" '${loop}'`);
    let output = '';
    let stopping: Promise<boolean> | null = null;
    for await (const { bytes } of process.output) {
      output += new TextDecoder().decode(bytes);
      if (output.length >= afterBytes) stopping ??= process.signal('SIGKILL');
    }
    expect(await stopping).toBe(true);
    const last = output.split('\n').length - 1;
    expect(output).toBe(Array.from({ length: last }, (_, index) => `${index + 1}\n`).join(''));
    const written = (await guest.fs.exists(path)) ? new TextDecoder().decode(await guest.fs.read(path)) : '';
    expect(last).toBeGreaterThanOrEqual(written.split('\n').length - 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await guest.fs.exists(path)) ? (await guest.fs.stat(path)).size : 0).toBe(written.length);
  }
});

test('100 MB from node arrive whole and fast', async () => {
  const size = 100 * 1024 * 1024;
  const script =
    'const b = Buffer.alloc(1 << 20, 97); for (let i = 0; i < 100; i++) require("fs").writeSync(1, b)';
  const process = guest.run(`node -e '${script}'`);
  let bytes = 0;
  let firstMs = 0;
  for await (const chunk of process.output) {
    firstMs ||= performance.now();
    bytes += chunk.bytes.length;
  }
  const rate = size / (1 << 20) / ((performance.now() - firstMs) / 1000);
  console.log(`node to page: ${rate.toFixed(0)} MB/s`);
  expect([bytes, await process.exit]).toEqual([size, { kind: 'exited', code: 0 }]);
});

test('a server that a start script leaves behind goes on writing to the log of the script', async () => {
  const shell = guest.shell();
  await ended(
    shell.run(
      `printf 'node -e "let n = 0; setInterval(() => console.log(++n), 20)" &\\necho started\\n' > start.sh`,
    ),
  );
  expect((await ended(shell.run('bash start.sh > start.log 2>&1; head -1 start.log'))).output).toBe(
    'started\n',
  );
  const { output } = await ended(
    shell.run(
      'before=$(wc -l < start.log); until [ "$(wc -l < start.log)" -gt $((before + 3)) ]; do sleep 0.02; done; echo grows',
    ),
  );
  expect(output).toBe('grows\n');
  // The job, a shell that stands for its program, and the program.
  const [job, program, ...others] = await guest.processes();
  expect([job?.ppid, program?.ppid, others]).toEqual([1, job?.pid, []]);
  expect(await guest.kill(job?.pid ?? 0, 'SIGTERM')).toBe(true);
});
