import type { SessionState } from '../../core/index.ts';

/** How the page that the session lived in went: its own reload or close, or a close that another tab has seen. */
export type HowLeft = 'reload' | 'home-closed';

/** Whether that page has left anything that must be ended: what ends it is loaded only then. */
export function isLeftOpen({ turns, jobs, commands, waiting = [] }: SessionState): boolean {
  return (
    turns.at(-1)?.end === null ||
    jobs.some(({ end }) => end === null) ||
    commands.some(({ record }) => record === null) ||
    waiting.some(({ dropped }) => dropped === null)
  );
}
