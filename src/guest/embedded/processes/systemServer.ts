import { GuestFsError } from '../../port.ts';
import { serveBlockingCalls } from '../files/index.ts';
import { isPipe } from '../pipes/index.ts';
import type { ProcessCalls } from './contract.ts';
import type { PortConnection } from './portTable.ts';
import { isSignal } from './signals.ts';

/** What a process's port reaches. Threads are `node`'s: `startThread` answers a number for `wait` and `signal`. */
export interface SystemCalls extends ProcessCalls {
  /** `ports` are those that came along, to be handed on. */
  startThread(thread: unknown, ports: readonly MessagePort[]): Promise<number>;
  /** The loopback, for this process. */
  readonly ports: ProcessPorts;
  /** Hands the guest's end of one request to the page's broker (`createGuestFetch` makes them). */
  network?(port: MessagePort): void;
}

/** See `PortTable`. */
export interface ProcessPorts {
  listen(port: number): number;
  accept(port: number): Promise<PortConnection | null>;
  unlisten(port: number): void;
  connect(port: number): PortConnection;
}

/** What one message may put into a named pipe. */
const mostPipeBytes = 1 << 20;

type Operation = (values: readonly unknown[], ports: readonly MessagePort[]) => Promise<unknown>;

/** The operations by name; values come from guest code and are looked at before they are used. */
function operationsOf(calls: SystemCalls): ReadonlyMap<string, Operation> {
  return new Map<string, Operation>([
    [
      'spawn',
      async ([spec, stdio, options]) => calls.spawn(specFrom(spec), stdioFrom(stdio), optionsFrom(options)),
    ],
    ['wait', async ([pid]) => calls.wait(pidFrom(pid))],
    ['signal', async ([pid, signal]) => calls.signal(pidFrom(pid), isSignal(signal) ? signal : null)],
    ['list', async () => calls.list()],
    ['loadingMs', async ([settled]) => calls.loadingMs(settled === true)],
    ['lock', async ([path, options]) => calls.lock(pathFrom(path), lockOptionsFrom(options))],
    ['unlock', async ([id]) => calls.unlock(pidFrom(id))],
    ['openPipe', async ([number, mode]) => calls.openPipe(pidFrom(number), pipeModeFrom(mode))],
    ['pipeOpened', async ([id]) => calls.pipeOpened(pidFrom(id))],
    ['readPipe', async ([id]) => calls.readPipe(pidFrom(id))],
    ['unreadPipe', async ([id, bytes]) => calls.unreadPipe(pidFrom(id), bytesFrom(bytes))],
    ['writePipe', async ([id, bytes]) => calls.writePipe(pidFrom(id), bytesFrom(bytes))],
    ['closePipe', async ([id]) => calls.closePipe(pidFrom(id))],
    ['leave', async ([pid, paths]) => calls.leave(pidFrom(pid), pathsFrom(paths))],
    ['startThread', async ([thread], ports) => calls.startThread(thread, ports)],
    ['listenPort', async ([port]) => calls.ports.listen(portFrom(port))],
    ['acceptPort', async ([port]) => calls.ports.accept(portFrom(port))],
    ['unlistenPort', async ([port]) => calls.ports.unlisten(portFrom(port))],
    ['connectPort', async ([port]) => calls.ports.connect(portFrom(port))],
    ['network', async (_, ports) => ports.forEach((port) => void calls.network?.(port))],
  ]);
}

/** Answers `[id, operation, values]` as a file port does, so that `PortCalls` can ask. Returns a disposer. */
export function serveSystemCalls(port: MessagePort, calls: SystemCalls): () => void {
  const operations = operationsOf(calls);
  let open = true;
  const answer = (id: number, isValue: boolean, value: unknown) => {
    if (open && id !== 0) port.postMessage([id, isValue, value]);
  };
  port.onmessage = ({ data, ports }: MessageEvent<unknown>) => {
    if (!open || !Array.isArray(data)) return;
    const [id, name, values] = data as readonly unknown[];
    if (typeof id !== 'number' || typeof name !== 'string' || !Array.isArray(values)) return;
    const operation = operations.get(name);
    const result = operation ? operation(values, ports) : Promise.reject(unknownOperation(name));
    result.then(
      (value) => answer(id, true, value),
      (error: unknown) => answer(id, false, faultOf(error)),
    );
  };
  port.start();
  return () => {
    open = false;
    port.onmessage = null;
    port.close();
  };
}

/** The same for a caller that blocks until its answer is in `memory`. Returns a disposer. */
export function serveBlockingSystemCalls(
  port: MessagePort,
  memory: SharedArrayBuffer,
  calls: SystemCalls,
): () => void {
  const table = new Map(
    [...operationsOf(calls)].map(([name, operation]) => [
      name,
      (args: { readonly values: readonly unknown[] }) => operation(args.values, []),
    ]),
  );
  return serveBlockingCalls(port, memory, table);
}

function unknownOperation(name: string): GuestFsError {
  return new GuestFsError('ENOSYS', '', `ENOSYS: function not implemented, ${name.slice(0, 64)}`);
}

function invalid(what: string): GuestFsError {
  return new GuestFsError('EINVAL', '', `EINVAL: invalid argument, ${what}`);
}

function pidFrom(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw invalid('a process id');
}

function portFrom(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw invalid('a port');
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, what: string): Fields {
  // Bytes in shared memory cost their sender nothing, and whoever copies their fields one by one stands still.
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  if (typeof value === 'object' && value !== null && !isList) return value as Fields;
  throw invalid(what);
}

/** A job of nonsense harms only the process that it starts. */
function specFrom(value: unknown): Parameters<ProcessCalls['spawn']>[0] {
  const spec = fieldsOf(value, 'what to start');
  fieldsOf(spec.job, 'the job');
  const isKnown = spec.kind === 'shell' || spec.kind === 'node' || spec.kind === 'program';
  if (!isKnown || typeof spec.title !== 'string') throw invalid('what to start');
  return value as Parameters<ProcessCalls['spawn']>[0];
}

function stdioFrom(value: unknown): Parameters<ProcessCalls['spawn']>[1] {
  const { stdin = null, stdout = null, stderr = null } = fieldsOf(value, 'the streams');
  const pipe = (memory: unknown): SharedArrayBuffer | null => {
    if (memory === null || isPipe(memory)) return memory;
    throw invalid('a stream');
  };
  return { stdin: pipe(stdin), stdout: pipe(stdout), stderr: pipe(stderr) };
}

function pathFrom(value: unknown): string {
  if (typeof value === 'string' && value.startsWith('/') && value.length <= 4096) return value;
  throw invalid('a path');
}

function lockOptionsFrom(value: unknown): Parameters<ProcessCalls['lock']>[1] {
  const { isShared, waitMs } = fieldsOf(value, 'the options');
  const isTime = typeof waitMs === 'number' && waitMs >= 0 && waitMs < 2 ** 31;
  return { isShared: isShared === true, waitMs: isTime ? waitMs : null };
}

function pipeModeFrom(value: unknown): Parameters<ProcessCalls['openPipe']>[1] {
  const { reads, writes } = fieldsOf(value, 'the mode');
  if (reads !== true && writes !== true) throw invalid('the mode');
  return { reads: reads === true, writes: writes === true };
}

function bytesFrom(value: unknown): Uint8Array {
  // The whole buffer came along with a part of it.
  if (value instanceof Uint8Array && value.buffer instanceof ArrayBuffer)
    if (value.buffer.byteLength <= mostPipeBytes) return value;
  throw invalid('the bytes');
}

function pathsFrom(value: unknown): Parameters<ProcessCalls['leave']>[1] {
  const { stdout, stderr } = fieldsOf(value, 'the paths');
  const path = (text: unknown) => (typeof text === 'string' && text.startsWith('/') ? text : null);
  return { stdout: path(stdout), stderr: path(stderr) };
}

function optionsFrom(value: unknown): NonNullable<Parameters<ProcessCalls['spawn']>[2]> {
  if (value === undefined || value === null) return {};
  const { passesOn, ignoresInterrupt, untilBegun, standsForChild, inherits } = fieldsOf(value, 'the options');
  const streams = passesOn === undefined || passesOn === null ? null : fieldsOf(passesOn, 'the options');
  const stream = (name: unknown) => (name === 'stdout' || name === 'stderr' ? name : null);
  return {
    ignoresInterrupt: ignoresInterrupt === true,
    untilBegun: untilBegun === true,
    standsForChild: standsForChild === true,
    inherits: Array.isArray(inherits) ? inherits.slice(0, 1024).map(pidFrom) : [],
    ...(streams ? { passesOn: { stdout: stream(streams.stdout), stderr: stream(streams.stderr) } } : {}),
  };
}

function faultOf(error: unknown): { readonly code: string; readonly path: string; readonly message: string } {
  if (error instanceof GuestFsError) return { code: error.code, path: error.path, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'EIO', path: '', message: `EIO: i/o error, ${message}` };
}
