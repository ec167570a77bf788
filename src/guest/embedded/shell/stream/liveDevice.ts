import type { StreamName } from '../../../../core/index.ts';
import type { ShellOutput } from '../job.ts';
import { collected, type Route } from './route.ts';

const chunkBytes = 1 << 20;

const streamOf: Readonly<Record<'live1' | 'live2', StreamName>> = { live1: 'stdout', live2: 'stderr' };

/** One call of a command or function, as the place of the script that makes it knows it. */
export interface Call {
  readonly route: Route;
  /** The words were `./file args`: the file itself is run, by its mode and its `#!`. */
  readonly runsFile: boolean;
}

const unknownCall: Call = { route: collected, runsFile: false };

/**
 * The terminal as the interpreter's commands see it, and the one thing that must be known while a script
 * runs: which place of the script makes the call that is about to start. The interpreter runs one command
 * at a time, so a single slot is enough; whoever is called takes it out.
 */
export class LiveDevice {
  readonly #output: ShellOutput;
  #call: (Call & { readonly name: string }) | null = null;
  #script: Route | null = null;

  constructor(output: ShellOutput) {
    this.#output = output;
  }

  /** Resolves once there is credit for more. Pieces are at most 1 MiB. */
  async write(sink: 'live1' | 'live2', bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
      await this.#output.write(streamOf[sink], bytes.subarray(offset, offset + chunkBytes));
    }
  }

  /** The interpreter has expanded a command's arguments and is about to run it. */
  announceCall(name: string, route: Route, runsFile: boolean): void {
    this.#call = { name, route, runsFile };
  }

  /**
   * The call that started `name`. Where anything else was announced in between, or the call comes from text
   * the transform never saw (`eval`), the answer is the route that is right everywhere: collected.
   */
  takeCall(name: string): Call {
    const call = this.#call;
    this.#call = null;
    return call?.name === name ? call : unknownCall;
  }

  /** Where the streams of the next nested script lead (`bash -c`); null takes that back. */
  announceScript(route: Route | null): void {
    this.#script = route;
  }

  takeScript(): Route {
    const route = this.#script;
    this.#script = null;
    return route ?? collected;
  }
}

export function sinkOfPath(path: string): 'live1' | 'live2' | null {
  if (path === '/dev/live/1') return 'live1';
  if (path === '/dev/live/2') return 'live2';
  return null;
}
