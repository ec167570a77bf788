import fc from 'fast-check';
import {
  createCapture,
  type LimitOverrides,
  type OutputFacts,
  type OutputText,
  omittedUnits,
  type Profile,
  profileContext,
  profileOf,
  profileRef,
  type QuirkSettings,
  type SentView,
  type StreamName,
  sentViewOf,
  type ToolRecord,
} from '../../../../src/core/index.ts';
import { places, recordOf } from './outputs.ts';

export type TextChunk = readonly [StreamName, string | Uint8Array];

/** Chunks through the real capture, undecorated, with windows as small as a test wants them. */
export function rawCapture(
  chunks: readonly TextChunk[],
  windowUnits = 131_072,
): { readonly text: OutputText; readonly facts: OutputFacts } {
  const capture = createCapture({ cleaner: 'none', headUnits: windowUnits, tailUnits: windowUnits });
  for (const [stream, data] of chunks) {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    capture.push({ stream, bytes });
  }
  capture.end();
  return { text: capture.text(), facts: capture.facts() };
}

export interface Ran {
  readonly view: SentView;
  readonly path: string | null;
  readonly record: ToolRecord;
  readonly text: OutputText;
  readonly profile: Profile;
}

/** One result as a session makes it: captured, saved where the profile wants that, presented. */
export function runProfile(
  id: string,
  chunks: readonly TextChunk[],
  options: {
    readonly quirks?: QuirkSettings;
    readonly overrides?: LimitOverrides;
    readonly record?: Partial<ToolRecord>;
    readonly windowUnits?: number;
    /** Where the file is said to be; the profile's own path where left out. */
    readonly path?: string;
  } = {},
): Ran {
  const profile = profileOf({ id });
  const ref = profileRef(profile, options.quirks, options.overrides);
  const { text, facts } = rawCapture(chunks, options.windowUnits);
  const draft = { ...recordOf(), output: facts, ...options.record };
  const path = profile.save(draft, text, profileContext(profile, ref, places))?.path ?? null;
  const saved = { path: options.path ?? path ?? '', bytes: facts.totalBytes };
  const record =
    path === null || draft.savedAs !== null || draft.saveError !== null
      ? draft
      : { ...draft, savedAs: saved };
  return { view: sentViewOf(ref, record, text, places), path, record, text, profile };
}

/** A view's text and a view's account agree: what is not shown is what the account says. */
export function omittedOf({ view, text }: Ran): number {
  return omittedUnits(view.pieces, text);
}

/** Text of the kinds that break cuts: CJK, emoji, accents, CRLF, empty and huge lines, a byte order mark. */
export function awkwardText(maxParts: number): fc.Arbitrary<string> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'bc', 'é', '漢', '😀', '\n', '\n\n', '\r\n', ' ', '\r') },
    { weight: 2, arbitrary: fc.constantFrom('漢字', '😀😀😀', 'word\n', 'ende.\n', '\uFEFF') },
    { weight: 1, arbitrary: fc.nat(60).map((count) => 'x'.repeat(count)) },
    { weight: 1, arbitrary: fc.nat(20).map((count) => '漢'.repeat(count)) },
  );
  return fc.array(part, { maxLength: maxParts }).map((parts) => parts.join(''));
}

/** The UTF-8 of a text in chunks of any size, characters halved or not. */
export function chunked(text: string, sizes: readonly number[]): readonly TextChunk[] {
  const bytes = new TextEncoder().encode(text);
  const chunks: TextChunk[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % Math.max(sizes.length, 1)] ?? bytes.length);
    chunks.push(['stdout', bytes.slice(at, at + size)]);
    at += size;
  }
  return chunks;
}
