import { CharDecoder } from './charDecoder.ts';
import { TextStream } from './textStream.ts';

/** How much of a file is looked at before it is called binary. */
const SNIFF_BYTES = 8192;

export type FileKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'pdf' | 'zip' | 'gzip' | 'wasm' | 'elf' | 'binary';

/**
 * Whether the first 8 KiB hold a NUL or invalid UTF-8. A character that the end of the sample cuts off is not
 * invalid. An empty file is text.
 */
export function isProbablyBinary(first8k: Uint8Array): boolean {
  const end = Math.min(first8k.length, SNIFF_BYTES);
  let binary = false;
  const decoder = new CharDecoder('none', {
    ascii(bytes, from, to) {
      const nul = bytes.indexOf(0, from);
      if (nul !== -1 && nul < to) binary = true;
    },
    char(codePoint, startByte, endByte) {
      // A U+FFFD that the file really holds is the three bytes EF BF BD.
      const written =
        endByte - startByte === 3 && first8k[startByte] === 0xef && first8k[startByte + 1] === 0xbf;
      if (codePoint === 0xfffd && !written) binary = true;
    },
  });
  const stream = new TextStream('none', decoder);
  stream.push(first8k, 0, end);
  return binary;
}

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));

/** Magic numbers as the formats' own specifications give them; `at` in bytes. */
const MAGIC: readonly (readonly [FileKind, readonly (readonly [at: number, bytes: readonly number[]])[]])[] =
  [
    ['png', [[0, [0x89, ...ascii('PNG\r\n\x1a\n')]]]],
    ['jpeg', [[0, [0xff, 0xd8, 0xff]]]],
    ['gif', [[0, ascii('GIF87a')]]],
    ['gif', [[0, ascii('GIF89a')]]],
    [
      'webp',
      [
        [0, ascii('RIFF')],
        [8, ascii('WEBP')],
      ],
    ],
    ['pdf', [[0, ascii('%PDF-')]]],
    ['zip', [[0, [...ascii('PK'), 3, 4]]]],
    // An archive without files has only its end record.
    ['zip', [[0, [...ascii('PK'), 5, 6]]]],
    ['gzip', [[0, [0x1f, 0x8b]]]],
    ['wasm', [[0, [0x00, ...ascii('asm')]]]],
    ['elf', [[0, [0x7f, ...ascii('ELF')]]]],
  ];

/** What a file's first bytes (12 are enough) say it is; `binary` where they say nothing. */
export function fileKind(bytes: Uint8Array): FileKind {
  for (const [kind, parts] of MAGIC)
    if (parts.every(([at, magic]) => magic.every((byte, k) => bytes[at + k] === byte))) return kind;
  return 'binary';
}
