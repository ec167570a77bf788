import type { OutputFacts, OutputText } from '../../contract/index.ts';
import { createCapture } from '../../output/index.ts';
import type { ShellLimits } from './shellLimits.ts';

/** The output of one command as the tool takes it in: both streams as one run of bytes, whatever they are. */
export interface ShellCapture {
  /** Takes what a runner gave, in arrival order; what is no chunk with bytes is skipped and counted. */
  push(chunk: unknown): void;
  /** More than `maxCaptureBytes` have come: the command is to be stopped. The chunk that crossed it is kept. */
  readonly isOverCap: boolean;
  readonly skippedChunks: number;
  /** Ends the capture. The facts' segments say nothing of the streams; their byte counts do. */
  end(): { readonly text: OutputText; readonly facts: OutputFacts };
}

/** Holds what `cutShellOutput` needs for these limits, and counters. */
export function createShellCapture(
  limits: Pick<ShellLimits, 'maxOutputBytes' | 'maxCaptureBytes'>,
): ShellCapture {
  // A text within the budget is then whole in the two windows, and one over it has what stands before its tail.
  const windowUnits = limits.maxOutputBytes + 2;
  const capture = createCapture({ cleaner: 'none', headUnits: windowUnits, tailUnits: windowUnits });
  const bytesOf = { stdout: 0, stderr: 0 };
  let skippedChunks = 0;
  return {
    push(chunk) {
      const taken = chunkOf(chunk);
      if (taken === null) {
        skippedChunks += 1;
        return;
      }
      bytesOf[taken.stream] += taken.bytes.length;
      // One decoder for both: a character that the other stream's bytes interrupt is broken, as it is there.
      capture.push({ stream: 'stdout', bytes: taken.bytes });
    },
    get isOverCap() {
      return bytesOf.stdout + bytesOf.stderr > limits.maxCaptureBytes;
    },
    get skippedChunks() {
      return skippedChunks;
    },
    end() {
      capture.end();
      const facts = { ...capture.facts(), stdoutBytes: bytesOf.stdout, stderrBytes: bytesOf.stderr };
      return { text: capture.text(), facts };
    },
  };
}

/** A stream that is not `stderr` counts as stdout. */
function chunkOf(
  chunk: unknown,
): { readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array } | null {
  if (typeof chunk !== 'object' || chunk === null || !('bytes' in chunk)) return null;
  if (!(chunk.bytes instanceof Uint8Array)) return null;
  const isStderr = 'stream' in chunk && chunk.stream === 'stderr';
  return { stream: isStderr ? 'stderr' : 'stdout', bytes: chunk.bytes };
}
