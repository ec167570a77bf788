import type { JobWords, OutputText, Piece, Profile, ProfileContext, ToolRecord } from '../contract/index.ts';
import { harnessPiece } from '../pieces/index.ts';
import { movedByTimeout, movedByUser } from './shared/jobWords.ts';
import { ownJobs } from './shared/ownJobWords.ts';
import { withEndings } from './shared/result.ts';

/** The profile's words for jobs, or ours where its harness has none: a user may move any command. */
export function jobWordsOf(profile: Profile): JobWords {
  return profile.jobs ?? ownJobs;
}

/** What a profile presents, with the words for a job where it has none of its own. */
export function presentWithJobs(
  profile: Profile,
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const { facts } = record;
  if (facts?.kind !== 'job' || profile.jobs !== undefined) return profile.present(record, text, ctx);
  const { job, isHeard, moved } = facts;
  if (moved === null) return [harnessPiece('status', ownJobs.started(job, isHeard))];
  // A harness that moves commands says so in its own words.
  if (moved.by === 'timeout' && profile.onTimeout === 'background') return profile.present(record, text, ctx);
  const words =
    moved.by === 'timeout' ? movedByTimeout(job, moved.afterMs, isHeard) : movedByUser(job, isHeard);
  if (text.merged.units === 0) return [harnessPiece('status', words)];
  const soFar: ToolRecord = { ...record, facts: null, outcome: { status: 'ok', exitCode: null } };
  return withEndings(profile.present(soFar, text, ctx), [words], text);
}
