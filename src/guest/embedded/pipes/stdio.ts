import { PipeReader } from './pipeReader.ts';
import { PipeWriter } from './pipeWriter.ts';

/** The three streams of a process at its own end; null where one is `/dev/null`. */
export function openStdio(stdio: {
  readonly stdin: SharedArrayBuffer | null;
  readonly stdout: SharedArrayBuffer | null;
  readonly stderr: SharedArrayBuffer | null;
}): {
  readonly stdin: PipeReader | null;
  readonly stdout: PipeWriter | null;
  readonly stderr: PipeWriter | null;
} {
  return {
    stdin: stdio.stdin && new PipeReader(stdio.stdin),
    stdout: stdio.stdout && new PipeWriter(stdio.stdout, 'stdout'),
    stderr: stdio.stderr && new PipeWriter(stdio.stderr, 'stderr'),
  };
}
