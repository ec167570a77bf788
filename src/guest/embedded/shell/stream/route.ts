import { literalOf, literalWord, type RedirectionNode } from './ast.ts';

/**
 * Where a descriptor of a command finally leads. `out` and `err` are the strings that just-bash collects
 * and hands upward (to a pipe, a `$(…)`). A path is appended to at once: the live device of the terminal,
 * or a file that a redirection has opened.
 */
export type Sink = 'out' | 'err' | `/${string}`;

/** Sinks of descriptors at one place of a script. `more` holds 3 and up, where they are copies of a known one. */
export interface Route {
  readonly out: Sink;
  readonly err: Sink;
  readonly more: Readonly<Record<number, Sink>>;
}

export const collected: Route = { out: 'out', err: 'err', more: {} };
export const terminal: Route = { out: '/dev/live/1', err: '/dev/live/2', more: {} };

export function routeKey(route: Route): string {
  return [route.out, route.err, ...Object.entries(route.more)].join('\n');
}

/** Whether what is written there arrives at once. */
export function isDirect(sink: Sink): sink is `/${string}` {
  return sink.startsWith('/');
}

export function isTerminal(sink: string): boolean {
  return sink.startsWith('/dev/live/');
}

const pipePrefix = '/dev/live/pipe/';

/**
 * What a stage of a pipeline at this place writes to, all but the last: a pipe of its own, with a number that
 * no stream of the place bears already (`{ a | b; } 2>&1 | c`: stderr of `a` goes into the outer pipe).
 */
export function stageRoute(route: Route): Route & { readonly out: `/${string}` } {
  const around = [route.out, route.err, ...Object.values(route.more)].map((sink) =>
    sink.startsWith(pipePrefix) ? Number(sink.slice(pipePrefix.length)) : 0,
  );
  const out = `${pipePrefix}${1 + Math.max(...around)}` as const;
  // Where both streams of the place are one string, its stderr still is not for the pipe.
  return { ...route, out, err: route.err === 'out' ? 'err' : route.err };
}

/** What stderr of a `$(…)` or `<(…)` at this place does: it is not captured, so it stays live where it was. */
export function substitutionRoute(route: Route): Route {
  return { out: 'out', err: isDirect(route.err) ? route.err : 'err', more: {} };
}

/** `live` spares the interpreter the look at a file that is none (`build/speedPatches.ts`). */
function appendingTo(fd: number, path: `/${string}`): RedirectionNode & { readonly live?: string } {
  const live = fd < 3 && isTerminal(path) ? { live: path } : {};
  return { type: 'Redirection', fd, operator: '>>', target: literalWord(path), ...live };
}

function toSink(fd: number, sink: Sink): RedirectionNode | null {
  if (isDirect(sink)) return appendingTo(fd, sink);
  if (fd === (sink === 'out' ? 1 : 2)) return null;
  return { type: 'Redirection', fd, operator: '>&', target: literalWord(sink === 'out' ? '1' : '2') };
}

/** Redirections that send both streams of a command to their sinks, when put before its own. */
export function front(route: Route): RedirectionNode[] {
  const list: RedirectionNode[] = [];
  const out = toSink(1, route.out);
  const err = toSink(2, route.err);
  // A copy of a string must be made while that descriptor still is the string.
  if (err && !isDirect(route.err)) list.push(err);
  if (out) list.push(out);
  if (err && isDirect(route.err)) list.push(err);
  return list;
}

/** A file or closed descriptor, as opposed to a `Sink`: every one is a place of its own. */
type Place = Sink | { readonly elsewhere: true };

interface Resolved {
  /** The redirections to run the command with: its own, with copies of live descriptors made explicit. */
  readonly list: RedirectionNode[];
  /** The sinks that hold inside the command. */
  readonly inner: Route;
  /** Streams that lead to the one file its redirections open, the path of which only the run knows. */
  readonly opens: readonly ('out' | 'err')[];
}

/**
 * Works out where a command's streams go, given the place it stands at and its own redirections.
 * Where that cannot be known before the run (`>&$fd`, a swap through a third descriptor), its own
 * redirections are kept as they are and nothing inside streams.
 */
export function resolveRedirections(own: readonly RedirectionNode[], route: Route): Resolved {
  const unknown: Resolved = { list: [...front(route), ...own], inner: collected, opens: [] };
  const files: Place[] = [];
  const places = new Map<number, Place>([
    [1, route.out],
    [2, route.err],
  ]);
  for (const [fd, sink] of Object.entries(route.more)) places.set(Number(fd), sink);
  const list: RedirectionNode[] = [];
  const untouched = new Set([1, 2]);
  const put = (fd: number, place: Place, redirection: RedirectionNode): void => {
    places.set(fd, place);
    untouched.delete(fd);
    list.push(redirection);
  };

  for (const redirection of own) {
    const { operator } = redirection;
    // A descriptor that nothing else has: the streams stay where they are.
    if (redirection.fdVariable) {
      list.push(redirection);
      continue;
    }
    if (operator === '<' || operator === '<<' || operator === '<<-' || operator === '<<<') {
      list.push(redirection);
      continue;
    }
    const source = redirection.target.type === 'Word' ? literalOf(redirection.target) : null;
    const isCopy = operator === '>&' || operator === '<&';
    if (isCopy && source === null) {
      const fd = redirection.fd ?? (operator === '<&' ? 0 : null);
      // Without a number it may be `>& file`, which moves both.
      if (fd === null) return unknown;
      if (fd === 1 || fd === 2) put(fd, { elsewhere: true }, redirection);
      else {
        places.set(fd, { elsewhere: true });
        list.push(redirection);
      }
      continue;
    }
    const both = isCopy && source !== null && !/^(\d+|-)$/.test(source);
    if (both && (operator === '<&' || redirection.fd !== null)) return unknown;
    if (both || operator === '&>' || operator === '&>>') {
      const file: Place = { elsewhere: true };
      files.push(file);
      put(1, file, redirection);
      places.set(2, file);
      untouched.delete(2);
      continue;
    }
    const fd = redirection.fd ?? (operator === '<&' || operator === '<>' ? 0 : 1);
    const place = isCopy && source !== '-' ? places.get(Number(source)) : undefined;
    if (place === undefined || typeof place !== 'string') {
      // A file, a closed descriptor, or one that something outside opened.
      const other = place ?? { elsewhere: true };
      if (!isCopy) files.push(other);
      put(fd, other, redirection);
      continue;
    }
    if (places.get(fd) === place) continue;
    if (isDirect(place)) {
      put(fd, place, appendingTo(fd, place));
      continue;
    }
    // A copy of a collected string works only by its own number, and while that is not yet redirected.
    const whole = place === 'out' ? 1 : 2;
    if (Number(source) !== whole || !untouched.has(whole)) return unknown;
    put(fd, place, redirection);
  }

  const file = files.length === 1 ? files[0] : undefined;
  const opens = (['out', 'err'] as const).filter(
    (stream) => file !== undefined && places.get(stream === 'out' ? 1 : 2) === file,
  );
  return { list: [...frontFor(route, untouched), ...list], inner: innerRoute(places), opens };
}

/** Leaves out what the command's own redirections replace in any case. */
function frontFor(route: Route, untouched: ReadonlySet<number>): RedirectionNode[] {
  if (untouched.size === 2) return front(route);
  return front(route).filter((redirection) => untouched.has(redirection.fd ?? 1));
}

function innerRoute(places: ReadonlyMap<number, Place>): Route {
  const out = places.get(1) ?? 'out';
  const err = places.get(2) ?? 'err';
  const innerOut: Sink = typeof out === 'string' && isDirect(out) ? out : 'out';
  const innerErr: Sink = typeof err === 'string' && isDirect(err) ? err : err === out ? 'out' : 'err';
  const more: Record<number, Sink> = {};
  for (const [fd, place] of places) {
    if (fd > 2 && typeof place === 'string' && isDirect(place)) more[fd] = place;
  }
  return { out: innerOut, err: innerErr, more };
}

/** Whether the shell's own stdout or stderr is led to the live terminal, where it leads anyway. */
export function isLiveCopyOfStandard({ fd, target }: RedirectionNode): boolean {
  const path = target.type === 'Word' ? literalOf(target) : null;
  return path !== null && isTerminal(path) && (fd === 1 || fd === 2);
}
