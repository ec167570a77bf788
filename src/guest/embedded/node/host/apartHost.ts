import { GuestFsError } from '../../../port.ts';
import { CallArguments, createCopiedFiles, FileClock, requestTimes, seededBytes } from '../../files/index.ts';
import { Besides } from '../child/besides.ts';
import { createClock } from '../clock.ts';
import type { NodeWorkerReply, NodeWorkerRequest } from '../contract.ts';
import { createNodeFiles } from '../fs/nodeFiles.ts';
import type { NodeKernel } from '../system.ts';
import type { InputPipe, NodeHost } from './nodeHost.ts';

type ApartRequest = Extract<NodeWorkerRequest, { readonly type: 'run-apart' }>;

/** More than the copies: what a program writes must fit as well. */
const mostBytes = 512 * 1024 * 1024;

/** A `node` without shared memory: on copies of the files, which are compared at its end; nothing else runs beside it. */
export function createApartHost(request: ApartRequest, post: (reply: NodeWorkerReply) => void): NodeHost {
  const { job, pid, ppid } = request;
  const clock = createClock(job.clockStartMs);
  const timeOf = requestTimes(clock.virtual);
  const fileClock = new FileClock(job.clockStartMs);
  const copied = createCopiedFiles(request.files, {
    now: fileClock.now,
    randomByte: seededBytes(job.seed),
    maxBytes: mostBytes,
  });
  const files = createNodeFiles({
    call(operation, values) {
      const run = copied.table.get(operation);
      if (!run) throw new GuestFsError('ENOSYS', '', `ENOSYS: function not implemented, ${operation}`);
      return fileClock.during(timeOf(operation, values), () => run(new CallArguments(operation, values)));
    },
  });
  return {
    pid,
    ppid,
    clock,
    besides: new Besides(),
    job,
    thread: null,
    stdin: inputOf(request.stdin),
    files,
    kernel: noKernel,
    link: null,
    write(fd, bytes) {
      post({ type: 'output', fd, bytes: new Uint8Array(bytes) });
      return true;
    },
    exit(code) {
      post({ type: 'changes', changes: copied.changes() });
      post({ type: 'exit', code: code & 0xff, clockMs: clock.virtual?.nowMs ?? null, ranBeside: false });
      // Nothing here can wait; the starter terminates this worker as soon as it has heard.
      for (;;);
    },
    handles: () => {},
  };
}

function inputOf(bytes: Uint8Array<ArrayBuffer>): InputPipe {
  let at = 0;
  const readSync = (limit = bytes.length) => {
    const piece = bytes.slice(at, at + limit);
    at += piece.length;
    return piece.length === 0 ? null : piece;
  };
  return { readSync, read: async (limit) => readSync(limit) };
}

function missing(operation: string): GuestFsError {
  const reason = 'processes, threads and servers need shared memory, which this page does not have';
  return new GuestFsError('ENOSYS', '', `ENOSYS: function not implemented, ${operation}: ${reason}`);
}

const noKernel: NodeKernel = {
  ask: (operation) => Promise.reject(missing(operation)),
  askBlocking(operation) {
    throw missing(operation);
  },
  onEvent: () => () => {},
};
