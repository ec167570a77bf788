import type { ExecResult } from 'just-bash/browser';
import { copyBack, copyOut, type FileCopy, guestDirs } from '../../files/index.ts';
import type { NodeWorkerReply, NodeWorkerRequest } from '../../node/contract.ts';
import { type CommandTools, type Context, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';

/** Copying 38 MB took 0.2 s, 95 MB 0.4 s; more would fill the memory of a phone. */
const mostCopiedBytes = 96 * 1024 * 1024;

/** 128 and SIGTERM. */
const stoppedExitCode = 143;

/**
 * `node …` without shared memory, where no process can read the one file system while it runs: it gets copies of the
 * user's files, and what it changed is written back when it has ended. Others' changes meanwhile are not seen.
 */
export async function nodeApart(
  tools: CommandTools,
  args: readonly string[],
  context: Context,
): Promise<ExecResult> {
  const output = new CommandOutput('node', tools, tools.live.takeCall('node'));
  const { files } = tools.disk;
  const copies = await copyOut(files, [guestDirs.home, guestDirs.tmp], mostCopiedBytes);
  if (copies === null) {
    const most = mostCopiedBytes / 1024 / 1024;
    return fail(`node: without shared memory the files are copied, and they are more than ${most} MB\n`, 126);
  }
  const worker = await tools.startNodeWorker?.().catch((error: unknown) => error);
  if (!(worker instanceof Worker)) {
    await output.error(
      `could not be loaded: ${worker instanceof Error ? worker.message : 'no reason given'}`,
    );
    return output.result(127);
  }
  const request: NodeWorkerRequest = {
    type: 'run-apart',
    pid: tools.shellPid + 1,
    ppid: tools.shellPid,
    job: {
      args,
      cwd: context.cwd,
      env: { ...context.exportedEnv },
      seed: seedFrom(tools.randomByte),
      clockStartMs: tools.clock?.look() ?? null,
    },
    stdin: await allInput(tools, context),
    files: copies,
  };
  const { exitCode, changes, clockMs } = await runWorker(worker, request, output, tools.signal);
  tools.clock?.reach(clockMs);
  await copyBack(files, changes);
  return output.result(exitCode);
}

function seedFrom(randomByte: () => number): number {
  let seed = 0;
  for (let count = 0; count < 4; count++) seed = seed * 256 + randomByte();
  return seed;
}

async function allInput(tools: CommandTools, context: Context): Promise<Uint8Array<ArrayBuffer>> {
  const input = await openInput(tools, context, '-');
  const pieces: Uint8Array[] = [];
  if ('chunks' in input) for await (const chunk of input.chunks) pieces.push(chunk);
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function runWorker(
  worker: Worker,
  request: NodeWorkerRequest,
  output: CommandOutput,
  signal: AbortSignal,
): Promise<{
  readonly exitCode: number;
  readonly changes: readonly FileCopy[];
  readonly clockMs: number | null;
}> {
  return new Promise((resolve) => {
    let changes: readonly FileCopy[] = [];
    let written = Promise.resolve(true);
    const finish = (exitCode: number, clockMs: number | null = null) => {
      worker.terminate();
      signal.removeEventListener('abort', stop);
      void written.then(() => resolve({ exitCode, changes, clockMs }));
    };
    const stop = () => finish(stoppedExitCode);
    signal.addEventListener('abort', stop, { once: true });
    worker.onmessage = ({ data }: MessageEvent<NodeWorkerReply>) => {
      if (data.type === 'output') {
        const { bytes, fd } = data;
        const write = () =>
          fd === 1 ? output.write(bytes) : output.errorText(new TextDecoder().decode(bytes)).then(() => true);
        written = written.then(write);
      } else if (data.type === 'changes') changes = data.changes;
      else if (data.type === 'exit') finish(data.code, data.clockMs);
    };
    worker.onerror = (event) => {
      const text = `node: ${event.message || 'its worker failed'}\n`;
      written = written.then(() => output.errorText(text)).then(() => true);
      finish(134);
    };
    worker.postMessage(request);
  });
}
