import { writeFileSync } from 'node:fs';
import type { FileWorkerReply } from '../../embedded/files/index.ts';
import {
  type AssetAnswer,
  type AssetName,
  type Assets,
  FilePorts,
  KernelProcesses,
  type KernelReply,
  type KernelRequest,
  NodeWorkers,
  WorkerPool,
} from '../../embedded/kernel/index.ts';
import { placesNow } from '../../formerPlaces.ts';
import { requestServer } from './machineHttp.ts';
import { Programs } from './programs.ts';
import { type PlacesOverTime, startThread } from './threadWorker.ts';

interface MachineParts {
  /** This file. */
  readonly script: string;
  readonly folder: string;
  readonly roots: readonly string[];
  readonly places: PlacesOverTime;
  readonly programs: readonly string[];
  readonly seed: number;
  readonly control: MessagePort;
  readonly filePort: MessagePort;
}

/** More than any container holds. */
const noLimitBytes = Number.MAX_SAFE_INTEGER;

/** The guest's kernel on the container's files and programs. Speaks with the page as the one in the frame does. */
export function startMachineKernel(parts: MachineParts): void {
  const { script, folder, roots, places, programs, seed, control, filePort } = parts;
  const data = { programs, folder, roots, places };
  const reply = (message: KernelReply, transfer: Transferable[] = []) =>
    control.postMessage(message, transfer);
  const assets = new FileAssets(folder, (name) => reply({ type: 'need-asset', name }));
  const pool = new WorkerPool(() => startThread(script, { ...data, role: 'commands' }), true, assets);
  const fileThread = startThread(script, { ...data, role: 'files' });
  const files = new FilePorts((request, transfer) => fileThread.postMessage(request, transfer), {
    sharedMemory: true,
  });
  fileThread.onerror = ({ message }) =>
    reply({ type: 'gone', message: `the file system failed: ${message}` });
  fileThread.onmessage = ({ data: message }: MessageEvent<FileWorkerReply>) => files.replied(message);
  fileThread.postMessage(
    {
      type: 'boot',
      seed,
      clockStartMs: null,
      maxBytes: noLimitBytes,
      largestFileBytes: noLimitBytes,
      pagePort: filePort,
    },
    [filePort],
  );
  const processes = new KernelProcesses({
    seed,
    clockStartMs: null,
    sharedMemory: true,
    pool,
    // Never asked: no shell here starts the embedded `node`.
    nodes: new NodeWorkers(assets, () => {
      throw new Error('a container has a node of its own');
    }),
    files,
    reply: (message, transfer) => {
      if (message.type === 'network') refuse(message.port);
      else reply(message, transfer);
    },
    machine: new Programs(placesNow(places.now, places.former)),
  });
  control.onmessage = ({ data: request }: MessageEvent<KernelRequest>) => {
    if (request.type === 'spawn') processes.startRun(request);
    else if (request.type === 'kill') processes.stopRun(request.pid, request.signal);
    else if (request.type === 'detach') processes.detachRun(request.pid);
    else if (request.type === 'signal') {
      reply({ type: 'answer', id: request.id, value: processes.signal(request.pid, request.signal) });
    } else if (request.type === 'list') reply({ type: 'answer', id: request.id, value: processes.list() });
    // The page hears of ports from the container itself.
    else if (request.type === 'ports') reply({ type: 'ports', id: request.id, ports: [] });
    else if (request.type === 'request') void answerRequest(request, reply);
    else if (request.type === 'asset') assets.answered(request.answer);
    else if (request.type === 'ping') reply({ type: 'pong', id: request.id });
  };
  control.start();
  pool.fill();
  reply({ type: 'ready', sharedMemory: true });
}

/** The shell's own network commands have none here: the container's `curl` and Node reach what browsers reach. */
function refuse(port: MessagePort): void {
  port.postMessage({
    type: 'failed',
    failure: { code: 'unavailable', host: '', message: 'use curl or node of this container' },
  });
}

async function answerRequest(
  { id, port, request }: Extract<KernelRequest, { type: 'request' }>,
  reply: (message: KernelReply) => void,
): Promise<void> {
  try {
    reply({ type: 'response', id, response: await requestServer(port, request), message: '' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    reply({ type: 'response', id, response: null, message: `localhost:${port}: ${reason}` });
  }
}

/** Bundles that the page sends when a command first needs them, as files that a thread evaluates. */
class FileAssets implements Pick<Assets, 'url'> {
  readonly #folder: string;
  readonly #ask: (name: AssetName) => void;
  readonly #wanted = new Map<
    AssetName,
    { readonly url: Promise<string>; settle(answer: AssetAnswer): void }
  >();

  constructor(folder: string, ask: (name: AssetName) => void) {
    this.#folder = folder;
    this.#ask = ask;
  }

  /** The path of the script. Rejects with a sentence; the next who asks tries again. */
  url(name: AssetName): Promise<string> {
    const known = this.#wanted.get(name);
    if (known) return known.url;
    let settle: (answer: AssetAnswer) => void = () => {};
    const url = new Promise<string>((resolve, reject) => {
      settle = (answer) => {
        if (answer.code === null) {
          this.#wanted.delete(name);
          reject(new Error(answer.message));
          return;
        }
        const path = `${this.#folder}/${name}.js`;
        writeFileSync(path, answer.code);
        resolve(path);
      };
    });
    this.#wanted.set(name, { url, settle: (answer) => settle(answer) });
    this.#ask(name);
    return url;
  }

  answered(answer: AssetAnswer): void {
    this.#wanted.get(answer.name)?.settle(answer);
  }
}
