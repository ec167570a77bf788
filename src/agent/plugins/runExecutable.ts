import type { Outcome } from '../../core/index.ts';
import type { ExitStatus, GuestProcess } from '../../guest/index.ts';
import { CommandPump, drainAfterExitMs } from '../tools/commandRun.ts';
import { stopped, stopReasonOf, type ToolContext, type ToolResult } from '../tools/toolPort.ts';

function outcomeOf(exit: ExitStatus): Outcome {
  if (exit.kind === 'exited') {
    return exit.code === 0
      ? { status: 'ok', exitCode: 0 }
      : { status: 'failed', exitCode: exit.code, signal: null };
  }
  if (exit.kind === 'signaled') return { status: 'failed', exitCode: null, signal: exit.signal };
  const message = `The guest ended: ${exit.message}`;
  return {
    status: 'error',
    error: { code: 'GUEST_CRASHED', phase: 'guest', message },
    stoppedBy: 'guest-death',
    unconfirmedStop: false,
  };
}

async function stopTree(process: GuestProcess): Promise<boolean> {
  return (await process.signal('SIGTERM')) || (await process.signal('SIGKILL'));
}

/** Runs one program to its end, its timeout or a stop. Its output goes to the pipeline as it comes. */
export async function runExecutable(
  process: GuestProcess,
  timeoutMs: number,
  context: Pick<ToolContext, 'out' | 'stop' | 'after'>,
): Promise<ToolResult> {
  const { out, stop, after } = context;
  const pump = new CommandPump(process, (chunk) => out.push(chunk));
  const ending = await new Promise<ExitStatus | 'timeout' | 'stop'>((resolve) => {
    const onStop = () => resolve('stop');
    const cancel = after(timeoutMs, () => resolve('timeout'));
    stop.addEventListener('abort', onStop, { once: true });
    if (stop.aborted) onStop();
    void process.exit.then((exit) => {
      cancel();
      stop.removeEventListener('abort', onStop);
      resolve(exit);
    });
  });
  const unconfirmedStop = typeof ending === 'string' && !(await stopTree(process).catch(() => false));
  await pump.drain(after, drainAfterExitMs);
  pump.abandon();
  if (ending === 'stop') return stopped(stopReasonOf(stop), null, unconfirmedStop);
  const outcome: Outcome =
    ending === 'timeout'
      ? { status: 'timeout', timeoutMs, signal: 'SIGTERM', unconfirmedStop }
      : outcomeOf(ending);
  if (typeof ending !== 'string' && ending.kind === 'guest-died') out.lose('guest-died');
  return { outcome, notes: [], facts: null, pid: null };
}
