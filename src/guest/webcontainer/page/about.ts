import type { Hello } from '../link/index.ts';

/** What this guest has and has not, for the model: the facts that it would otherwise find out by failing. */
export function containerAbout({ node, programs }: Pick<Hello, 'node' | 'programs'>): string {
  return [
    `This computer is a WebContainer inside the page: Node ${node.replace(/^v/, '')} and npm, with bash 5 (jobs, pipes, arrays, traps) and the usual GNU text and file commands (grep, sed, awk, find, xargs, sort, diff, tar, …) and git.`,
    `Programs of its own: ${programs.join(', ')}. No native binaries beyond these: no compilers, no apt, no sudo.`,
    'Network requests go out from a browser: a server must allow that (CORS). Servers of your own on localhost work. Install packages with npm.',
  ].join('\n');
}
