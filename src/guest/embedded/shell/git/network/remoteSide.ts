import type { GitCall } from '../base/gitCall.ts';
import { resolvePath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { openFolder } from './folderSide.ts';
import { httpSide } from './httpSide.ts';
import { checkedUrl } from './transport.ts';

/** A ref at the other side. */
export interface RemoteRef {
  readonly ref: string;
  readonly oid: string;
  /** What an annotated tag names. */
  readonly peeled?: string | undefined;
  /** What a symbolic ref stands for. */
  readonly target?: string | undefined;
}

/** One ref that a push changes; null is no ref. */
export interface RefUpdate {
  readonly ref: string;
  /** Here, as a full name; null is a deletion. */
  readonly from: string | null;
  readonly old: string | null;
  readonly now: string | null;
}

interface BringOptions {
  /** Name of the remote in the config. */
  readonly remote: string;
  /** Whether these refs were asked for, and not whatever there is. */
  readonly named: boolean;
  readonly depth?: number | undefined;
  readonly tags: boolean;
}

/** A repository that can be fetched from and pushed to: behind http, or in a folder of the guest. */
export interface RemoteSide {
  readonly url: string;
  /** Its HEAD first, then every ref in order. */
  list(forPush: boolean): Promise<readonly RemoteRef[]>;
  /** Brings what these refs name, with its history. */
  bring(repo: Repo, wants: readonly RemoteRef[], options: BringOptions): Promise<void>;
  /** Changes refs there; of each its reason where it was refused. `remote` is its name, or its address. */
  send(repo: Repo, updates: readonly RefUpdate[], remote: string): Promise<readonly (string | null)[]>;
}

/** An address that stands for a folder of this guest, as that folder's path; null for any other. */
export function folderOf(url: string, base: string): string | null {
  if (url.startsWith('file://')) return resolvePath('/', url.slice('file://'.length));
  return /^[\w+.-]+:\/\/|^[\w.-]+@[\w.-]+:/.test(url) ? null : resolvePath(base, url);
}

/** What is behind an address; null where it is a folder without a repository. */
export async function openSide(git: GitCall, url: string, base: string): Promise<RemoteSide | null> {
  const folder = folderOf(url, base);
  return folder === null ? httpSide(git, checkedUrl(url)) : openFolder(git, url, folder);
}
