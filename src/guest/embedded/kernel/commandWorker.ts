import { createGuestFetch } from '../../network/client/index.ts';
import type { VirtualClock } from '../clock/index.ts';
import {
  createLocalFiles,
  createRemoteFiles,
  createRemoteSpool,
  createScratchFiles,
  PortCalls,
  type RemoteSpool,
  requestTimes,
} from '../files/index.ts';
import { PipeReader } from '../pipes/index.ts';
import { createDial } from '../processes/loopback.ts';
import type { ProcessSignal } from '../processes/signals.ts';
import { createProcessCalls } from '../processes/systemClient.ts';
import type { RunShellJob, ShellJob, ShellMachine, ShellProcesses, ShellResult } from '../shell/index.ts';
import { beginGuestTime } from './guestTime.ts';
import type {
  AckMessage,
  CommandWorkerReply,
  CommandWorkerRequest,
  InputMessage,
  RunMessage,
} from './messages.ts';
import { OutputPipe } from './outputPipe.ts';
import { ProcessOutput } from './processOutput.ts';
import { TailBuffer } from './tailBuffer.ts';
import { TypedLines } from './typedLines.ts';
import { type BundleShelf, WorkerAssets } from './workerAssets.ts';
import { startWorkerLikeThis } from './workerStart.ts';

/** What the command worker needs of its global scope. */
export interface CommandWorkerScope {
  onmessage: ((event: MessageEvent<CommandWorkerRequest>) => void) | null;
  postMessage(reply: CommandWorkerReply, transfer?: Transferable[]): void;
  /** Evaluates the classic script at a blob's URL. */
  importScripts(url: string): void;
  spillwayBundles?: BundleShelf;
}

/** Exercises parser, expansion, a pipe and a file, so that the first real command meets compiled code. */
const warmUpCommand = 'x=$(echo a | sed s/a/b/); for i in 1 2 3; do echo "$i $x" >> /tmp/w; done; cat /tmp/w';

/** Runs jobs one after the other; says `ready` when the first can come. Messages are the kernel's, so typed. */
export function startCommandWorker(
  scope: CommandWorkerScope,
  runShellJob: RunShellJob,
  machine?: ShellMachine,
): void {
  let tail = new TailBuffer();
  let tailSurvives = false;
  let onSignal: (signal: ProcessSignal) => void = () => {};
  const assets = new WorkerAssets({
    ask: (name) => scope.postMessage({ type: 'need-asset', name }),
    evaluate: (url) => scope.importScripts(url),
    shelf: () => scope.spillwayBundles ?? {},
  });
  scope.onmessage = ({ data }) => {
    if (data.type === 'run') {
      void runJob(data);
      return;
    }
    if (data.type === 'signal') {
      onSignal(data.signal);
      return;
    }
    if (data.type === 'asset') {
      assets.answered(data);
      return;
    }
    if (data.tail) {
      tail = new TailBuffer(data.tail);
      tailSurvives = true;
    }
    void warmUp(runShellJob).then(() => scope.postMessage({ type: 'ready' }));
  };

  /** One after the other: two that ask at once get one URL, which may be good for one worker only. */
  let started: Promise<unknown> = Promise.resolve();
  function startNodeWorker(): Promise<Worker> {
    const start = () => assets.url('node-worker').then(startWorkerLikeThis);
    const worker = started.then(start, start);
    started = worker;
    return worker;
  }

  async function runJob(request: RunRequest): Promise<void> {
    const { io, job, pid } = request;
    const time = beginGuestTime(job);
    const { clock, show } = time;
    const calls = new PortCalls(request.files);
    const filesAt = (other: VirtualClock | null) => createRemoteFiles(calls, requestTimes(other));
    const post = (message: RunMessage, transfer: Transferable[] = []) => io?.postMessage(message, transfer);
    const stop = new AbortController();
    let isBroken = false;
    const pipe = io && outputTo(io, request.spool ? createRemoteSpool(calls) : null, post);
    const output =
      pipe ??
      new ProcessOutput(request.stdio ?? nowhere, () => {
        isBroken = true;
        stop.abort();
      });
    const typed = io && job.isInteractive && !job.stdin ? new TypedLines(io, pipe) : null;
    const system = request.system && new PortCalls(request.system);
    let reusable = true;
    let result: ShellResult;
    try {
      result = await runShellJob(job, {
        files: filesAt(clock),
        output,
        signal: stop.signal,
        time: clock && { clock, show, filesAt },
        noteIfCut: (note) => post({ type: 'note-if-cut', note }),
        withholds: (on) => tail.withhold(on),
        loadBundle: assets.load,
        startNodeWorker,
        fetch: createGuestFetch((port) => scope.postMessage({ type: 'network', port }, [port])),
        stdinPipe: request.stdio?.stdin ? new PipeReader(request.stdio.stdin) : typed,
        typed,
        processes: system && processesOf(request, system),
        ...(machine ? { machine } : {}),
        ...(system ? { dial: createDial(system) } : {}),
      });
    } catch (error) {
      reusable = false;
      result = crashed(job, error);
    } finally {
      time.end();
      onSignal = () => {};
    }
    await pipe?.finish();
    system?.close('the run is over');
    calls.close('the run is over');
    const { state, notes, jobs = [] } = result;
    const exitCode = isBroken ? brokenPipeExitCode : result.exitCode;
    // The kernel hears first, so that a page that runs the next command at once meets this worker idle.
    const clockMs = clock?.nowMs ?? null;
    scope.postMessage({ type: 'done', pid, reusable, exitCode, notes, jobs, clockMs });
    post({ type: 'exit', exitCode, state, notes, totalBytes: pipe?.totalBytes ?? 0, clockMs });
  }

  function outputTo(
    io: MessagePort,
    spool: RemoteSpool | null,
    post: (message: RunMessage, transfer: Transferable[]) => void,
  ): OutputPipe {
    const pipe = new OutputPipe({ post, tail, tailSurvives, spool });
    io.addEventListener('message', ({ data }: MessageEvent<AckMessage | InputMessage>) => {
      if (data.type === 'ack') pipe.ack(data.bytes);
    });
    io.start();
    return pipe;
  }

  function processesOf({ pid, ppid, jobs }: RunRequest, system: PortCalls): ShellProcesses {
    return {
      calls: createProcessCalls(system),
      pid,
      ppid,
      jobs,
      handles: (signals) => scope.postMessage({ type: 'handles', signals }),
      onSignal: (listener) => {
        onSignal = listener;
        return () => {
          onSignal = () => {};
        };
      },
    };
  }
}

type RunRequest = Extract<CommandWorkerRequest, { type: 'run' }>;

const nowhere = { stdin: null, stdout: null, stderr: null };

/** 128 and SIGPIPE. */
const brokenPipeExitCode = 141;

/** A fault of ours, not of the command: the run ends as one whose shell broke (bash uses 125 and up for that). */
function crashed(job: ShellJob, error: unknown): ShellResult {
  const detail = error instanceof Error ? error.message : String(error);
  return { exitCode: 125, state: job.state, notes: [{ code: 'shell-crashed', detail }] };
}

async function warmUp(runShellJob: RunShellJob): Promise<void> {
  const files = createScratchFiles();
  files.mkdir('/tmp', true);
  const job: ShellJob = {
    command: warmUpCommand,
    state: { cwd: '/tmp', env: { HOME: '/tmp', PATH: '/usr/bin:/bin' }, prelude: '' },
    stdin: null,
    seed: 1,
    clockStartMs: 0,
    maxBuiltBytes: 1024 * 1024,
  };
  const host = {
    files: createLocalFiles(files),
    output: { write: async () => {} },
    signal: new AbortController().signal,
  };
  // Warming is for speed only; a shell that fails here will say so on the first real command.
  await runShellJob(job, host).catch(() => {});
}
