import type { ProcessEnd } from '../processes/contract.ts';
import type { Process, ProcessTable } from '../processes/processTable.ts';
import { type ProcessSignal, recordedSignal } from '../processes/signals.ts';
import type { FilePorts } from './filePorts.ts';
import { asRest, lastWordsOf, spooled } from './lastWords.ts';
import type { KernelReply } from './messages.ts';
import type { SystemPorts } from './systemPorts.ts';
import type { WorkerPool } from './workerPool.ts';

export interface Why {
  readonly signal: ProcessSignal;
  readonly crash?: string;
  /** Programs of the machine are asked to end before they are ended. */
  readonly softly?: boolean;
}

/** What the end of a run of the page needs. */
export interface RunEnd {
  /** What its worker has written and not posted; null where there is no shared memory. */
  readonly tail: SharedArrayBuffer | null;
  readonly hasSpool: boolean;
}

interface Stop {
  readonly top: Process;
  /** All that are stopped, `top` among them. */
  readonly members: readonly Process[];
  readonly why: Why;
  /** Null where `top` is no run of the page. */
  readonly run: RunEnd | null;
}

interface StopParts {
  readonly table: ProcessTable;
  readonly pool: WorkerPool;
  readonly files: FilePorts;
  readonly ports: SystemPorts;
  readonly onEnd: (process: Process, end: ProcessEnd) => void;
  readonly reply: (message: KernelReply) => void;
}

/**
 * A worker may run on for two seconds after `terminate`. So files are frozen first and the last output is read
 * then: a command that says what it does and does it is never caught doing what it has not said.
 */
export async function stopProcesses({ top, members, why, run }: Stop, parts: StopParts): Promise<void> {
  const { files, pool } = parts;
  // Asked first: the file worker is at it while workers are ended here, which takes milliseconds each.
  const frozen = members.map((member) => {
    member.state = 'stopping';
    parts.ports.close(member);
    return files.freeze(member.pid);
  });
  const ended = members.map((member) => member.runner?.terminate(why.softly ?? false));
  await Promise.all([...frozen, ...ended]);
  const words = lastWordsOf(parts.table, top, run?.tail ?? null);
  const { tail, rest } = words;
  for (const member of members) {
    const spool = member === top && run?.hasSpool ? spooled(words) : null;
    const closed = files.close(member.pid, spool);
    // The page may take the spool over as soon as it hears of the end.
    if (spool) await closed;
  }
  const { signal, crash = null } = why;
  for (const member of [...members].reverse()) {
    const notes = crash === null ? [] : [{ code: 'worker-crashed', detail: crash }];
    // The page is told in its own way.
    const own = member === top && !run ? { rest: asRest(rest), notes } : {};
    parts.onEnd(member, { kind: 'signaled', signal, ...own });
  }
  pool.fillSoon();
  if (!run) return;
  parts.reply({
    type: 'stopped',
    pid: top.pid,
    crash,
    signal: recordedSignal(signal),
    start: tail?.start ?? null,
    stream: tail?.stream ?? 'stdout',
    tail: tail?.bytes ?? new Uint8Array(0),
    rest,
    withheld: tail?.withholds ?? true,
  });
}
