import { loadProfiles } from '../../core/index.ts';

/** A part of the page that shows every profile, when it and all of them are loaded. */
export async function withProfiles<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, loadProfiles()]);
  return loaded;
}
