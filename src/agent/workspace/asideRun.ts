import type { OutputChunk } from '../../core/index.ts';
import type { Guest } from '../../guest/index.ts';
import type { AsideResult } from '../port.ts';
import type { After } from '../timers.ts';

/**
 * One command in a fresh shell, its output held in memory up to `maxBytes`. What it wrote before a stop stands.
 * Rejects only where the guest cannot run anything.
 */
export async function asideRun(
  guest: Pick<Guest, 'run' | 'dirs'>,
  command: string,
  limits: {
    readonly maxBytes: number;
    readonly timeoutMs: number;
    readonly stop: AbortSignal;
    readonly after: After;
  },
): Promise<AsideResult> {
  const process = guest.run(command, { cwd: guest.dirs.workspace });
  let stoppedBy: AsideResult['stoppedBy'] = null;
  const end = (why: NonNullable<AsideResult['stoppedBy']>) => {
    if (stoppedBy !== null) return;
    stoppedBy = why;
    void process.signal('SIGTERM').then((confirmed) => (confirmed ? true : process.signal('SIGKILL')));
  };
  const onStop = () => end('user');
  limits.stop.addEventListener('abort', onStop);
  if (limits.stop.aborted) onStop();
  const cancelTimer = limits.after(limits.timeoutMs, () => end('timeout'));
  const chunks: OutputChunk[] = [];
  let bytes = 0;
  try {
    for await (const chunk of process.output) {
      const room = limits.maxBytes - bytes;
      if (room > 0) {
        chunks.push(chunk.bytes.length <= room ? chunk : { ...chunk, bytes: chunk.bytes.subarray(0, room) });
      }
      bytes += chunk.bytes.length;
      if (bytes > limits.maxBytes) end('size');
    }
    return { chunks, exit: await process.exit, stoppedBy };
  } finally {
    cancelTimer();
    limits.stop.removeEventListener('abort', onStop);
  }
}
