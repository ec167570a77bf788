import { type ProfileRef, profileOf } from '../../core/index.ts';
import { changedProfile } from '../words/lab.ts';
import { isCustom } from './address/profileCode.ts';

/** What a person calls it: their own name, or the harness's title, with a word where it is changed. */
export function profileTitle(ref: ProfileRef): string {
  if (ref.name !== undefined) return ref.name;
  const { title } = profileOf(ref);
  return isCustom(ref) ? changedProfile(title) : title;
}
