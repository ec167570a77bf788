import { orderNote } from '../clock/index.ts';
import { createCallMemory } from '../files/index.ts';
import type { NodeJob, NodeThread } from '../node/contract.ts';
import { PipeWriter } from '../pipes/index.ts';
import type { ProcessEnd } from '../processes/contract.ts';
import type { Process } from '../processes/processTable.ts';
import type { FilePorts } from './filePorts.ts';
import { type NodeWorkers, tellNode } from './nodeWorkers.ts';
import type { SystemPorts } from './systemPorts.ts';

/** What a shell answers for a program that cannot be started, and for one that crashed (SIGABRT). */
const notStartedExitCode = 127;
const crashedExitCode = 134;

export interface NodeStart {
  readonly job: NodeJob;
  /** Null for the main thread. */
  readonly thread: NodeThread | null;
  /** Ports that came with a thread. */
  readonly ports: readonly MessagePort[];
  /** The process that a thread belongs to; the process itself otherwise. */
  readonly owner: Process;
}

interface NodeParts {
  readonly nodes: NodeWorkers;
  readonly files: FilePorts;
  readonly system: SystemPorts;
  readonly onEnd: (end: ProcessEnd) => void;
}

/** Has a worker run `node`, whose program may have to be fetched first. */
export async function startNodeProcess(process: Process, start: NodeStart, parts: NodeParts): Promise<void> {
  const { pid, stdio } = process;
  const { job, thread, ports, owner } = start;
  const { nodes, system } = parts;
  const memory = createCallMemory();
  const files = { port: parts.files.open(pid, { memory }), memory };
  try {
    const node = await nodes.take();
    if (process.state !== 'running') {
      node.worker.terminate();
      return;
    }
    process.runner = {
      deliver: (signal) => tellNode(node, { type: 'signal', signal }),
      terminate: () => node.worker.terminate(),
    };
    node.onHandles = (signals) => {
      process.handles = new Set(signals);
    };
    node.onExit = ({ code, clockMs, ranBeside }) =>
      end({ kind: 'exited', code, clockMs, notes: ranBeside ? [orderNote] : [] }, null);
    node.onCrash = (message) => end({ kind: 'exited', code: crashedExitCode }, message);
    const systemPort = system.open(process);
    const blocking = system.openBlocking(process);
    tellNode(
      node,
      {
        type: 'run',
        pid: owner.pid,
        ppid: owner.ppid,
        job,
        stdio: stdio ?? { stdin: null, stdout: null, stderr: null },
        files,
        system: systemPort,
        blocking,
        thread,
      },
      [files.port, systemPort, blocking.port, ...ports],
    );
    process.begin();
  } catch (error) {
    end({ kind: 'exited', code: notStartedExitCode }, error instanceof Error ? error.message : String(error));
  }

  function end(how: ProcessEnd, complaint: string | null): void {
    if (process.state !== 'running') return;
    void process.runner?.terminate(false);
    if (complaint !== null && stdio?.stderr) {
      const writer = new PipeWriter(stdio.stderr, 'stderr');
      writer.writeSome(new TextEncoder().encode(`node: ${complaint}\n`));
    }
    void parts.files.close(pid, null);
    parts.onEnd(how);
  }
}
