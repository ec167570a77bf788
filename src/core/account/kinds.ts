import type { HarnessRole } from '../contract/index.ts';

/**
 * What a text of a request is, for the account of a session.
 * - `result`: output of a tool that the model got whole, or a page that it asked for; `preview`: output shown in part.
 * - `notice`: the harness's words about a cut (notice, end of the preview, gap); `words`: all its other words, also
 *   those that stand in for an answer or a result that is missing, and what it tells of jobs and the user's commands.
 * - `reread`: a call that names the file of a saved output, with its result: what the preview did not spare.
 */
export const ACCOUNT_KINDS = [
  'system',
  'tools',
  'user',
  'answer',
  'reasoning',
  'call',
  'result',
  'preview',
  'notice',
  'words',
  'reread',
] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** A number (tokens, units, bytes) for each kind. */
export type KindSums = Readonly<Record<AccountKind, number>>;

export function noSums(): Record<AccountKind, number> {
  return {
    system: 0,
    tools: 0,
    user: 0,
    answer: 0,
    reasoning: 0,
    call: 0,
    result: 0,
    preview: 0,
    notice: 0,
    words: 0,
    reread: 0,
  };
}

/** The sum over all kinds. */
export function wholeOf(sums: KindSums): number {
  return ACCOUNT_KINDS.reduce((whole, kind) => whole + sums[kind], 0);
}

export function kindOfRole(role: HarnessRole): AccountKind {
  return role === 'notice' || role === 'preview-end' || role === 'gap' ? 'notice' : 'words';
}
