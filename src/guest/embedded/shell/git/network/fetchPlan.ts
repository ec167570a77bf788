import { GitFailure } from '../base/failure.ts';
import { hasObject } from '../base/objects.ts';
import { refOid } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { mapped, parseRefspec, type Refspec } from './refspec.ts';
import type { RemoteRef } from './remoteSide.ts';

/** One ref that a fetch brings. */
export interface Wanted {
  readonly theirs: RemoteRef;
  /** Where it is kept; null where only `FETCH_HEAD` names it. */
  readonly ours: string | null;
  readonly force: boolean;
  /** Whether a pull merges it. */
  readonly forMerge: boolean;
  /** Named in `FETCH_HEAD`; a ref that is kept besides is not named twice. */
  readonly isNamed: boolean;
}

interface Asked {
  /** Of the command line. */
  readonly refspecs: readonly string[];
  /** Of the config of the remote. */
  readonly configured: readonly Refspec[];
  /** The branch there that the current branch follows, in full. */
  readonly merges: string | null;
  readonly tags: 'follow' | 'all' | 'none';
}

/** A ref of theirs by the name that a person would call it. */
export function theirRef(refs: readonly RemoteRef[], name: string): RemoteRef | undefined {
  for (const place of ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']) {
    const found = refs.find(({ ref }) => ref === `${place}${name}`);
    if (found) return found;
  }
  return refs.find(({ oid }) => oid === name);
}

/** What a fetch brings, in the order in which it is said; tags that come along with it are not among them yet. */
export function planFetch(refs: readonly RemoteRef[], asked: Asked): Wanted[] {
  const plan: Wanted[] = [];
  const put = (wanted: Wanted) => {
    if (wanted.ours === null || !plan.some(({ ours }) => ours === wanted.ours)) plan.push(wanted);
  };
  for (const text of asked.refspecs) {
    const spec = parseRefspec(text);
    if (spec.source.includes('*')) {
      for (const theirs of refs) {
        const ours = mapped(theirs.ref, spec);
        if (ours !== null) put({ theirs, ours, force: spec.force, forMerge: false, isNamed: true });
      }
      continue;
    }
    const theirs = theirRef(refs, spec.source || 'HEAD');
    if (!theirs) throw new GitFailure(`fatal: couldn't find remote ref ${spec.source}\n`, 128);
    const kind = theirs.ref.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/';
    const ours =
      spec.target === null
        ? null
        : /^(?:refs\/|HEAD$)/.test(spec.target)
          ? spec.target
          : `${kind}${spec.target}`;
    put({ theirs, ours, force: spec.force, forMerge: true, isNamed: true });
  }
  for (const { theirs } of asked.refspecs.length > 0 ? [...plan] : []) {
    for (const spec of asked.configured) {
      const ours = mapped(theirs.ref, spec);
      if (ours !== null) put({ theirs, ours, force: spec.force, forMerge: false, isNamed: false });
    }
  }
  if (asked.refspecs.length === 0) {
    for (const spec of asked.configured) {
      for (const theirs of refs) {
        const ours = theirs.ref === 'HEAD' ? null : mapped(theirs.ref, spec);
        if (ours === null) continue;
        put({ theirs, ours, force: spec.force, forMerge: theirs.ref === asked.merges, isNamed: true });
      }
    }
    const head = asked.configured.length === 0 ? theirRef(refs, 'HEAD') : undefined;
    if (head) put({ theirs: head, ours: null, force: false, forMerge: true, isNamed: true });
  }
  if (asked.tags === 'all') for (const theirs of tagsOf(refs)) put(tagWanted(theirs));
  return plan;
}

function tagsOf(refs: readonly RemoteRef[]): RemoteRef[] {
  return refs.filter(({ ref }) => ref.startsWith('refs/tags/') && !ref.endsWith('^{}'));
}

function tagWanted(theirs: RemoteRef): Wanted {
  return { theirs, ours: theirs.ref, force: false, forMerge: false, isNamed: true };
}

/** Tags that are not here yet and name what is here by now: they come along. */
export async function followedTags(
  repo: Repo,
  refs: readonly RemoteRef[],
  plan: readonly Wanted[],
): Promise<Wanted[]> {
  const found: Wanted[] = [];
  for (const theirs of tagsOf(refs)) {
    const isPlanned = plan.some(({ ours }) => ours === theirs.ref);
    if (isPlanned || (await refOid(repo, theirs.ref)) !== null) continue;
    if (await hasObject(repo, theirs.peeled ?? theirs.oid)) found.push(tagWanted(theirs));
  }
  return found;
}
