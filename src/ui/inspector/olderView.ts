import { isOlderView, profileById, type SentView } from '../../core/index.ts';
import * as words from '../words/inspector.ts';

/** Says that a view was made by another version of its profile than the page has now; null where it was not. */
export function olderViewWords(sent: Pick<SentView, 'profile'>): string | null {
  if (!isOlderView(sent)) return null;
  const { id, version } = sent.profile;
  const profile = profileById(id);
  return profile === null
    ? words.profileGone(id)
    : words.olderVersion(version, profile.title, profile.version);
}
