import type { AssistantPart } from '../contract/index.ts';
import { absent, type TranscriptEntry } from './document.ts';

/** What sessions, recordings and other programs' files have in common when they are read. */

/** Of a call that has no result; `why`: a sentence. */
export function withoutResult(why: string) {
  const none = absent(why);
  return {
    ending: 'unknown',
    endingWords: 'no result',
    durationMs: null,
    model: none,
    modelSha256: null,
    harness: [],
    user: none,
    disk: none,
    savedPath: null,
    outputBytes: null,
  } as const;
}

interface SaidStep {
  readonly turn: number;
  readonly step: number;
  readonly parts: readonly AssistantPart[];
  readonly cutShort: 'stopped' | 'error' | null;
}

/** An answer in its parts: its calls as `ofCall` makes them, in order, and at its end that it was cut, where it was. */
export function stepEntries(
  { turn, step, parts, cutShort }: SaidStep,
  depth: number,
  ofCall: (part: Extract<AssistantPart, { type: 'tool-call' }>, index: number) => readonly TranscriptEntry[],
): readonly TranscriptEntry[] {
  let calls = 0;
  const entries = parts.flatMap((part, at): readonly TranscriptEntry[] => {
    if (part.type === 'tool-call') return ofCall(part, calls++);
    if (part.text === '') return [];
    const id = `said ${turn}.${step}.${at}`;
    return [{ kind: 'said', id, depth, reasoning: part.type === 'reasoning', text: part.text }];
  });
  if (cutShort === null) return entries;
  const text = cutShort === 'stopped' ? 'The answer was stopped here.' : 'The answer broke off here.';
  return [...entries, { kind: 'note', id: `cut ${turn}.${step}`, depth, bad: true, text }];
}
