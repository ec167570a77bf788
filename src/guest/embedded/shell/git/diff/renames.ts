import type { Repo } from '../base/repository.ts';
import { isBinary } from '../base/text.ts';
import { contentOf, type FileChange, type FileSide } from './changes.ts';

/** Files that are at least half alike are one that was renamed. */
const leastLikeness = 0.5;
/** More pairs than this are not looked into; equal contents are still found. */
const mostPairs = 1000 * 1000;

/** Bytes by piece of content: a line, or 64 bytes of a longer one. */
function piecesOf(bytes: Uint8Array): Map<number, number> {
  const pieces = new Map<number, number>();
  const isText = !isBinary(bytes);
  let hash = 0;
  let length = 0;
  const close = () => {
    pieces.set(hash, (pieces.get(hash) ?? 0) + length);
    hash = 0;
    length = 0;
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    // The end of line in Windows' form is no difference.
    if (isText && byte === 13 && bytes[at + 1] === 10) continue;
    hash = (Math.imul(hash, 31) + byte + 1) | 0;
    length++;
    if (length >= 64 || byte === 10) close();
  }
  if (length > 0) close();
  return pieces;
}

interface Candidate {
  readonly change: FileChange;
  readonly side: FileSide;
  readonly bytes: Uint8Array;
  readonly pieces: Map<number, number>;
}

/** How much of the larger file is in both, from 0 to 1. */
function likenessOf(old: Candidate, now: Candidate): number {
  const larger = Math.max(old.bytes.length, now.bytes.length);
  const smaller = Math.min(old.bytes.length, now.bytes.length);
  if (larger === 0 || smaller === 0 || smaller < larger * leastLikeness) return 0;
  let common = 0;
  for (const [piece, count] of old.pieces) common += Math.min(count, now.pieces.get(piece) ?? 0);
  return common / larger;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins what was deleted in one place and added in another to renames. */
export async function withRenames(
  repo: Repo,
  changes: readonly FileChange[],
  least = leastLikeness,
): Promise<FileChange[]> {
  const gone = changes.filter(({ status }) => status === 'D');
  const come = changes.filter(({ status }) => status === 'A');
  if (gone.length === 0 || come.length === 0) return [...changes];
  const renamedFrom = new Map<FileChange, { readonly from: FileChange; readonly likeness: number }>();
  const used = new Set<FileChange>();
  const pair = (from: FileChange, to: FileChange, likeness: number) => {
    used.add(from);
    renamedFrom.set(to, { from, likeness });
  };
  for (const to of come) {
    const same = gone.filter(
      (from) =>
        !used.has(from) &&
        from.old!.oid === to.now!.oid &&
        from.old!.mode.slice(0, 3) === to.now!.mode.slice(0, 3),
    );
    const best = same.find((from) => baseName(from.old!.path) === baseName(to.now!.path)) ?? same[0];
    if (best && to.now!.oid !== 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391') pair(best, to, 100);
  }
  const leftGone = gone.filter((each) => !used.has(each) && each.old!.mode.startsWith('100'));
  const leftCome = come.filter((each) => !renamedFrom.has(each) && each.now!.mode.startsWith('100'));
  if (leftGone.length * leftCome.length > 0 && leftGone.length * leftCome.length <= mostPairs) {
    const candidate = async (change: FileChange, side: FileSide): Promise<Candidate> => {
      const bytes = await contentOf(repo, side);
      return { change, side, bytes, pieces: piecesOf(bytes) };
    };
    const olds = await Promise.all(leftGone.map((change) => candidate(change, change.old!)));
    const news = await Promise.all(leftCome.map((change) => candidate(change, change.now!)));
    const pairs = news.flatMap((to) =>
      olds.map((from) => ({
        from,
        to,
        likeness: likenessOf(from, to),
        sameName: baseName(from.side.path) === baseName(to.side.path),
      })),
    );
    pairs.sort((a, b) => b.likeness - a.likeness || Number(b.sameName) - Number(a.sameName));
    for (const { from, to, likeness } of pairs) {
      if (likeness < least || used.has(from.change) || renamedFrom.has(to.change)) continue;
      pair(from.change, to.change, Math.floor(likeness * 100));
    }
  }
  return changes.flatMap((change) => {
    if (used.has(change)) return [];
    const rename = renamedFrom.get(change);
    if (!rename) return [change];
    return [{ status: 'R' as const, old: rename.from.old, now: change.now, likeness: rename.likeness }];
  });
}
