import type { GuestFs } from '../../guest/index.ts';
import { absolutePath, parseInput } from './inputDoor.ts';
import { done, refused, type Tool } from './toolPort.ts';

const defaultLines = 20;
const maxLines = 2_000;
/** The most that is looked at: more than this is no end of a log but its text, which `read` pages through. */
const maxBytes = 256 * 1024;
const stepBytes = 32 * 1024;
const newline = 10;

export interface TailInput {
  readonly path: string;
  readonly lines: number;
}

/**
 * The last lines of the first `size` bytes of a file; a last line without a newline is one. What does not fit into
 * `maxBytes` is left out at its beginning, between two characters.
 */
async function lastLines(
  fs: Pick<GuestFs, 'read'>,
  path: string,
  size: number,
  lines: number,
): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  while (bytes.length < Math.min(size, maxBytes)) {
    const length = Math.min(stepBytes, size - bytes.length, maxBytes - bytes.length);
    const part = await fs.read(path, { offset: size - bytes.length - length, length });
    if (part.length === 0) break;
    const joined = new Uint8Array(part.length + bytes.length);
    joined.set(part);
    joined.set(bytes, part.length);
    bytes = joined;
    const start = startOfLines(bytes, lines);
    if (start > 0) return bytes.subarray(start);
  }
  let start = 0;
  if (bytes.length < size) while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}

/** Where the last `lines` lines begin; 0 where there are no more than these. */
function startOfLines(bytes: Uint8Array, lines: number): number {
  let at = bytes.length - 1;
  for (let left = lines; left > 0; left -= 1) {
    // A negative index would count from the end.
    at = at <= 0 ? -1 : bytes.lastIndexOf(newline, at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === newline) lines += 1;
  return lines + (bytes.length > 0 && bytes[bytes.length - 1] !== newline ? 1 : 0);
}

/** The end of a file that may still grow. */
export const tail: Tool<TailInput> = {
  name: 'tail',
  serial: false,
  changesFiles: false,
  parse: (input) =>
    parseInput(input, (fields) => ({
      path: fields.nonEmptyText('path', 'file_path', 'filePath'),
      lines: Math.min(fields.optionalNumber(['lines', 'limit', 'n'], 1) ?? defaultLines, maxLines),
    })),
  readsPath: ({ path }, { workspace, home }) => absolutePath(path, workspace, home),
  async run(input, { guest, profileContext, out }) {
    const path = absolutePath(input.path, profileContext.workspace, profileContext.home);
    const stat = await guest.fs.stat(path).catch(() => null);
    if (stat?.kind !== 'file') {
      const [code, message] =
        stat === null ? ['ENOENT', `${path} does not exist.`] : ['EISDIR', `${path} is not a file.`];
      return refused({ code, phase: 'run', message });
    }
    const { size: fileBytes } = stat;
    const bytes = await lastLines(guest.fs, path, fileBytes, input.lines);
    await out.push({ stream: 'stdout', bytes: bytes.slice() });
    const isWhole = bytes.length === fileBytes;
    return done({ kind: 'tail', path, shownLines: countLines(bytes), fileBytes, isWhole });
  },
};
