import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { MachinePrograms } from '../../embedded/kernel/index.ts';
import { PipeReader, PipeWriter } from '../../embedded/pipes/index.ts';
import type { ProcessEnd, ProgramJob } from '../../embedded/processes/contract.ts';
import type { Process } from '../../embedded/processes/processTable.ts';
import { type ProcessSignal, signalNames } from '../../embedded/processes/signals.ts';
import { sendSignal, treeOf } from './processTree.ts';

/** How long a program that was asked to end may take before it is ended. */
const graceMs = 400;
/** After an exit, output is taken until none has come for so long: something left behind may keep the pipes open. */
const quietMs = 60;
const longestDrainMs = 1000;

const encoder = new TextEncoder();
/** A program decides itself what it does with a signal; only SIGKILL is ours. */
const handled = new Set<ProcessSignal>(signalNames.filter((name) => name !== 'SIGKILL'));

/** Real programs as processes of the guest's kernel: pipes in shared memory on one side, of the system on the other. */
export class Programs implements MachinePrograms {
  readonly #children = new Map<number, ChildProcess>();
  readonly #placeNow: (path: string) => string;

  /** `placeNow`: where a path of the shell is in the container. */
  constructor(placeNow: (path: string) => string) {
    this.#placeNow = placeNow;
  }

  start(process: Process, job: ProgramJob, onEnd: (end: ProcessEnd) => void): void {
    const { stdio } = process;
    const { file, args, cwd, env } = job;
    const child = spawn(file, [...args], {
      cwd: this.#placeNow(cwd),
      env: { ...env },
      stdio: [stdio?.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    const input = stdio?.stdin ? new PipeReader(stdio.stdin) : null;
    if (child.stdin && input) void feed(child.stdin, input);
    const drains = [
      drain(child.stdout, stdio?.stdout ? new PipeWriter(stdio.stdout, 'stdout') : null),
      drain(child.stderr, stdio?.stderr ? new PipeWriter(stdio.stderr, 'stderr') : null),
    ];
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    process.handles = handled;
    process.runner = {
      deliver: (signal) => void child.kill(signal as NodeJS.Signals),
      terminate: (softly) => endTree(child, gone, softly),
    };
    child.once('spawn', () => {
      if (child.pid !== undefined) this.#children.set(child.pid, child);
      process.begin();
    });
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      const { code, text } = notStarted(file, error);
      if (stdio?.stderr) new PipeWriter(stdio.stderr, 'stderr').writeSome(encoder.encode(text));
      onEnd({ kind: 'exited', code });
    });
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined) this.#children.delete(child.pid);
      input?.close();
      void drained(drains).then(() => {
        for (const stream of [child.stdout, child.stderr]) stream?.destroy();
        onEnd(
          signal === null
            ? { kind: 'exited', code: code ?? 1 }
            : { kind: 'signaled', signal: signal as ProcessSignal },
        );
      });
    });
  }

  /** To one that a program of ours has started. */
  signal(pid: number, signal: ProcessSignal | null): boolean {
    const isOurs = [...this.#children.keys()].some((top) => treeOf(top).includes(pid));
    return isOurs && sendSignal(pid, (signal ?? 0) as NodeJS.Signals | 0);
  }
}

interface Drain {
  readonly over: Promise<void>;
  lastMs: number;
}

/**
 * Passes output on as it comes, and only as fast as it is taken. By events: what has gathered in the program's pipe then
 * comes within one turn, and to the page as one piece. When a program exits Node lets its streams flow again, paused or
 * not: pieces may come while others wait, and the source may close before they are taken.
 */
function drain(source: Readable | null, target: PipeWriter | null): Drain {
  const state = { over: Promise.resolve(), lastMs: performance.now() };
  if (!source) return state;
  let waiting = 0;
  let taken: Promise<unknown> = Promise.resolve();
  // Nobody reads any more: the program meets that at its next write.
  const leave = (): void => void source.destroy();
  const wait = (writer: PipeWriter, bytes: Uint8Array): void => {
    source.pause();
    state.lastMs = Number.POSITIVE_INFINITY;
    waiting += 1;
    taken = taken.then(async () => {
      const isRead = await writer.write(bytes);
      waiting -= 1;
      if (waiting > 0) return;
      state.lastMs = performance.now();
      if (isRead) source.resume();
      else leave();
    });
  };
  source.on('data', (chunk: Uint8Array) => {
    if (waiting === 0) state.lastMs = performance.now();
    if (!target) return;
    if (!target.isRead) return leave();
    const count = waiting === 0 ? target.writeSome(chunk) : 0;
    if (count < chunk.length) wait(target, chunk.subarray(count));
  });
  source.once('error', leave);
  state.over = new Promise((resolve) => {
    // At its end, and where it is ended under the reader.
    source.once('close', () => void taken.then(() => resolve()));
  });
  return state;
}

/** Until all output has come, or none comes any more. What nobody takes holds the program's end up, as in a pipe. */
async function drained(drains: readonly Drain[]): Promise<void> {
  let startMs = performance.now();
  let isOver = false;
  const over = Promise.all(drains.map((each) => each.over)).then(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, quietMs))]);
    const nowMs = performance.now();
    if (drains.some(({ lastMs }) => lastMs === Number.POSITIVE_INFINITY)) {
      // Behind what waits to be taken there may be more.
      startMs = nowMs;
      continue;
    }
    const quiet = drains.every(({ lastMs }) => nowMs - lastMs >= quietMs);
    if (quiet && nowMs - startMs >= quietMs && (await isSilent(drains))) return;
    if (nowMs - startMs > longestDrainMs) return;
  }
}

/**
 * Whether nothing is there even when it is looked for: this thread stands still while a terminal takes what it writes,
 * and then its timers come before what waits in the program's pipes, which was lost.
 */
async function isSilent(drains: readonly Drain[]): Promise<boolean> {
  const before = drains.map(({ lastMs }) => lastMs);
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  return drains.every(({ lastMs }, index) => lastMs === before[index]);
}

async function feed(target: Writable, source: PipeReader): Promise<void> {
  // The program may have ended; its exit says so.
  target.on('error', () => source.close());
  for (let bytes = await source.read(); bytes !== null; bytes = await source.read()) {
    if (target.destroyed) return;
    if (!target.write(bytes))
      await new Promise((resolve) => target.once('drain', resolve).once('close', resolve));
  }
  target.end();
}

/** By a list of pids that is made before anything dies: whoever loses its parent is not found any more. */
async function endTree(child: ChildProcess, gone: Promise<void>, softly: boolean): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const pids = new Set(treeOf(child.pid));
  if (softly) {
    for (const pid of pids) sendSignal(pid, 'SIGTERM');
    const isGone = await Promise.race([
      gone.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), graceMs)),
    ]);
    if (!isGone) for (const pid of treeOf(child.pid)) pids.add(pid);
  }
  for (const pid of pids) sendSignal(pid, 'SIGKILL');
  await gone;
}

function notStarted(file: string, error: Error): { readonly code: number; readonly text: string } {
  const reason = 'code' in error ? error.code : '';
  if (reason === 'ENOENT') return { code: 127, text: `bash: ${file}: command not found\n` };
  if (reason === 'EACCES') return { code: 126, text: `bash: ${file}: Permission denied\n` };
  return { code: 126, text: `bash: ${file}: ${error.message}\n` };
}
