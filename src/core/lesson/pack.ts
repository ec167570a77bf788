import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import * as v from 'valibot';
import { sha256Hex } from '../hash/index.ts';
import { base64UrlBytes, bytesBase64Url, inflateBounded } from '../recording/index.ts';
import type { LessonSource } from './lesson.ts';

/** What a lesson's two files may unfold to (bytes). */
const maxSourceBytes = 8 * 1024 * 1024;

const sourceSchema = v.strictObject({ v: v.literal(1), id: v.string(), prose: v.string(), data: v.string() });

export type UnpackedLesson =
  | { readonly ok: true; readonly source: LessonSource }
  /** One sentence on what is wrong with the link. */
  | { readonly ok: false; readonly message: string };

/** A lesson as one part of an address: its length and a check, so that a cut link says that it was cut, then the payload. */
export function packLesson({ id, prose, data }: LessonSource): string {
  // What only the eye needs in the data would make the link longer.
  const text = JSON.stringify({ v: 1, id, prose, data: JSON.stringify(JSON.parse(data)) });
  const payload = bytesBase64Url(deflateSync(strToU8(text), { level: 9 }));
  return `${payload.length.toString(36)}.${checkOf(payload)}.${payload}`;
}

/** Opens what `packLesson` made. Never throws. */
export function unpackLesson(packed: string): UnpackedLesson {
  const [length = '', check = '', payload = ''] = packed.split('.', 3);
  const missing = Number.parseInt(length, 36) - payload.length;
  if (!(missing <= 0))
    return {
      ok: false,
      message: 'This link to a lesson was cut. Copy the whole of it, or open the lesson’s folder.',
    };
  if (missing < 0 || checkOf(payload) !== check)
    return { ok: false, message: 'This link to a lesson was changed on its way. Ask for it again.' };
  const bytes = base64UrlBytes(payload);
  const unpacked = bytes === null ? null : inflateBounded(bytes, maxSourceBytes, Inflate);
  if (unpacked === 'too-large' || unpacked === 'too-slow')
    return { ok: false, message: 'This lesson unfolds to more than a lesson ever has, and was not opened.' };
  try {
    const parsed = unpacked === null ? null : v.safeParse(sourceSchema, JSON.parse(strFromU8(unpacked)));
    if (parsed?.success) {
      const { id, prose, data } = parsed.output;
      return { ok: true, source: { id, prose, data } };
    }
  } catch {
    // Said below, as for anything else that cannot be read.
  }
  return { ok: false, message: 'This link holds no lesson that this page can read.' };
}

const checkOf = (payload: string) => sha256Hex(payload).slice(0, 8);
