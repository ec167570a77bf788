import type { Piece } from '../../../contract/index.ts';
import { utf8Length } from '../../../output/index.ts';
import { harnessPiece, outputPiece } from '../../../pieces/index.ts';
import { countWords } from '../../shared/words.ts';
import type { JsonText } from './jsonText.ts';
import type { JsonChild, JsonNode } from './scanJson.ts';

/** Items of a list that are looked into; the rest are counted. */
const FIRST_ITEMS = 3;
/** Shown of a string that is too long to be shown whole, in UTF-16 units. */
const STRING_START = 120;
const MAX_DEPTH = 6;

export interface Synopsis {
  readonly pieces: readonly Piece[];
  /** Bytes of UTF-8 of the output that the pieces hold. */
  readonly shownBytes: number;
}

/**
 * The structure of a JSON text: types, counts, sizes, and where each value begins as a byte offset in the file. What
 * is small stands whole, so that every quoted value is valid JSON. At most about `budget` UTF-16 units.
 */
export function synopsisOf(json: JsonText, budget: number): Synopsis {
  const writer = new SynopsisWriter(json, budget);
  writer.value('', json.root, 0);
  return { pieces: writer.pieces, shownBytes: writer.shownBytes };
}

class SynopsisWriter {
  readonly pieces: Piece[] = [];
  shownBytes = 0;
  readonly #text: string;
  readonly #wholeUpTo: number;
  #left: number;
  /** Byte offsets are asked for in ascending order: each counts on from the one before. */
  #unitsCounted = 0;
  #bytesCounted = 0;

  constructor({ text }: JsonText, budget: number) {
    this.#text = text;
    this.#left = budget;
    this.#wholeUpTo = Math.floor(budget / 4);
  }

  value(name: string, node: JsonNode, depth: number): void {
    const indent = '  '.repeat(depth);
    const label = `${indent}${name === '' ? '' : `${name} `}at byte ${this.#byteAt(node.start)}`;
    const units = node.end - node.start;
    if (node.closed && units <= Math.min(this.#wholeUpTo, this.#left)) {
      this.#say(`${label}: `);
      this.#show(node.start, node.end);
      this.#say('\n');
    } else if (node.kind === 'string') this.#string(label, node);
    else {
      this.#say(`${label}: ${this.#containerWords(node)}\n`);
      if (depth < MAX_DEPTH) this.#children(node, depth + 1);
    }
  }

  #children(node: JsonNode, depth: number): void {
    const children = node.kind === 'array' ? node.children.slice(0, FIRST_ITEMS) : node.children;
    let said = 0;
    for (const child of children) {
      if (this.#left <= 0) break;
      this.value(nameOf(child, said), child.node, depth);
      said += 1;
    }
    const rest = node.count - said;
    const what = node.kind === 'array' ? 'item' : 'key';
    const more = node.closed ? '' : ' or more';
    if (rest > 0) this.#say(`${'  '.repeat(depth)}... ${countWords(rest, what)}${more} not shown\n`);
  }

  #string(label: string, node: JsonNode): void {
    const units = node.end - node.start - (node.closed ? 2 : 1);
    const many = `${units} characters${node.closed ? '' : ' or more'}`;
    const inside = this.#text.slice(node.start + 1, Math.min(node.end, node.start + 4_000));
    if (/^(data:[\w/+.-]+;base64,)?[A-Za-z0-9+/=_-]{256,}"?$/.test(inside)) {
      this.#say(`${label}: string of ${many}, base64 by its looks, not shown\n`);
      return;
    }
    this.#say(`${label}: string of ${many}, begins `);
    this.#show(node.start, node.start + startLength(this.#text, node.start, STRING_START));
    this.#say(' ...\n');
  }

  #containerWords(node: JsonNode): string {
    const what = node.kind === 'array' ? countWords(node.count, 'item') : countWords(node.count, 'key');
    const kind = node.kind === 'array' ? 'list' : 'object';
    if (!node.closed) return `${kind} of ${what} or more (its end was not looked at)`;
    return `${kind} of ${what}, ${utf8Length(this.#text.slice(node.start, node.end))} bytes`;
  }

  #say(words: string): void {
    this.pieces.push(harnessPiece('status', words));
    this.#left -= words.length;
  }

  #show(start: number, end: number): void {
    this.pieces.push(outputPiece('merged', start, end));
    this.shownBytes += utf8Length(this.#text.slice(start, end));
    this.#left -= end - start;
  }

  #byteAt(unit: number): number {
    this.#bytesCounted += utf8Length(this.#text.slice(this.#unitsCounted, unit));
    this.#unitsCounted = unit;
    return this.#bytesCounted;
  }
}

/** A key longer than a label is quoted by its beginning. */
function nameOf(child: JsonChild, index: number): string {
  if (child.key === null) return `[${index}]`;
  return child.key.length <= 80 ? child.key : `${child.key.slice(0, startLength(child.key, 0, 80))}..."`;
}

/** Units from `start`, at most `most`, that end neither inside a character nor inside an escape. */
function startLength(text: string, start: number, most: number): number {
  let at = start;
  for (;;) {
    const isEscape = text[at] === '\\';
    const size = isEscape ? (text[at + 1] === 'u' ? 6 : 2) : (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    if (at + size - start > most || at >= text.length) return at - start;
    at += size;
  }
}
