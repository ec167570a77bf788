import type { LiveSession } from '../../agent/index.ts';
import {
  cleanerFor,
  maxInlineUnits,
  type ProfileRef,
  profileContext,
  profileOf,
  retextOutput,
  type SentView,
  type SessionPlaces,
  sentViewOf,
  type ToolRecord,
} from '../../core/index.ts';

type OutputSource = Pick<LiveSession, 'id' | 'home' | 'workspace' | 'streamOutput'>;

/** A result under another profile, and where that would have saved the whole of it. */
export interface WhatIfResult {
  readonly sent: SentView;
  readonly savedPath: string | null;
}

/**
 * What another profile would have sent for a record, from the stored output. Nothing is logged, sent or saved: the
 * path in a notice is where the file would lie. Rejects where the stored bytes cannot be read.
 */
export async function whatIfView(
  session: OutputSource,
  record: ToolRecord,
  ref: ProfileRef,
): Promise<SentView> {
  return (await whatIfResult(session, record, ref, new Set())).sent;
}

/** As `whatIfView`; `usedStems`: names that files of earlier results would have taken. */
export async function whatIfResult(
  session: OutputSource,
  record: ToolRecord,
  ref: ProfileRef,
  usedStems: ReadonlySet<string>,
): Promise<WhatIfResult> {
  const profile = profileOf(ref);
  const places: SessionPlaces = {
    sessionId: session.id,
    home: session.home,
    workspace: session.workspace,
    usedStems,
  };
  const text = await retextOutput(
    session.streamOutput(record.key),
    record.output.segments,
    cleanerFor(profile, record.tool),
    { headUnits: maxInlineUnits, tailUnits: maxInlineUnits },
  );
  const unsaved: ToolRecord = { ...record, savedAs: null, saveError: null };
  const plan = profile.save(unsaved, text, profileContext(profile, ref, places));
  const asSaved: ToolRecord =
    plan === null ? unsaved : { ...unsaved, savedAs: { path: plan.path, bytes: record.output.totalBytes } };
  return { sent: sentViewOf(ref, asSaved, text, places), savedPath: plan?.path ?? null };
}
