import type { CleanerId } from '../contract/index.ts';

export interface CleanerRules {
  /** Terminal escape sequences are removed. */
  readonly escapes: boolean;
  /** Of a line that was drawn again its last state is kept. */
  readonly redraws: boolean;
  /** NUL is shown as `␀`. */
  readonly nul: boolean;
}

const RULES: Readonly<Record<CleanerId, CleanerRules>> = {
  none: { escapes: false, redraws: false, nul: false },
  ansi: { escapes: true, redraws: false, nul: false },
  'ansi+nul': { escapes: true, redraws: false, nul: true },
  'ansi+cr': { escapes: true, redraws: true, nul: false },
  'ansi+cr+nul': { escapes: true, redraws: true, nul: true },
};

export function cleanerRules(cleaner: CleanerId): CleanerRules {
  return RULES[cleaner];
}
