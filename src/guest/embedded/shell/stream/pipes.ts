import { constantOf, type PipelineNode } from './ast.ts';

/** Our commands that can write to a reader piece by piece, and those that can read so. */
const streamingWriters = new Set(['cat', 'seq', 'yes', 'head', 'tail']);
const streamingReaders = new Set(['cat', 'head', 'tail', 'wc']);

/**
 * Whether stage `index` of a pipeline may hand its output over unread: both it and the next stage are
 * commands of ours, called by their plain names. `yes | head -3` ends only so, since just-bash runs the
 * stages of a pipeline one after the other.
 */
export function feedsStreamingReader(
  pipeline: PipelineNode,
  index: number,
  definedFunctions: ReadonlySet<string>,
): boolean {
  const isOurs = (stage: number, names: ReadonlySet<string>): boolean => {
    const command = pipeline.commands[stage];
    if (command?.type !== 'SimpleCommand' || !command.name) return false;
    const name = constantOf(command.name);
    return name !== null && names.has(name) && !definedFunctions.has(name);
  };
  const next = pipeline.commands[index + 1];
  const readsElsewhere =
    next?.type === 'SimpleCommand' && next.redirections.some(({ operator }) => operator.startsWith('<'));
  return !readsElsewhere && isOurs(index, streamingWriters) && isOurs(index + 1, streamingReaders);
}

/** Whether a pipeline ends in `cat` and nothing else, fed by what cannot hand it its output piece by piece. */
export function endsInBareCat(pipeline: PipelineNode, definedFunctions: ReadonlySet<string>): boolean {
  const last = pipeline.commands.length - 1;
  const command = pipeline.commands[last];
  if (last < 1 || command?.type !== 'SimpleCommand' || !command.name) return false;
  const isBare =
    command.args.length === 0 && command.redirections.length === 0 && command.assignments.length === 0;
  if (!isBare || constantOf(command.name) !== 'cat' || definedFunctions.has('cat')) return false;
  return !feedsStreamingReader(pipeline, last - 1, definedFunctions);
}

type Chunks = AsyncIterable<Uint8Array>;

/**
 * Output that stage one of a pipeline has not made yet. What travels through the interpreter in its place is
 * a short ticket, which only our own readers see.
 */
export class Pipes {
  readonly #waiting = new Map<string, Chunks>();
  #count = 0;

  /** The ticket to return as a command's whole output. */
  offer(chunks: Chunks): string {
    const ticket = `\0pipe ${++this.#count}\0`;
    this.#waiting.set(ticket, chunks);
    return ticket;
  }

  /** The output behind a ticket; null where `stdin` is plain input. */
  take(stdin: string): Chunks | null {
    const chunks = this.#waiting.get(stdin) ?? null;
    this.#waiting.delete(stdin);
    return chunks;
  }
}
