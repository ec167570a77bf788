import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PortCalls } from '../../../../src/guest/embedded/files/index.ts';
import type { KernelReply, RunMessage } from '../../../../src/guest/embedded/kernel/index.ts';
import { parseDrained } from '../../../../src/guest/embedded/page/parseFiles.ts';
import { bundleSupervisor } from '../../../../src/guest/webcontainer/build/supervisorBundle.ts';
import { channels, type Hello, PortLink, sampleLine } from '../../../../src/guest/webcontainer/link/index.ts';
import { startPtyBroker } from '../../../hosts/webcontainer/pty.mjs';

/** The supervisor in a real Node on a real terminal, without a container around it. */

const root = mkdtempSync(join(tmpdir(), 'spillway-supervisor-'));
const workspace = join(root, 'home/project');
let broker: Awaited<ReturnType<typeof startPtyBroker>>;
let hello: Hello;
let control: MessagePort;
let pageFiles: PortCalls;
let lastPid = 100;
let close: () => void;
let passesSample: boolean;

beforeAll(async () => {
  for (const folder of [workspace, join(root, 'tmp')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(workspace, 'supervisor.cjs'), await bundleSupervisor({ minify: false }));
  broker = await startPtyBroker();
  const program = await broker.spawn({
    argv: [process.execPath, 'supervisor.cjs'],
    cwd: workspace,
    env: { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), TMPDIR: join(root, 'tmp') },
    cols: 80,
    rows: 24,
    // The hardest a terminal can be on lines.
    crlf: true,
  });
  close = () => program.kill(9);
  hello = await new Promise<Hello>((resolve, reject) => {
    let noise = '';
    let plain = false;
    const link = new PortLink({
      side: 'page',
      send: (lines) => program.write(Buffer.concat(lines).toString('latin1')),
      onNoise: (line) => {
        plain ||= line === sampleLine;
        noise += `${line}\n`;
      },
      onDamage: (message) => reject(new Error(message)),
      onGreeting: (value) => {
        const channel = new MessageChannel();
        const files = new MessageChannel();
        link.bridge(channel.port2, channels.control);
        link.bridge(files.port2, channels.files);
        control = channel.port1;
        pageFiles = new PortCalls(files.port1);
        link.greet({ type: 'start', seed: 1, formerPlaces: [], plain });
        passesSample = plain;
        resolve(value as Hello);
      },
    });
    program.listen({
      onOutput: (bytes: Buffer) => link.receive(bytes.toString('latin1')),
      onExit: (code: number) => reject(new Error(`it ended with ${code}: ${noise}`)),
    });
  });
  await new Promise<void>((resolve) => {
    control.onmessage = ({ data }: MessageEvent<KernelReply>) => {
      if (data.type === 'ready') resolve();
    };
  });
}, 60_000);

afterAll(() => {
  close();
  broker.close();
  rmSync(root, { recursive: true, force: true });
});

function run(command: string): Promise<{ stdout: string; stderr: string; code: number }> {
  const { port1, port2 } = new MessageChannel();
  lastPid += 2;
  const seen = { stdout: '', stderr: '' };
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<RunMessage>) => {
      if (data.type === 'output') {
        seen[data.stream] += new TextDecoder().decode(data.bytes);
        port1.postMessage({ type: 'ack', bytes: data.bytes.length });
      } else if (data.type === 'exit') {
        port1.close();
        resolve({ ...seen, code: data.exitCode });
      }
    };
    const env = { ...hello.env, PWD: workspace };
    const state = { cwd: workspace, env, prelude: '' };
    const job = { command, state, stdin: null, seed: 1, clockStartMs: null, maxBuiltBytes: 1 << 25 };
    control.postMessage({ type: 'spawn', pid: lastPid, session: 1, job, spool: false, io: port2 }, [port2]);
  });
}

test('it says where it is and which programs are there', () => {
  expect({ ...hello, env: undefined }).toEqual({
    type: 'hello',
    home: join(root, 'home'),
    tmp: join(root, 'tmp'),
    workspace,
    env: undefined,
    node: process.version,
    programs: expect.arrayContaining(['node', 'npm', 'npx']),
  });
});

test('what a command changed on the real disk is told the page once, in a form that it takes', async () => {
  const drained = async () => parseDrained(await pageFiles.ask('drainChanges', [100]), 100);
  await drained();
  await run('mkdir told; echo kept > told/file; : > told/empty');
  const told = await drained();
  expect(told?.changes.map(({ path, kind }) => [path.slice(workspace.length), kind])).toEqual([
    ['/told', 'directory'],
    ['/told/empty', 'file'],
    ['/told/file', 'file'],
  ]);
  expect(await drained()).toEqual({ changes: [], contents: new Map() });
  await run('rm -r told');
});

test('the shell runs commands on the real files, and real programs behind them', async () => {
  expect(await run('echo hi')).toEqual({ stdout: 'hi\n', stderr: '', code: 0 });
  expect(await run('echo a > f; cat f; ls; pwd')).toEqual({
    stdout: `a\nf\n${workspace}\n`,
    stderr: '',
    code: 0,
  });
  expect(await run(`node -e 'console.log(1); console.error("é"); process.exit(3)'`)).toEqual({
    stdout: '1\n',
    stderr: 'é\n',
    code: 3,
  });
  expect(await run(`echo '{"a":1}' | node -e 'process.stdin.pipe(process.stdout)' | grep -c a`)).toEqual({
    stdout: '1\n',
    stderr: '',
    code: 0,
  });
});

test('a terminal of Linux brings the sample unchanged, and then any output, cut anywhere', async () => {
  expect(passesSample).toBe(true);
  const text = String.fromCharCode(
    ...Array.from({ length: 128 }, (_, code) => code).filter((code) => code !== 11),
  );
  writeFileSync(join(workspace, 'all'), `${text.repeat(3000)}\v${'a\n'.repeat(40_000)}✓`);
  const { stdout, stderr, code } = await run(
    `node -e 'process.stdout.write(fs.readFileSync("all"))'; node -e 'console.error("\\r")'`,
  );
  expect([stdout === `${text.repeat(3000)}\v${'a\n'.repeat(40_000)}✓`, stderr, code]).toEqual([
    true,
    '\r\n',
    0,
  ]);
});

test('eight commands at once each give their own output', async () => {
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
  const results = await Promise.all(numbers.map((number) => run(`for i in 1 2 3; do echo ${number}; done`)));
  expect(results.map(({ stdout }) => stdout)).toEqual(numbers.map((number) => `${number}\n`.repeat(3)));
});
