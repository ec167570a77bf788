import type { ExecResult } from 'just-bash/browser';
import { constantOf, type RedirectionNode } from './ast.ts';
import { isDirect, type Route, type Sink } from './route.ts';

/**
 * `while …; done > log`: the file that a compound's redirection opens is known only when that runs, so what is inside
 * writes to a place of the terminal device, and the device leads it to the file. Places are numbered by depth: while
 * one is open, nothing within reach of it bears its number.
 */
const prefix = '/dev/live/file/';

/** The place as the interpreter finds it at the redirections (`build/streamPatches.ts`, 10). */
export interface FilePlace {
  readonly path: `/${string}`;
  /** Where `> /dev/stdout` and `> /dev/stderr` lead there. */
  readonly around: { readonly out: Sink; readonly err: Sink };
}

/** Devices that are descriptors of the shell and no files. */
const descriptor = /^\/dev\/(std(in|out|err)|fd\/\d+|tty)$/;

/** Sends what `opens` names of the streams inside to a place, and marks `list` with it. */
export function placeInside(
  list: RedirectionNode[],
  streams: { readonly opens: readonly ('out' | 'err')[]; readonly inner: Route; readonly route: Route },
): Route {
  const { opens, inner, route } = streams;
  const leadsToDescriptor = list.some(({ target }) => {
    const path = target.type === 'Word' ? constantOf(target) : null;
    return path !== null && descriptor.test(path);
  });
  if (opens.length === 0 || leadsToDescriptor) return inner;
  const sinks = [route.out, route.err, ...Object.values(route.more)];
  const depth = Math.max(
    0,
    ...sinks.map((sink) => (isFilePlace(sink) ? Number(sink.slice(prefix.length)) : 0)),
  );
  const path = `${prefix}${depth + 1}` as const;
  const place: FilePlace = { path, around: { out: route.out, err: route.err } };
  // Opened, and emptied, once: what is left for the end comes behind what was written meanwhile.
  const appended = list.map((each) => ({ ...each, operator: appending[each.operator] ?? each.operator }));
  Object.assign(list, { place, appended });
  return {
    ...inner,
    out: opens.includes('out') ? path : inner.out,
    err: opens.includes('err') ? path : inner.err,
  };
}

const appending: Readonly<Partial<Record<RedirectionNode['operator'], RedirectionNode['operator']>>> = {
  '>': '>>',
  '>|': '>>',
  '&>': '&>>',
};

export function isFilePlace(path: string): path is `/${string}` {
  return path.startsWith(prefix);
}

/** A place that is open: what the interpreter tells of it. */
export interface OpenPlace {
  /** All redirections have been made; by their index the words of their targets. */
  opened(targets: ReadonlyMap<number, string>): void;
  /** The result of what ran inside, with what had no other way out. */
  kept(result: ExecResult): ExecResult;
  close(): void;
}

/** The places of one shell, each with the file that it leads to now. */
export class FilePlaces {
  readonly #paths: Map<string, `/${string}` | null>;
  readonly #kept = new Map<string, string>();
  /** The place whose file is about to be opened. */
  #opening: string | null = null;

  constructor(around: FilePlaces | null = null) {
    this.#paths = new Map(around ? around.#paths : []);
  }

  open({ path, around }: FilePlace): OpenPlace {
    const before = this.#paths.get(path);
    const keptBefore = this.#kept.get(path);
    this.#paths.delete(path);
    this.#kept.delete(path);
    this.#opening = path;
    return {
      opened: (targets) => {
        this.#opening = null;
        if (this.#paths.has(path)) return;
        const sink = [...targets.values()].includes('/dev/stderr') ? around.err : around.out;
        this.#paths.set(path, isDirect(sink) ? sink : null);
      },
      kept: (result) => {
        const kept = this.#kept.get(path);
        return kept === undefined ? result : { ...result, stdout: kept + result.stdout };
      },
      close: () => {
        this.#opening = null;
        restore(this.#paths, path, before);
        restore(this.#kept, path, keptBefore);
      },
    };
  }

  /** The interpreter opens a file; true where that is the file of a place. */
  fileOpened(path: string): boolean {
    if (this.#opening === null || !path.startsWith('/')) return false;
    this.#paths.set(this.#opening, `/${path.slice(1)}`);
    return true;
  }

  /** Where a sink leads now. One that is no place, or has no file, is itself. */
  resolve(sink: Sink): Sink {
    return this.#paths.get(sink) ?? sink;
  }

  /** Keeps what leads to no file for the result of its place. */
  keep(path: string, latin1: string): void {
    this.#kept.set(path, (this.#kept.get(path) ?? '') + latin1);
  }
}

function restore<Value>(map: Map<string, Value>, path: string, before: Value | undefined): void {
  if (before === undefined) map.delete(path);
  else map.set(path, before);
}
