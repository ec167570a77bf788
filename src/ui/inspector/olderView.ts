import { isOlderView, profileById, type SentView } from '../../core/index.ts';

/** Says that a view was made by another version of its profile than the page has now; null where it was not. */
export function olderViewWords(sent: Pick<SentView, 'profile'>): string | null {
  if (!isOlderView(sent)) return null;
  const { id, version } = sent.profile;
  const profile = profileById(id);
  return profile === null
    ? `This view was made by the profile ${id}, which this version of the page does not have. It is shown as it was sent.`
    : `This view was made by version ${version} of ${profile.title}; the page now has version ${profile.version}. It is shown as it was sent.`;
}
