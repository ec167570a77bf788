import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  createEstimatingCounter,
  fileKind,
  isProbablyBinary,
  type OutputChunk,
  planRead,
  type ToolFacts,
} from '../../core/index.ts';
import type { FileStat, GuestFs } from '../../guest/index.ts';
import { FileFactsCache } from './fileFactsCache.ts';
import { absolutePath, parseInput } from './inputDoor.ts';
import { nearNames } from './nearNames.ts';
import { readPage } from './readPages.ts';
import {
  done,
  refused,
  stopped,
  stopReasonOf,
  type Tool,
  type ToolContext,
  type ToolResult,
} from './toolPort.ts';

const rangeBytes = 1024 * 1024;
const sniffBytes = 8192;

/** What reading needs of a guest and of a session; a `ToolContext` has all of it. */
export interface ReadContext
  extends Pick<ToolContext, 'profile' | 'profileContext' | 'counter' | 'encoding' | 'stop' | 'fileFacts'> {
  readonly guest: { readonly fs: ReadableFs };
  readonly out: { push(chunk: OutputChunk): void | Promise<void> };
}

export type ReadableFs = Pick<GuestFs, 'stat' | 'read' | 'readdir'>;

export interface ReadInput {
  readonly path: string;
  readonly offset: number | null;
  readonly limit: number | null;
}

const contentNames: Readonly<Record<ReturnType<typeof fileKind>, string>> = {
  png: 'PNG image',
  jpeg: 'JPEG image',
  gif: 'GIF image',
  webp: 'WebP image',
  pdf: 'PDF document',
  zip: 'ZIP archive',
  gzip: 'gzip archive',
  wasm: 'WebAssembly module',
  elf: 'ELF binary',
  binary: 'binary data',
};

async function missing(fs: ReadableFs, path: string): Promise<ToolResult> {
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, at) || '/';
  const entries = await fs.readdir(folder).catch(() => []);
  const names = nearNames(
    path.slice(at + 1),
    entries.map((entry) => entry.name),
  );
  const near = names.map((name) => `${folder === '/' ? '' : folder}/${name}`);
  return refused(
    { code: 'ENOENT', phase: 'run', message: `${path} does not exist.` },
    { kind: 'read-missing', path, near },
  );
}

async function stub(
  fs: ReadableFs,
  path: string,
  stat: FileStat,
  start: Uint8Array,
  stop: AbortSignal,
): Promise<ToolResult> {
  const hash = sha256.create();
  for (let offset = 0; offset < stat.size; ) {
    if (stop.aborted) return stopped(stopReasonOf(stop));
    const bytes = await fs.read(path, { offset, length: rangeBytes });
    if (bytes.length === 0) break;
    hash.update(bytes);
    offset += bytes.length;
  }
  return done({
    kind: 'read-stub',
    path,
    content: contentNames[fileKind(start)],
    bytes: stat.size,
    sha256: bytesToHex(hash.digest()),
  });
}

/** One page of a file, whatever the file lies in. */
export async function runRead(input: ReadInput, context: ReadContext): Promise<ToolResult> {
  const { guest, profile, profileContext, out, encoding, stop } = context;
  const estimates = profile.estimatesTokens?.(profileContext) === true;
  const { fs } = guest;
  const path = absolutePath(input.path, profileContext.workspace, profileContext.home);
  const stat = await fs.stat(path).catch(() => null);
  if (stat === null) return missing(fs, path);
  if (stat.kind !== 'file') {
    const message = stat.kind === 'directory' ? `${path} is a directory.` : `${path} is not a regular file.`;
    const facts: ToolFacts | null = stat.kind === 'directory' ? { kind: 'read-directory', path } : null;
    return refused({ code: stat.kind === 'directory' ? 'EISDIR' : 'EINVAL', phase: 'run', message }, facts);
  }
  if (stat.size === 0) return done({ kind: 'read-empty', path });
  const start = await fs.read(path, { offset: 0, length: sniffBytes });
  if (fileKind(start) !== 'binary' || isProbablyBinary(start)) return stub(fs, path, stat, start, stop);
  const result = await readPage({
    fs,
    path,
    stat,
    plan: planRead(input, profileContext.limits),
    capTokens: profileContext.limits.readTokens,
    encoding,
    counter: estimates ? createEstimatingCounter() : context.counter,
    // What is kept of a file is counted: an estimate would pass for it later.
    cache: estimates ? new FileFactsCache(1) : context.fileFacts,
    stop,
    onText: async ({ offset, length }) => {
      for (let at = 0; at < length; ) {
        const bytes = await fs.read(path, { offset: offset + at, length: Math.min(rangeBytes, length - at) });
        if (bytes.length === 0) return;
        at += bytes.length;
        await out.push({ stream: 'stdout', bytes });
      }
    },
  });
  if (result.kind === 'stopped') return stopped(stopReasonOf(stop));
  if (result.kind === 'past-end') {
    const { totalLines } = result;
    const askedOffset = input.offset ?? 1;
    const message = `${path} has ${totalLines} lines: offset ${askedOffset} is past its end.`;
    return refused(
      { code: 'OFFSET_PAST_END', phase: 'run', message },
      { kind: 'read-past-end', path, askedOffset, totalLines },
    );
  }
  const facts: ToolFacts = { kind: 'read-page', page: result.page };
  if (result.page.cut.kind !== 'range-over-cap') return done(facts);
  const message = `The range has more than ${result.page.capTokens} tokens.`;
  return refused({ code: 'RANGE_OVER_CAP', phase: 'run', message }, facts);
}

export const read: Tool<ReadInput> = {
  name: 'read',
  serial: false,
  changesFiles: false,
  parse: (input) =>
    parseInput(input, (fields) => ({
      path: fields.nonEmptyText('file_path', 'filePath', 'path'),
      offset: fields.optionalNumber(['offset'], 0),
      limit: fields.optionalNumber(['limit'], 0),
    })),
  readsPath: ({ path }, { workspace, home }) => absolutePath(path, workspace, home),
  run: runRead,
};
