import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';

export async function clone(_git: GitCall, _args: readonly string[]): Promise<number> {
  return die('no network');
}
export const fetchCommand = clone;
export const lsRemote = clone;
export const pull = clone;
export const push = clone;
