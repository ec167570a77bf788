/** A word of a paragraph, with what GNU `fmt` weighs when it thinks of breaking a line before or after it. */
export interface Word {
  /** One unit per byte: `fmt` counts bytes. */
  readonly text: string;
  /** Blanks behind it where no line ends there. */
  readonly space: number;
  /** Begins with an opening bracket or quote. */
  readonly paren: boolean;
  readonly punct: boolean;
  /** Ends in a full stop, or one behind which only closing brackets and quotes stand. */
  period: boolean;
  /** Ends a sentence. */
  final: boolean;
  /** Filled in by `findBreaks`: the word that begins the next line if a line begins with this one. */
  next: number;
  lineLength: number;
  cost: number;
}

export function wordOf(text: string): Omit<Word, 'space' | 'final'> {
  const inner = text.slice(1).replace(/[)\]'"]+$/, '');
  const end = inner === '' ? text[0]! : inner[inner.length - 1]!;
  return {
    text,
    paren: /^[(['`"]/.test(text),
    punct: /[!-/:-@[-`{-~]$/.test(text),
    period: /[.?!]/.test(end),
    next: 0,
    lineLength: 0,
    cost: 0,
  };
}

/** Costs as GNU's `fmt` has them: each is the square of how bad a thing is. */
const square = (size: number): number => size * size;
const lineCost = square(70);
const sentenceBonus = square(50);
const noBreakCost = square(600);
const bracketBonus = square(40);
const punctuationBonus = square(40);
const widowCost = (length: number): number => Math.trunc(square(200) / (length + 2));
const orphanCost = (length: number): number => Math.trunc(square(150) / (length + 2));
const shortCost = (length: number): number => square(length * 10);
const raggedCost = (length: number): number => Math.trunc(shortCost(length) / 2);

export interface Lines {
  /** A line is shorter than this, in bytes, unless it is one word. */
  readonly width: number;
  /** What lines should come close to. */
  readonly goal: number;
  readonly firstIndent: number;
  readonly otherIndent: number;
  /** Of the line printed before, where this continues a paragraph that was too long to be taken whole; else 0. */
  readonly lastLineLength: number;
}

/** Of beginning a line with the word at `at`, whatever the lines are. */
function baseCost(words: readonly Word[], at: number): number {
  const word = words[at]!;
  const before = words[at - 1];
  let cost = lineCost;
  if (before?.period) cost += before.final ? -sentenceBonus : noBreakCost;
  else if (before?.punct) cost -= punctuationBonus;
  else if (before && words[at - 2]?.final) cost += widowCost(before.text.length);
  if (word.paren) return cost - bracketBonus;
  return word.final ? cost + orphanCost(word.text.length) : cost;
}

/** Says for each word where the line that begins with it should end. */
export function findBreaks(words: readonly Word[], lines: Lines): void {
  const count = words.length;
  for (let start = count - 1; start >= 0; start--) {
    const word = words[start]!;
    let best = Number.POSITIVE_INFINITY;
    let length = (start === 0 ? lines.firstIndent : lines.otherIndent) + word.text.length;
    for (let next = start + 1; ; next++) {
      const following = words[next];
      let cost = 0;
      if (following) {
        cost = shortCost(lines.goal - length) + following.cost;
        if (following.next !== count) cost += raggedCost(length - following.lineLength);
      }
      if (start === 0 && lines.lastLineLength > 0) cost += raggedCost(length - lines.lastLineLength);
      if (cost < best) {
        best = cost;
        word.next = next;
        word.lineLength = length;
      }
      if (!following) break;
      length += words[next - 1]!.space + following.text.length;
      if (length >= lines.width) break;
    }
    word.cost = best + baseCost(words, start);
  }
}

/** Where a paragraph that is too long to be taken whole is best parted: the index of the first word kept back. */
export function splitPoint(words: readonly Word[]): number {
  /** What each line more is worth. */
  const lineCredit = square(3);
  let point = words.length;
  let best = Number.POSITIVE_INFINITY;
  for (let at = words[0]!.next; at < words.length; at = words[at]!.next) {
    const { cost, next } = words[at]!;
    const own = cost - (words[next]?.cost ?? 0);
    if (own < best) {
      point = at;
      best = own;
    }
    best += lineCredit;
  }
  return point;
}
