import { closeSync, mkdirSync, openSync, renameSync, rmSync, truncateSync, writeSync } from 'node:fs';
import type { SpoolStore } from '../../embedded/files/index.ts';

interface Spool {
  readonly path: string;
  readonly fd: number;
  size: number;
  isWhole: boolean;
}

/** Copies of running commands' output, as files where nobody looks; one that is adopted is renamed into its place. */
export class FileSpools implements SpoolStore {
  readonly #folder: string;
  readonly #byPid = new Map<number, Spool>();

  constructor(folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  open(pid: number): void {
    this.drop(pid);
    const path = `${this.#folder}/${pid}`;
    this.#byPid.set(pid, { path, fd: openSync(path, 'w'), size: 0, isWhole: true });
  }

  /** What is there already is skipped; a gap, or a full disk, makes the spool useless. */
  append(pid: number, start: number, bytes: Uint8Array): void {
    const spool = this.#byPid.get(pid);
    if (!spool?.isWhole) return;
    const known = spool.size - start;
    if (known >= bytes.length && known >= 0) return;
    try {
      if (known < 0) throw new Error('a part is missing');
      for (let at = known; at < bytes.length; ) at += writeSync(spool.fd, bytes, at);
      spool.size = start + bytes.length;
    } catch {
      spool.isWhole = false;
    }
  }

  sizeOf(pid: number): number | null {
    const spool = this.#byPid.get(pid);
    return spool?.isWhole ? spool.size : null;
  }

  /** Makes the first `bytes` of it the file at `path`, whose folder is there. False where they are not there. */
  adopt(pid: number, path: string, bytes: number): boolean {
    const spool = this.#byPid.get(pid);
    if (!spool?.isWhole || spool.size < bytes) return false;
    this.#byPid.delete(pid);
    closeSync(spool.fd);
    if (spool.size > bytes) truncateSync(spool.path, bytes);
    renameSync(spool.path, path);
    return true;
  }

  drop(pid: number): void {
    const spool = this.#byPid.get(pid);
    if (!spool) return;
    this.#byPid.delete(pid);
    closeSync(spool.fd);
    rmSync(spool.path, { force: true });
  }
}
