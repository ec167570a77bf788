import type { Command } from 'just-bash/browser';
import type { LiveDevice } from '../stream/liveDevice.ts';
import { collected, type Route } from '../stream/route.ts';
import { type CommandTools, command, quoted } from './command.ts';
import { runFile } from './runFile.ts';

const helper = '__run';
export const pathScriptNames: readonly string[] = [helper];

/** Builtins that read files named as they are called. */
const reading = ['source', '.', 'read', 'mapfile', 'readarray'];

/**
 * A script of the user's found on PATH is read and run by just-bash unseen by the transform, and as bash
 * whatever its `#!` says. What the interpreter reads instead is one line that calls it by our own command.
 */
export class PathScripts {
  readonly #known: ReadonlySet<string>;
  readonly #routes = new WeakMap<LiveDevice, Route>();

  constructor(knownCommands: Iterable<string>) {
    this.#known = new Set([...knownCommands, ...reading]);
  }

  /** The text to read instead of the file at `path`; null unless it is the command that is starting. */
  textFor(path: string, live: LiveDevice): string | null {
    const name = live.announcedName;
    if (!name || this.#known.has(name) || !path.endsWith(`/${name}`)) return null;
    this.#routes.set(live, live.takeCall(name).route);
    return `${helper} ${quoted(path)} "$@"`;
  }

  commandFor(tools: CommandTools): Command {
    return command(helper, async (args, context) => {
      const route = this.#routes.get(tools.live) ?? collected;
      this.#routes.delete(tools.live);
      return runFile(tools, context, args, route);
    });
  }
}
