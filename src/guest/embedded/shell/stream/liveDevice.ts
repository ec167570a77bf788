import type { StreamName } from '../../../../core/index.ts';
import type { ShellOutput } from '../job.ts';
import { collected, isLive, type Route, type Sink } from './route.ts';

const chunkBytes = 1 << 20;

const streamOf: Readonly<Record<'live1' | 'live2', StreamName>> = { live1: 'stdout', live2: 'stderr' };

/**
 * The terminal as the interpreter's commands see it, and the one thing that must be known while a script
 * runs: which place of the script has made the call that is about to start. The interpreter runs one
 * command at a time, so a single slot is enough; whoever is called takes it out.
 */
export class LiveDevice {
  readonly #output: ShellOutput;
  #call: { readonly name: string; readonly route: Route } | null = null;

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
  announceCall(name: string, route: Route): void {
    this.#call = { name, route };
  }

  /**
   * The route of the call that started `name`. Anything else that was announced in between, or a call from
   * text the transform never saw (`eval`), answers with the route that is right everywhere: collected.
   */
  takeCall(name: string): Route {
    const call = this.#call;
    this.#call = null;
    return call?.name === name ? call.route : collected;
  }

  /** What the next nested script (`bash -c`) is to be transformed with; taken by the first that comes. */
  #nested: Route | null = null;

  announceScript(route: Route): void {
    this.#nested = route;
  }

  takeScript(): Route {
    const route = this.#nested;
    this.#nested = null;
    return route ?? collected;
  }
}

export function sinkOfPath(path: string): 'live1' | 'live2' | null {
  if (path === '/dev/live/1') return 'live1';
  if (path === '/dev/live/2') return 'live2';
  return null;
}

export function liveSink(sink: Sink): 'live1' | 'live2' | null {
  return isLive(sink) ? sink : null;
}
