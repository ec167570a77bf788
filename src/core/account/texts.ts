import type { AssistantPart, PromptMessage, RecordKey, SentView, ToolResultPart } from '../contract/index.ts';
import { sha256Hex } from '../hash/index.ts';
import type { CallState, StepState } from '../log/index.ts';
import { pieceUnits } from '../pieces/index.ts';
import type { PromptHead } from '../projection/index.ts';
import { type AccountKind, kindOfRole } from './kinds.ts';

export interface AccountPart {
  readonly kind: AccountKind;
  readonly text: string;
}

/**
 * One text of a request, which providers keep apart from the next by marks of their own: no token reaches from one into
 * another. Its parts, joined, are exactly what the request holds.
 */
export interface AccountText {
  readonly parts: readonly AccountPart[];
  /** The call that it is of, asked or answered; null for all else. */
  readonly call: RecordKey | null;
  /** SHA-256 of the joined parts where they are several; one part is named by its own text. */
  readonly sha256: string | null;
}

/** One message of a request, as the texts that a model reads. Ids and roles are the provider's framing. */
export interface AccountMessage {
  readonly role: PromptMessage['role'];
  readonly texts: readonly AccountText[];
}

/** System text, then name, description and input schema (as JSON) of each tool. */
export function headTexts(head: PromptHead): readonly AccountText[] {
  const tools = head.tools.flatMap(({ name, description, inputSchema }) => [
    plainText('tools', name),
    plainText('tools', description),
    plainText('tools', JSON.stringify(inputSchema)),
  ]);
  return [plainText('system', head.system), ...tools];
}

export function plainText(kind: AccountKind, text: string, call: RecordKey | null = null): AccountText {
  return { parts: [{ kind, text }], call, sha256: null };
}

type IsReread = (key: RecordKey) => boolean;

/** What a request holds of one step, and behind it what the harness says in somebody's place. */
export function stepTexts(
  messages: readonly PromptMessage[],
  step: StepState | null,
  isReread: IsReread,
): readonly AccountMessage[] {
  let isOfStep = step !== null && saysSomething(step);
  return messages.map((message): AccountMessage => {
    if (message.role === 'user') return { role: 'user', texts: [plainText('words', message.text)] };
    if (message.role === 'tool') {
      const texts = message.results.map((result, at) => resultText(result, step?.calls[at], isReread));
      return { role: 'tool', texts };
    }
    const said = isOfStep && step !== null ? step : null;
    isOfStep = false;
    return { role: 'assistant', texts: assistantTexts(message.parts, said, isReread) };
  });
}

/** True where the step's answer is a message of its own; else the harness speaks in its place. */
function saysSomething({ calls, parts }: StepState): boolean {
  return (
    calls.length > 0 ||
    parts.some((part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() !== ''))
  );
}

function assistantTexts(
  parts: readonly AssistantPart[],
  step: StepState | null,
  isReread: IsReread,
): readonly AccountText[] {
  let index = 0;
  return parts.flatMap((part) => {
    if (part.type !== 'tool-call') {
      const kind = part.type === 'reasoning' ? 'reasoning' : 'answer';
      return [plainText(step === null ? 'words' : kind, part.text)];
    }
    const key = step?.calls[index++]?.key ?? null;
    const kind = key !== null && isReread(key) ? 'reread' : 'call';
    return [plainText(kind, part.wireName, key), plainText(kind, JSON.stringify(part.input), key)];
  });
}

/** What the model got for one call, by who said it. */
function resultText(result: ToolResultPart, call: CallState | undefined, isReread: IsReread): AccountText {
  if (call === undefined) return plainText('words', result.text);
  if (isReread(call.key)) return plainText('reread', result.text, call.key);
  if (call.sent === null) return plainText('words', result.text, call.key);
  const view = result.text.slice(0, call.sent.text.length);
  // Behind the view stands what the model is told beside it: of a job's end, of a command that the user ran.
  const told = result.text.slice(view.length);
  const parts = [
    ...viewParts(call.sent, view),
    ...(told === '' ? [] : [{ kind: 'words' as const, text: told }]),
  ];
  const sha256 = parts.length === 1 ? null : told === '' ? call.sent.sha256 : sha256Hex(result.text);
  return { parts, call: call.key, sha256 };
}

/** What begins a turn: behind what the harness tells, the user's own words. */
export function openingText({ text, written }: Extract<PromptMessage, { role: 'user' }>): AccountText {
  if (written === undefined) return plainText('user', text);
  if (written.trim() === '') return plainText('words', text);
  const told = text.slice(0, text.length - written.length);
  const parts = [
    { kind: 'words' as const, text: told },
    { kind: 'user' as const, text: written },
  ];
  return { parts, call: null, sha256: sha256Hex(text) };
}

/** Runs of a view by kind, in order. `text`: as it is in the request, unit for unit that of the view. */
function viewParts(sent: SentView, text: string): readonly AccountPart[] {
  const output: AccountKind = sent.account.omittedUnits > 0 ? 'preview' : 'result';
  const runs: { readonly kind: AccountKind; readonly start: number; end: number }[] = [];
  let at = 0;
  for (const piece of sent.pieces) {
    const kind = piece.from === 'output' ? output : kindOfRole(piece.role);
    const end = at + pieceUnits(piece);
    const last = runs.at(-1);
    if (last?.kind === kind) last.end = end;
    else runs.push({ kind, start: at, end });
    at = end;
  }
  // Nothing was shown: what stands in the request then is the harness's.
  if (text === '') return [];
  // Pieces that do not make up the text, of a log from elsewhere, say nothing about it.
  if (at !== text.length) return [{ kind: output, text }];
  return runs.map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) }));
}

/** True where two messages are the same text for text, whoever made them. */
export function isSameMessage(left: AccountMessage, right: AccountMessage): boolean {
  return left.role === right.role && areSameTexts(left.texts, right.texts);
}

/** True where both are the same words of the same kinds in the same order. */
export function areSameTexts(left: readonly AccountText[], right: readonly AccountText[]): boolean {
  return (
    left === right ||
    (left.length === right.length && left.every((text, at) => areSameParts(text.parts, right[at]?.parts)))
  );
}

function areSameParts(left: readonly AccountPart[], right: readonly AccountPart[] | undefined): boolean {
  return (
    left.length === right?.length &&
    left.every((part, at) => part.kind === right[at]?.kind && part.text === right[at]?.text)
  );
}
