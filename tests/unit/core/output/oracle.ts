import type {
  CleanerId,
  OutputChunk,
  OutputText,
  Segment,
  StreamName,
  WindowedText,
} from '../../../../src/core/index.ts';
import { moveMark, screenOf } from './screenOracle.ts';

/** The same facts worked out the slow way, on whole texts, with regular expressions and the platform's decoder. */

/** `stream: true` leaves an unfinished character out. */
export function decodeWhole(bytes: Uint8Array, unfinished: 'replaced' | 'left-out'): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: unfinished === 'left-out' });
}

const SEQUENCES = [
  /\x1b\][^\x07\x18\x1a\x1b\n\r]{0,4095}(?:\x07|\x18|\x1a|\x1b\\|(?=\x1b)|$)/u,
  /\x1b[PX^_][^\x18\x1a\x1b\n\r]{0,4095}(?:\x18|\x1a|\x1b\\|(?=\x1b)|$)/u,
  /\x1b\[[ -?]{0,4095}(?:[@-~]|[\x18\x1a]|(?=[^ -~])|$)/u,
  /\x1b[ -/]{1,4096}(?:[0-~]|[\x18\x1a]|(?=[^ -~])|$)/u,
  /\x1b[0-OQ-WYZ\\`-~]/u,
  /\x1b[\x18\x1a]/u,
  /\x1b/u,
];
const ANY_SEQUENCE = new RegExp(SEQUENCES.map((sequence) => sequence.source).join('|'), 'gu');

export function cleanWhole(text: string, cleaner: CleanerId): string {
  return drawWhole(stripWhole(text, cleaner), cleaner);
}

/** Without sequences; for a cleaner that follows redraws, those that move are kept as one private character. */
function stripWhole(text: string, cleaner: CleanerId): string {
  if (cleaner === 'none') return text;
  const stripped = text.replace(ANY_SEQUENCE, (sequence) =>
    cleaner.includes('cr') ? moveMark(sequence) : '',
  );
  return cleaner.endsWith('nul') ? stripped.replaceAll('\0', '\u2400') : stripped;
}

function drawWhole(text: string, cleaner: CleanerId): string {
  return cleaner.includes('cr') ? screenOf(text) : text;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export interface WholeTexts {
  readonly merged: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Of each text's every U+FFFD, in order: see `replacedIn`. */
  readonly replaced: Readonly<Record<'merged' | StreamName, readonly number[]>>;
}

/** Characters, and what is none as the decoder divides it, over bytes written as Latin-1. */
const CHARACTER =
  /[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]?|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{0,2}|[\s\S]/g;

/** Bytes that each U+FFFD of the text of these bytes stands for; 0 for a single byte of 0x80–0xBF. */
function replacedIn(bytes: readonly number[]): number[] {
  const written = bytes.map((byte) => String.fromCharCode(byte)).join('');
  return (written.match(CHARACTER) ?? []).flatMap((part) => {
    const text = decodeWhole(
      Uint8Array.from(part, (unit) => unit.charCodeAt(0)),
      'replaced',
    );
    if (text !== '\ufffd') return [];
    return /^[\x80-\xbf]$/.test(part) ? [0] : [part.length];
  });
}

/** Quadratic: after each byte, what its stream's text has grown by goes to the merged text. */
export function wholeTexts(chunks: readonly OutputChunk[], cleaner: CleanerId): WholeTexts {
  const bytes = { stdout: [] as number[], stderr: [] as number[] };
  const texts = { stdout: '', stderr: '' };
  let merged = '';
  const streamOfReplaced: StreamName[] = [];
  const grow = (stream: StreamName, unfinished: 'replaced' | 'left-out') => {
    const now = stripWhole(decodeWhole(Uint8Array.from(bytes[stream]), unfinished), cleaner);
    if (!now.startsWith(texts[stream])) throw new Error('The oracle took text back');
    const added = now.slice(texts[stream].length);
    merged += added;
    for (const char of added) if (char === '\ufffd') streamOfReplaced.push(stream);
    texts[stream] = now;
  };
  for (const chunk of chunks)
    for (const byte of chunk.bytes) {
      bytes[chunk.stream].push(byte);
      grow(chunk.stream, 'left-out');
    }
  grow('stdout', 'replaced');
  grow('stderr', 'replaced');
  const own = { stdout: replacedIn(bytes.stdout), stderr: replacedIn(bytes.stderr) };
  const left = { stdout: [...own.stdout], stderr: [...own.stderr] };
  return {
    merged: drawWhole(merged, cleaner),
    stdout: drawWhole(texts.stdout, cleaner),
    stderr: drawWhole(texts.stderr, cleaner),
    replaced: { ...own, merged: streamOfReplaced.map((stream) => left[stream].shift() ?? 3) },
  };
}

export function windowWhole(
  text: string,
  headUnits: number,
  tailUnits: number,
  replaced: readonly number[] = [],
): WindowedText {
  const newlines = text.split('\n').length - 1;
  const whole = text.length <= headUnits;
  let head = text.slice(0, headUnits);
  if (!whole && /[\ud800-\udbff]$/.test(head)) head = head.slice(0, -1);
  let tail = whole ? '' : text.slice(Math.max(0, text.length - tailUnits));
  if (/^[\udc00-\udfff]/.test(tail)) tail = tail.slice(1);
  const broken = [...text.matchAll(/\ufffd/g)].flatMap(({ index }, k) => {
    const isHeld = index < head.length || index >= text.length - tail.length;
    return isHeld && (replaced[k] ?? 3) < 3 ? [index * 4 + replaced[k]!] : [];
  });
  return {
    units: text.length,
    codePoints: [...text].length,
    utf8Bytes: new TextEncoder().encode(text).length,
    lines: newlines + (text !== '' && !text.endsWith('\n') ? 1 : 0),
    head,
    tail,
    ...(broken.length === 0 ? {} : { broken }),
  };
}

export function outputTextWhole(
  chunks: readonly OutputChunk[],
  cleaner: CleanerId,
  headUnits: number,
  tailUnits: number,
): OutputText {
  const texts = wholeTexts(chunks, cleaner);
  const windowed = (of: 'merged' | StreamName) =>
    windowWhole(texts[of], headUnits, tailUnits, cleaner === 'none' ? texts.replaced[of] : []);
  return { cleaner, merged: windowed('merged'), stdout: windowed('stdout'), stderr: windowed('stderr') };
}

export function segmentsWhole(chunks: readonly OutputChunk[]): Segment[] {
  const segments: { stream: StreamName; bytes: number }[] = [];
  for (const { stream, bytes } of chunks)
    for (let k = 0; k < bytes.length; k++) {
      const last = segments.at(-1);
      if (last?.stream === stream) last.bytes += 1;
      else segments.push({ stream, bytes: 1 });
    }
  return segments;
}
