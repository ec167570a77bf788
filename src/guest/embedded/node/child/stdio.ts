import { createPipe } from '../../pipes/index.ts';
import { invalidArgValue } from '../nodeErrors/argumentErrors.ts';
import { errnoOf } from '../nodeErrors/errno.ts';

/** Where one stream of a child leads. */
export type ChildStream =
  | { readonly kind: 'pipe'; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'inherit'; readonly fd: number; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'ipc' };

/** The `stdio` option, one entry for each descriptor. */
export function readStdio(option: unknown, byDefault: 'pipe' | 'inherit' = 'pipe'): ChildStream[] {
  if (typeof SharedArrayBuffer === 'undefined')
    throw notHere('child processes need shared memory, which this page does not have');
  const word = option ?? byDefault;
  const list = typeof word === 'string' ? [word, word, word] : word;
  if (
    !Array.isArray(list) ||
    (typeof word === 'string' && !/^(pipe|overlapped|ignore|inherit)$/.test(word))
  ) {
    throw invalidArgValue('stdio', option);
  }
  const entries = [...(list as readonly unknown[])];
  while (entries.length < 3) entries.push(undefined);
  return entries.map((entry, fd) => streamOf(entry, fd, byDefault));
}

function streamOf(entry: unknown, fd: number, byDefault: string): ChildStream {
  const word = entry ?? (fd < 3 ? byDefault : 'ignore');
  if (word === 'pipe' || word === 'overlapped') {
    if (fd > 2) {
      throw notHere(
        `a child in this computer has pipes for standard input, output and error only, and stdio[${fd}] is '${word}'`,
      );
    }
    return { kind: 'pipe', memory: createPipe() };
  }
  if (word === 'ignore') return { kind: 'ignore' };
  if (word === 'ipc') return { kind: 'ipc' };
  if (word === 'inherit') return { kind: 'inherit', fd, memory: createPipe() };
  if (typeof word === 'number') return { kind: 'inherit', fd: word, memory: createPipe() };
  const stream = word as { readonly fd?: unknown; readonly _handle?: unknown };
  if (typeof word === 'object' && typeof stream.fd === 'number') {
    return { kind: 'inherit', fd: stream.fd, memory: createPipe() };
  }
  throw invalidArgValue('stdio', word);
}

function notHere(reason: string): Error {
  const error = new Error(`spawn ENOSYS: ${reason}`);
  return Object.assign(error, { errno: errnoOf.ENOSYS, code: 'ENOSYS', syscall: 'spawn' });
}

export function memoryOf(stream: ChildStream | undefined): SharedArrayBuffer | null {
  return stream && 'memory' in stream ? stream.memory : null;
}
