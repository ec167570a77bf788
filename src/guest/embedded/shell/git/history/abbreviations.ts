import * as iso from 'isomorphic-git';
import type { Repo } from '../base/repository.ts';
import { isoArgs } from '../base/repository.ts';

const shortest = 7;

/** Names of loose objects by their first two letters, per call. */
const namesOf = new WeakMap<object, Map<string, Promise<readonly string[]>>>();

function looseNames(repo: Repo, folder: string): Promise<readonly string[]> {
  const known = namesOf.get(repo.cache) ?? new Map<string, Promise<readonly string[]>>();
  namesOf.set(repo.cache, known);
  const names =
    known.get(folder) ??
    repo.files.readdir(`${repo.gitDir}/objects/${folder}`).then(
      (entries) => entries.map(({ name }) => folder + name),
      () => [],
    );
  known.set(folder, names);
  return names;
}

/** The shortest beginning of an object's name that no other has, seven letters at least. */
export async function shortOid(repo: Repo, oid: string, least = shortest): Promise<string> {
  const others = (await looseNames(repo, oid.slice(0, 2))).filter((name) => name !== oid);
  let length = least;
  while (length < 40 && others.some((name) => name.startsWith(oid.slice(0, length)))) length++;
  return oid.slice(0, length);
}

/** The object that a beginning of at least four letters means; null where there is none or more than one. */
export async function expandOid(repo: Repo, short: string): Promise<string | null> {
  const loose = (await looseNames(repo, short.slice(0, 2))).filter((name) => name.startsWith(short));
  if (loose.length > 1) return null;
  if (loose[0]) return loose[0];
  try {
    return await iso.expandOid({ ...isoArgs(repo), oid: short });
  } catch {
    return null;
  }
}
