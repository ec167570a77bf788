import type { WindowedText } from '../../contract/index.ts';

/** Looked at of an output, in UTF-16 units of the cleaned text. */
const SNIFF_UNITS = 8_192;
/** A shorter output is shown with its NULs made visible. */
const LEAST_UNITS = 64;
/** One character in ten that no text has. */
const ODD_SHARE = 0.1;

export interface BinaryKind {
  readonly name: string;
  readonly extension: string;
}

const KINDS: readonly (readonly [RegExp, BinaryKind])[] = [
  [/^\ufffdPNG\r?\n/, { name: 'PNG image', extension: 'png' }],
  [/^\ufffd{3}[^\ufffd]?.{0,8}(JFIF|Exif)/s, { name: 'JPEG image', extension: 'jpg' }],
  [/^GIF8[79]a/, { name: 'GIF image', extension: 'gif' }],
  [/^RIFF.{1,8}WEBP/s, { name: 'WebP image', extension: 'webp' }],
  [/^%PDF-/, { name: 'PDF document', extension: 'pdf' }],
  [/^PK[\x03\x05]/, { name: 'zip archive', extension: 'zip' }],
  [/^\x7fELF/, { name: 'ELF program', extension: 'bin' }],
  [/^␀asm/, { name: 'WebAssembly module', extension: 'wasm' }],
];

/**
 * What an output is that reads as no text: in its first 8,192 units every tenth character is one that was invalid UTF-8, a
 * NUL (the cleaner shows it as `␀`) or another control. Null for text.
 */
export function binaryKind({ head, units }: WindowedText): BinaryKind | null {
  if (units < LEAST_UNITS) return null;
  const sample = head.slice(0, SNIFF_UNITS);
  const odd = sample.match(/[\ufffd\u2400\x01-\x06\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
  if (odd < sample.length * ODD_SHARE) return null;
  return KINDS.find(([start]) => start.test(sample))?.[1] ?? { name: 'binary data', extension: 'bin' };
}
