import type { JsonValue } from '../contract/index.ts';
import {
  absent,
  inputText,
  type Transcript,
  type TranscriptCall,
  type TranscriptEntry,
  type TranscriptView,
  whole,
  withoutResult,
} from '../transcript/index.ts';

/** Of what is not understood so much is kept (UTF-16 units). */
const rawUnits = 64 * 1024;
/** A file of millions of lines of nothing ends here. */
const mostEntries = 200_000;

/** What a result brings for the call that it answers. */
export interface ImportedResult {
  readonly model: TranscriptView;
  readonly isError: boolean;
  readonly user?: TranscriptView;
  readonly disk?: TranscriptView;
  readonly savedPath?: string | null;
  readonly outputBytes?: number | null;
  readonly endingWords?: string;
  /** Epoch milliseconds, where it is known. */
  readonly atMs?: number | null;
}

interface OpenCall {
  readonly at: number;
  readonly call: TranscriptCall;
  readonly atMs: number | null;
}

const noResult = 'The call has no result in this file.';
const onlyModel = 'This format holds what the model was sent, and nothing else.';

/** Puts a conversation together as its messages come, and gives its calls names in the session's way. */
export class TranscriptBuilder {
  readonly #entries: TranscriptEntry[] = [];
  /** Calls by their ids, oldest first: an id may come again. */
  readonly #open = new Map<string, { readonly calls: OpenCall[]; answered: number }>();
  readonly #facts: { readonly name: string; readonly value: string }[] = [];
  #turn = 0;
  #step = 0;
  #index = 0;
  #message: string | null = null;
  #left = 0;
  /** The model speaks: nothing has come since that it would answer. */
  #answering = false;
  /** Rises with all that was shown, kept, or joined to a call. */
  taken = 0;
  title = '';
  /** Of the conversation that is read now: 1 in a sub-agent's. */
  depth = 0;

  fact(name: string, value: string): void {
    if (value !== '' && !this.#facts.some((known) => known.name === name)) this.#facts.push({ name, value });
  }

  user(text: string, by: 'user' | 'system' | 'harness' = 'user'): void {
    if (by === 'user' && this.depth === 0) {
      this.#turn += 1;
      this.#step = 0;
      this.#message = null;
    }
    this.#answering = false;
    this.#add({ kind: 'user', id: this.#name('user'), depth: this.depth, by, text });
  }

  /** An answer of the model begins; parts of one answer may come under one `message` id. */
  answer(message: string | null): void {
    if (message !== null && message === this.#message) return;
    this.#message = message;
    this.#step += 1;
    this.#index = 0;
  }

  /** An item of an answer that comes in items of their own: it goes on until something comes that it did not say. */
  answerItem(): void {
    if (!this.#answering) this.answer(null);
    this.#answering = true;
  }

  said(text: string, reasoning: boolean): void {
    if (text !== '') this.#add({ kind: 'said', id: this.#name('said'), depth: this.depth, reasoning, text });
  }

  call(callId: string, tool: string, input: JsonValue | undefined, atMs: number | null = null): void {
    const call: TranscriptCall = {
      kind: 'call',
      id: `${Math.max(1, this.#turn)}.${Math.max(1, this.#step)}.${this.#index++}`,
      key: null,
      depth: this.depth,
      tool,
      input: inputText(input),
      ...withoutResult(noResult),
    };
    const open = { at: this.#entries.length, call, atMs };
    const known = this.#open.get(callId);
    if (known === undefined) this.#open.set(callId, { calls: [open], answered: 0 });
    else known.calls.push(open);
    this.#add(call);
  }

  /** False where no call waits for this result. */
  result(callId: string, result: ImportedResult): boolean {
    const known = this.#open.get(callId);
    const open = known?.calls[known.answered];
    if (known === undefined || open === undefined) return false;
    known.answered += 1;
    this.#answering = false;
    this.taken += 1;
    const { model, isError, user, disk, savedPath = null, outputBytes = null } = result;
    const durationMs =
      typeof result.atMs === 'number' && open.atMs !== null && result.atMs >= open.atMs
        ? result.atMs - open.atMs
        : null;
    this.#entries[open.at] = {
      ...open.call,
      ending: isError ? 'failed' : 'ok',
      endingWords: result.endingWords ?? (isError ? 'marked as an error' : 'ok'),
      durationMs,
      model,
      user: user ?? absent(onlyModel),
      disk: disk ?? absent(onlyModel),
      savedPath,
      outputBytes,
    };
    return true;
  }

  note(text: string, bad = false): void {
    this.#add({ kind: 'note', id: this.#name('note'), depth: this.depth, bad, text });
  }

  /** Keeps what was not understood. `why`: a sentence. */
  raw(why: string, text: string): void {
    const isCut = text.length > rawUnits;
    const more = isCut ? ` Of its ${text.length} characters the first ${rawUnits} are kept.` : '';
    const kept = isCut ? text.slice(0, rawUnits) : text;
    this.#add({ kind: 'raw', id: this.#name('raw'), depth: this.depth, why: why + more, text: kept });
  }

  done(source: string): Transcript {
    if (this.#left > 0) {
      const text = `${this.#left} more entries are not shown: a transcript ends at ${mostEntries}.`;
      this.#entries.push({ kind: 'note', id: 'note end', depth: 0, bad: true, text });
    }
    const title = this.title.trim() === '' ? source : this.title.trim().slice(0, 200);
    return { title, source, facts: this.#facts, entries: this.#entries };
  }

  #name(kind: string): string {
    return `${kind} ${this.#entries.length}`;
  }

  #add(entry: TranscriptEntry): void {
    this.taken += 1;
    if (this.#entries.length < mostEntries) this.#entries.push(entry);
    else this.#left += 1;
  }
}

/** Texts of a content that is a text, or a list of parts; parts that are no text are named. */
export function contentOf(content: unknown): {
  readonly text: string;
  /** Types of the parts that are no text. */
  readonly others: readonly string[];
} {
  if (typeof content === 'string') return { text: content, others: [] };
  if (content === null || content === undefined) return { text: '', others: [] };
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts: string[] = [];
  const others: string[] = [];
  for (const part of parts) {
    const { type, text } = fieldsOf(part);
    if (typeof part === 'string') texts.push(part);
    else if (typeof text === 'string') texts.push(text);
    else others.push(typeof type === 'string' ? type.slice(0, 60) : typeof part);
  }
  return { text: texts.join('\n'), others };
}

/** A result's text as a view, saying where parts of it are no text. */
export function resultView(content: unknown): TranscriptView {
  const { text, others } = contentOf(content);
  if (others.length === 0) return whole(text);
  const why = `Beside this text the model was sent what is no text: ${others.join(', ')}.`;
  return { kind: 'part', text, why };
}

/** The members of an object, none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;
