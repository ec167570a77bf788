import type { Profile, ProfileContext } from '../../core/index.ts';

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Folders of saved outputs that a search leaves out: a search must not find what an earlier one printed.
 * A path inside such a folder names it, and then it is searched.
 */
export function skippedFolders(
  profile: Profile,
  context: ProfileContext,
  root: string,
): { readonly skip: readonly string[]; readonly below: readonly string[] } {
  const skip = profile.savedFolders(context).filter((folder) => !isWithin(root, folder));
  return { skip, below: skip.filter((folder) => isWithin(folder, root) || root === '/') };
}
