import { sha256Hex } from '../hash/index.ts';
import { isLoggableJson } from '../log/index.ts';
import { canonicalJson } from '../recording/index.ts';
import type { Transcript, TranscriptCall, TranscriptEntry } from '../transcript/index.ts';

/** What of a step differs between the two. */
export type ComparedPart = 'call' | 'model' | 'outcome' | 'words';

/** The same place in both; null where one of them has ended. */
export interface ComparedStep {
  readonly at: number;
  readonly left: TranscriptEntry | null;
  readonly right: TranscriptEntry | null;
  /** Empty: the same. */
  readonly differs: readonly ComparedPart[];
  /** Parts of which one side has neither text nor hash. */
  readonly unknown: readonly ComparedPart[];
}

export interface TranscriptComparison {
  readonly steps: readonly ComparedStep[];
  /** Index in `steps` of the first that differs, null where none does. */
  readonly first: number | null;
  readonly differing: number;
}

/**
 * Two conversations, step by step. Entries of the same kind meet by their place in the turn and step: after a turn that
 * is longer on one side the next turns meet again.
 */
export function compareTranscripts(left: Transcript, right: Transcript): TranscriptComparison {
  const steps = pairs(turnsOf(left.entries), turnsOf(right.entries)).flatMap(([a, b]) =>
    pairs(a ?? [], b ?? []),
  );
  const compared = steps.map(([a, b], at) => comparedStep(at, a, b));
  const first = compared.findIndex(({ differs }) => differs.length > 0);
  return {
    steps: compared,
    first: first < 0 ? null : first,
    differing: compared.filter(({ differs }) => differs.length > 0).length,
  };
}

/** Each turn begins with what its user said. */
function turnsOf(entries: readonly TranscriptEntry[]): readonly (readonly TranscriptEntry[])[] {
  const turns: TranscriptEntry[][] = [];
  for (const entry of entries) {
    const begins = entry.kind === 'user' && entry.by === 'user' && entry.depth === 0;
    const last = turns.at(-1);
    if (last === undefined || begins) turns.push([entry]);
    else last.push(entry);
  }
  return turns;
}

function pairs<T>(a: readonly T[], b: readonly T[]): readonly (readonly [T | null, T | null])[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [a[at] ?? null, b[at] ?? null]);
}

function comparedStep(at: number, left: TranscriptEntry | null, right: TranscriptEntry | null): ComparedStep {
  const differs: ComparedPart[] = [];
  const unknown: ComparedPart[] = [];
  if (left?.kind === 'call' && right?.kind === 'call') {
    if (left.tool !== right.tool || !isSameInput(left.input, right.input)) differs.push('call');
    if (left.ending !== right.ending || left.endingWords !== right.endingWords) differs.push('outcome');
    const views = modelHashes(left, right);
    if (views === null) unknown.push('model');
    else if (views[0] !== views[1]) differs.push('model');
  } else if (
    left === null ||
    right === null ||
    left.kind !== right.kind ||
    wordsOf(left) !== wordsOf(right)
  ) {
    differs.push('words');
  }
  return { at, left, right, differs, unknown };
}

/** The order of an object's members is nothing: a recording sorts them. */
function isSameInput(left: string, right: string): boolean {
  return left === right || (left.startsWith('{') && canonicalOf(left) === canonicalOf(right));
}

/** The text itself where it is no JSON. */
function canonicalOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isLoggableJson(value) ? canonicalJson(value) : text;
  } catch {
    return text;
  }
}

/** Null where one side's model view is not known at all. */
function modelHashes(left: TranscriptCall, right: TranscriptCall): readonly [string, string] | null {
  if (left.model.kind !== 'absent' && right.model.kind !== 'absent')
    return [left.model.text, right.model.text];
  const a = hashOf(left);
  const b = hashOf(right);
  if (a !== null && b !== null) return [a, b];
  // Neither has a result at all: that is the same, not unknown.
  return left.ending === 'unknown' && right.ending === 'unknown' ? ['', ''] : null;
}

const hashOf = ({ modelSha256, model }: TranscriptCall): string | null =>
  modelSha256 ?? (model.kind === 'text' ? sha256Hex(model.text) : null);

function wordsOf(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'call':
      return entry.input;
    case 'said':
      return `${entry.reasoning} ${entry.text}`;
    case 'user':
      return `${entry.by} ${entry.text}`;
    case 'note':
    case 'raw':
      return entry.text;
  }
}
