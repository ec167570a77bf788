import { lstatSync, readdirSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import {
  changesAlone,
  FileClock,
  type FileSystem,
  type FileWorkerBoot,
  makeParents,
  type Operation,
  serveFiles,
  startFileWorker,
  treeOperations,
  type WalkAnswer,
  WatchBatches,
} from '../../embedded/files/index.ts';
import { placesNow } from '../../formerPlaces.ts';
import { GuestFsError } from '../../port.ts';
import { FileSpools } from './fileSpools.ts';
import { atPlacesNow } from './filesAtPlaces.ts';
import { createRealFiles, factsOf } from './realFiles.ts';
import type { ThreadData } from './threadWorker.ts';
import { TreeScan } from './treeScan.ts';

/** How often programs' changes are looked for while somebody watches; a look may take a twentieth of the time. */
const lookEveryMs = 400;
const shareOfTime = 20;

/** The embedded guest's file worker over the container's own files, in a thread of Node. */
export function startFileThread(data: ThreadData): void {
  const scope: Parameters<typeof startFileWorker>[0] = {
    onmessage: null,
    postMessage: (reply) => parentPort?.postMessage(reply),
  };
  // Only the kernel holds the other end.
  parentPort?.on('message', (message) => scope.onmessage?.({ data: message } as MessageEvent));
  startFileWorker(scope, (boot) => bootRealFiles(boot, data));
}

function bootRealFiles(boot: FileWorkerBoot, { folder, roots, places }: ThreadData): FileSystem {
  const watch = new WatchBatches((paths) => boot.pagePort.postMessage({ type: 'changed', paths }));
  const isOurs = (path: string) => path === folder || path.startsWith(`${folder}/`);
  const placeNow = placesNow(places.now, places.former);
  const files = atPlacesNow(
    createRealFiles((path) => {
      if (!isOurs(path)) watch.add(path);
    }),
    placeNow,
  );
  const scan = new TreeScan(roots, [folder]);
  const spools = new FileSpools(`${folder}/spool`);
  const operations: Map<string, Operation> = treeOperations(files, (work, path) =>
    scan.unreported(work, placeNow(path)),
  );
  operations.set('walk', (args) => {
    const asked = args.path(0);
    const skip = args.texts(2).map((each) => (each.includes('/') ? placeNow(each) : each));
    return walkAs(asked, walkRealFiles(placeNow(asked), args.count(1), skip), placeNow(asked));
  });
  operations.set('drainChanges', () => changesAlone(scan.drain()));
  operations.set('spooledBytes', (args) => spools.sizeOf(args.count(0)));
  operations.set('dropSpool', (args) => spools.drop(args.count(0)));
  operations.set('adoptSpool', (args) => {
    const path = placeNow(args.path(1));
    makeParents(files, path);
    return spools.adopt(args.count(0), path, args.count(2));
  });
  const look = looking(scan, watch);
  operations.set('watch', (args) => {
    watch.enable(args.flag(0));
    look(args.flag(0));
  });
  serveFiles(boot.pagePort, operations);
  return { files, nodeOperations: null, spools, seed: boot.seed, clock: new FileClock(null) };
}

/** Names what was found as it was asked for. */
function walkAs(asked: string, answer: WalkAnswer, root: string): WalkAnswer {
  if (asked === root) return answer;
  const top = root.replace(/\/+$/, '');
  const named = asked.replace(/\/+$/, '');
  const entries = answer.entries.map((entry) => ({ ...entry, path: named + entry.path.slice(top.length) }));
  return { ...answer, entries };
}

/** Starts and stops looking. */
function looking(scan: TreeScan, watch: WatchBatches): (on: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const startMs = performance.now();
    for (const path of scan.refresh()) watch.add(path);
    timer = setTimeout(look, Math.max(lookEveryMs, (performance.now() - startMs) * shareOfTime));
  };
  return (on) => {
    clearTimeout(timer);
    if (on) timer = setTimeout(look, lookEveryMs);
  };
}

/** As the embedded guest's walk: parents first, names sorted, links not followed. */
function walkRealFiles(root: string, limit: number, skip: readonly string[]): WalkAnswer {
  const names = new Set(skip);
  const entries: WalkAnswer['entries'][number][] = [];
  const visit = (folder: string): boolean => {
    for (const name of readdirSync(folder).sort()) {
      const path = folder === '/' ? `/${name}` : `${folder}/${name}`;
      if (names.has(name) || names.has(path)) continue;
      if (entries.length >= limit) return false;
      const facts = factsAt(path);
      if (!facts) continue;
      const { kind, size, mtimeMs } = facts;
      entries.push({ path, kind, size: kind === 'directory' ? 0 : size, mtimeMs });
      if (kind === 'directory' && !visit(path)) return false;
    }
    return true;
  };
  const asked = root.length > 1 ? root.replace(/\/+$/, '') : root;
  const top = factsAt(asked);
  if (!top) throw new GuestFsError('ENOENT', root, `ENOENT: no such file or directory, scandir '${root}'`);
  if (top.kind === 'file')
    throw new GuestFsError('ENOTDIR', root, `ENOTDIR: not a directory, scandir '${root}'`);
  return { complete: visit(asked), entries };
}

function factsAt(path: string) {
  try {
    return factsOf(lstatSync(path));
  } catch {
    // Gone since it was listed.
    return null;
  }
}
