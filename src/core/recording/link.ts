import { deflateSync, Gunzip, gzipSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { sha256Hex } from '../hash/index.ts';
import { base64UrlBytes, bytesBase64Url } from './base64.ts';
import { canonicalJson } from './canonical.ts';
import type { Recording } from './document.ts';
import { inflateBounded, type TimeBound } from './inflate.ts';
import { type ParsedRecording, parseRecording } from './parse.ts';

/** Form of the link, not of the document: how name, check and payload stand in the fragment. */
const LINK_VERSION = 1;
/** A fragment begins so. */
export const linkPrefix = `/r/${LINK_VERSION}/`;

/** Longer links are cut by some mail programs and chats (characters). */
export const longLinkUnits = 8_000;
/** Longer ones by the address bar itself, which stops at 32,779 (cases, row 50): a file is offered instead. */
export const longestLinkUnits = 32_000;

/** What a document may unfold to (bytes). A link can claim a thousand times its own size. */
export const maxRecordingBytes = 64 * 1024 * 1024;

export type OpenedLink =
  | ParsedRecording
  | {
      readonly ok: false;
      readonly code: LinkProblem;
      readonly message: string;
    };

type LinkProblem = 'cut' | 'damaged' | 'too-large' | 'too-slow' | 'newer';

const failed = (code: LinkProblem, message: string): OpenedLink => ({
  ok: false,
  code,
  message,
});

/** The document's bytes as they travel: canonical JSON, deflated. */
export function packRecording(recording: Recording): Uint8Array {
  const text = canonicalJson(recording);
  return deflateSync(strToU8(text), { level: 9 });
}

/** The same as a file: gzip, so that other tools can read it. */
export function recordingFile(recording: Recording): Uint8Array {
  // No time of its own: the same recording is the same file.
  return gzipSync(strToU8(canonicalJson(recording)), { level: 9, mtime: 0 });
}

/** Opens a file that `recordingFile` made, or its JSON as it is. `time`: how long unpacking it may take. */
export function openRecordingFile(bytes: Uint8Array, time: TimeBound | null = null): OpenedLink {
  if (bytes[0] === 0x7b) return openJson(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    return failed('damaged', 'This file is no recording: choose one that ends in .spillway.json.gz.');
  }
  return openInflated(inflateBounded(bytes, maxRecordingBytes, Gunzip, time), maxRecordingBytes);
}

/** The fragment (without `#`) that holds the whole recording. It may be longer than a link should be: the caller asks. */
export function linkOf(recording: Recording): string {
  const payload = bytesBase64Url(packRecording(recording));
  return `${linkPrefix}${nameOf(recording.title)}/${payload.length.toString(36)}-${checkOf(payload)}/${payload}`;
}

/**
 * Opens a fragment that `linkOf` made. Never throws; what is wrong is said in one sentence. `time`: how long unpacking it
 * may take.
 */
export function openLink(fragment: string, time: TimeBound | null = null): OpenedLink {
  const [empty, kind, version, , check, payload, ...rest] = fragment.split('/');
  if (empty !== '' || kind !== 'r') return failed('damaged', notALink);
  if (version !== String(LINK_VERSION)) {
    return Number(version) > LINK_VERSION
      ? failed('newer', 'This link was made by a newer version of the page: reload, then open it again.')
      : failed('damaged', notALink);
  }
  const claim = /^([0-9a-z]{1,8})-([0-9a-f]{8})$/.exec(check ?? '');
  if (claim === null || payload === undefined) return failed('cut', wasCut(null));
  const missing = Number.parseInt(claim[1] ?? '', 36) - payload.length;
  if (missing > 0) return failed('cut', wasCut(missing));
  if (missing < 0 || rest.length > 0 || checkOf(payload) !== claim[2]) {
    return failed('damaged', 'This link was changed on its way: ask for it again, as a file if need be.');
  }
  const bytes = base64UrlBytes(payload);
  return bytes === null ? failed('damaged', notALink) : openPacked(bytes, maxRecordingBytes, time);
}

/** Opens what `packRecording` made. */
export function openPacked(
  bytes: Uint8Array,
  maxBytes = maxRecordingBytes,
  time: TimeBound | null = null,
): OpenedLink {
  return openInflated(inflateBounded(bytes, maxBytes, Inflate, time), maxBytes);
}

function openInflated(unpacked: ReturnType<typeof inflateBounded>, maxBytes: number): OpenedLink {
  if (unpacked === 'too-slow') {
    return failed(
      'too-slow',
      'This recording takes too long to unfold and was not opened. A real one takes a moment: ask for it again, or open it on a faster device.',
    );
  }
  if (unpacked === 'too-large') {
    return failed(
      'too-large',
      `This recording unfolds to more than ${maxBytes / 1024 / 1024} MB and was not opened. A real one is far smaller: do not trust where it came from.`,
    );
  }
  return unpacked === null ? failed('damaged', damaged) : openJson(unpacked);
}

function openJson(bytes: Uint8Array): OpenedLink {
  try {
    return parseRecording(JSON.parse(strFromU8(bytes)));
  } catch {
    return failed('damaged', damaged);
  }
}

const damaged = 'The recording is damaged and cannot be unpacked: ask for it again.';
const notALink = 'This is not a link to a recording: copy the whole of it and try again.';
const wasCut = (missing: number | null) =>
  `This link was cut${missing === null ? '' : `: ${missing.toLocaleString('en-US')} characters are missing at its end`}. Copy the whole of it, or ask for the recording as a file.`;

const checkOf = (payload: string) => sha256Hex(payload).slice(0, 8);

/** For people who read the address; says nothing to the page. */
function nameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'recording' : name;
}
