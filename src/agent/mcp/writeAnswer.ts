import { fileKind, fileStemOf, type McpPartFacts, sizeWords } from '../../core/index.ts';
import type { ToolContext } from '../tools/toolPort.ts';
import { imageSize } from './imageSize.ts';
import type { ResultPart } from './resultDoor.ts';

const extensions: Readonly<Record<ReturnType<typeof fileKind>, string>> = {
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
  pdf: 'pdf',
  zip: 'zip',
  gzip: 'gz',
  wasm: 'wasm',
  elf: 'bin',
  binary: 'bin',
};
const mimeTypes: Partial<Readonly<Record<ReturnType<typeof fileKind>, string>>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gzip: 'application/gzip',
  wasm: 'application/wasm',
};

/** Where files go where the profile has no folder of its own for saved results. */
const ownFolder = '.spillway/results';

type WriteContext = Pick<ToolContext, 'guest' | 'profile' | 'profileContext' | 'callId' | 'key'>;

/** A result as text and facts: what is no text becomes a file in the guest, with a line in its place. */
export interface WrittenAnswer {
  readonly text: string;
  readonly parts: readonly McpPartFacts[];
}

/**
 * Makes the text of a result. Bytes never get into it, whatever part they came in: each is a file beside the saved
 * results, and the text says where. A file that cannot be written is said so in its line.
 */
export async function writeAnswer(
  parts: readonly ResultPart[],
  context: WriteContext,
): Promise<WrittenAnswer> {
  const { profile, profileContext, callId, key, guest } = context;
  const folder = profile.savedFolders(profileContext)[0] ?? `${profileContext.workspace}/${ownFolder}`;
  // Providers repeat their ids; our key never comes twice.
  const stem = `${fileStemOf(callId, new Set())}-${key.replaceAll('.', '_')}`;
  let text = '';
  const facts: McpPartFacts[] = [];
  let files = 0;
  let before: ResultPart['kind'] | null = null;
  for (const part of parts) {
    // A file that stood in the middle of a text is named in its place; other parts have lines of their own.
    const isInText = part.kind === 'bytes' && part.source === 'text';
    const follows =
      before === 'text' || (before === 'bytes' && part.kind === 'text' && facts.at(-1)?.kind === 'file');
    if (text !== '' && !text.endsWith('\n') && !isInText && !(follows && wasInText(facts.at(-1))))
      text += '\n';
    if (part.kind === 'text') {
      text += part.text;
      facts.push({ kind: 'text', bytes: new TextEncoder().encode(part.text).length });
    } else if (part.kind === 'link') {
      text += `[resource ${part.uri}${part.name === '' ? '' : ` (${part.name})`}]`;
      facts.push({ kind: 'link', uri: part.uri });
    } else {
      files += 1;
      const kind = fileKind(part.bytes);
      const mimeType = mimeTypes[kind] ?? (part.mimeType === '' ? 'application/octet-stream' : part.mimeType);
      const path = `${folder}/${stem}-${files}.${extensions[kind]}`;
      const saved = await guest.fs.write(path, part.bytes.slice()).then(
        () => path,
        () => null,
      );
      const size = imageSize(part.bytes);
      const bytes = part.bytes.length;
      text += fileLine(mimeType, bytes, size, saved);
      facts.push({ kind: 'file', source: part.source, mimeType, bytes, path: saved, size });
    }
    before = part.kind;
  }
  return { text, parts: facts };
}

function wasInText(fact: McpPartFacts | undefined): boolean {
  return fact?.kind === 'file' && fact.source === 'text';
}

function fileLine(
  mimeType: string,
  bytes: number,
  size: { readonly width: number; readonly height: number } | null,
  path: string | null,
): string {
  const pixels = size === null ? '' : `, ${size.width} × ${size.height} pixels`;
  const where = path === null ? 'could not be saved' : `saved to: ${path}`;
  return `[${mimeType}, ${sizeWords(bytes)}${pixels}, ${where}]`;
}
