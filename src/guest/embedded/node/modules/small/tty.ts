import type { NodeSystem } from '../../system.ts';
import { unavailableMembers } from './unavailableMembers.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Bits of colour that a terminal of this environment shows: 1 (none), 4, 8 or 24. */
function colorDepth(env: Environment): number {
  const { COLORTERM = '', FORCE_COLOR: forced, TERM = '' } = env;
  if (forced !== undefined) return { '': 4, '1': 4, true: 4, '2': 8, '3': 24 }[forced] ?? 1;
  if (env.NODE_DISABLE_COLORS || env.NO_COLOR || TERM === 'dumb' || TERM === '') return 1;
  if (/^(truecolor|24bit)$/.test(COLORTERM)) return 24;
  return /-256(color)?$/.test(TERM) ? 8 : /color|ansi|xterm|screen|linux/i.test(TERM) ? 4 : 1;
}

/** `tty`: no stream of this node is a terminal; the terminal of the page reads its output all the same. */
export function createTty(system: NodeSystem): object {
  function isatty(fd: unknown): boolean {
    const { stdin, stdout, stderr } = system.process;
    const stream = [stdin, stdout, stderr][fd as number] as { isTTY?: boolean } | undefined;
    return stream?.isTTY === true;
  }
  const { ReadStream, WriteStream } = unavailableMembers('tty', ['ReadStream', 'WriteStream']);
  // Asked of the class, without a terminal: tsx does at its start.
  const getColorDepth = (env: Environment = system.process.env) => colorDepth(env);
  Object.assign(WriteStream?.prototype as object, {
    isTTY: true,
    getColorDepth,
    hasColors(count: unknown = 16, env?: Environment): boolean {
      const [most, given] = typeof count === 'number' ? [count, env] : [16, count as Environment];
      return most <= 2 ** getColorDepth(given);
    },
  });
  return { isatty, ReadStream, WriteStream };
}
