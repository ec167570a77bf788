import { BlockingCalls, PortCalls, requestTimes } from '../../files/index.ts';
import { openStdio } from '../../pipes/index.ts';
import { withoutProgram } from '../args.ts';
import { Besides } from '../child/besides.ts';
import { createClock } from '../clock.ts';
import type { NodeJob, NodeWorkerReply, NodeWorkerRequest } from '../contract.ts';
import { createNodeFiles } from '../fs/nodeFiles.ts';
import type { NodeKernel } from '../system.ts';
import { linkToStarter } from '../threads/parentPort.ts';
import type { NodeHost } from './nodeHost.ts';

type RunRequest = Extract<NodeWorkerRequest, { readonly type: 'run' }>;

/** A `node` that is a process of the guest, or a thread of one. */
export function createSharedHost(request: RunRequest, post: (reply: NodeWorkerReply) => void): NodeHost {
  const { pid, ppid, thread, files } = request;
  // The streams of a process have one writer, its main thread: the others hand it their output.
  const link = thread && linkToStarter(thread.port);
  const stdio = openStdio(thread ? { stdin: null, stdout: null, stderr: null } : request.stdio);
  const clock = createClock(request.job.clockStartMs);
  const besides = new Besides();
  const times = requestTimes(clock.virtual);
  const timeOf: typeof times = (operation, values) => {
    const timeMs = times(operation, values);
    if (timeMs !== undefined) besides.changes();
    return timeMs;
  };
  return {
    pid,
    ppid,
    clock,
    besides,
    job: jobOf(request),
    thread,
    stdin: stdio.stdin,
    files: createNodeFiles(new BlockingCalls(files.port, files.memory, timeOf)),
    kernel: createKernel(request),
    link,
    write(fd, bytes) {
      if (link) link.write(fd, bytes);
      return (fd === 1 ? stdio.stdout : stdio.stderr)?.writeSync(bytes) ?? true;
    },
    exit(code) {
      link?.exit(code & 0xff);
      const { ranBeside } = besides;
      post({ type: 'exit', code: code & 0xff, clockMs: clock.virtual?.nowMs ?? null, ranBeside });
      const word = new Int32Array(new SharedArrayBuffer(4));
      for (;;) Atomics.wait(word, 0, 0);
    },
    handles: (signals) => post({ type: 'handles', signals }),
  };
}

/** The job of a thread is its program with the arguments that its starter gave. */
function jobOf({ job, thread }: RunRequest): NodeJob {
  if (!thread) return job;
  const { argv, cwd, entry, env, execArgv, isText } = thread;
  const known = withoutProgram(execArgv);
  const args = isText ? [...known, '--eval', entry, '--', ...argv] : [...known, entry, ...argv];
  return { ...job, args, cwd, env };
}

function createKernel(request: RunRequest): NodeKernel {
  const listeners = new Set<(event: unknown) => void>();
  const calls = new PortCalls(request.system, (event) => {
    for (const listener of listeners) listener(event);
  });
  const blocking = new BlockingCalls(request.blocking.port, request.blocking.memory);
  return {
    ask: (operation, values, transfer) => calls.ask(operation, values, transfer),
    askBlocking: (operation, values, transfer) => blocking.call(operation, values, transfer),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
