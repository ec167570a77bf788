import type { NodeSystem } from '../../system.ts';
import { unavailableMembers } from './unavailableMembers.ts';

/** `tty`: no stream of this node is a terminal; the terminal of the page reads its output all the same. */
export function createTty(system: NodeSystem): object {
  function isatty(fd: unknown): boolean {
    const { stdin, stdout, stderr } = system.process;
    const stream = [stdin, stdout, stderr][fd as number] as { isTTY?: boolean } | undefined;
    return stream?.isTTY === true;
  }
  return { isatty, ...unavailableMembers('tty', ['ReadStream', 'WriteStream']) };
}
