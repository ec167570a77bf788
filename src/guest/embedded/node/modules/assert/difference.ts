import { inspect } from '../util/inspect.ts';

/** The part of an AssertionError's message that shows where two values differ, line by line. */

const headings: Readonly<Record<string, string>> = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

/** Values whose prints together are no longer stand beside each other. */
const shortLength = 12;
/** Lines of a difference that are printed before the rest is left out. */
const mostLines = 50;

export function printed(value: unknown): string {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Number.POSITIVE_INFINITY,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** More than fifty lines become forty-six and an ellipsis. */
function shortened(lines: string[]): string[] {
  return lines.length > mostLines ? [...lines.slice(0, 46), '...'] : lines;
}

/** Lines of the result, with those that are alike and long gone past left out. */
class Comparison {
  text = '';
  pending = '';
  skipped = false;
  shown = 0;
  #alike = 0;

  /** Before a line that differs: what was alike shortly before, for orientation. */
  #recall(lines: readonly string[], index: number): void {
    if (this.#alike > 2) {
      if (this.#alike > 3) {
        if (this.#alike === 5) this.#add(`  ${lines[index - 3]}`);
        else if (this.#alike > 5) {
          this.text += '\n...';
          this.skipped = true;
        }
        this.#add(`  ${lines[index - 2]}`);
      }
      this.#add(`  ${lines[index - 1]}`);
    }
    this.#alike = 0;
  }

  #add(line: string): void {
    this.text += `\n${line}`;
    this.shown++;
  }

  extra(lines: readonly string[], index: number, isActual: boolean): void {
    this.#recall(lines, index);
    if (isActual) this.text += `\n+ ${lines[index]}`;
    else this.pending += `\n- ${lines[index]}`;
    this.shown++;
  }

  differing(actual: readonly string[], index: number, actualLine: string, expectedLine: string): void {
    this.#recall(actual, index);
    this.text += `\n+ ${actualLine}`;
    // Expected lines are kept back, so that several stand together behind the actual ones.
    this.pending += `\n- ${expectedLine}`;
    this.shown += 2;
  }

  alike(line: string): void {
    this.text += this.pending;
    this.pending = '';
    this.#alike++;
    if (this.#alike <= 2) this.#add(`  ${line}`);
  }
}

export function differenceMessage(
  actual: unknown,
  expected: unknown,
  operator: string,
  given?: string,
): string {
  const bothObjects =
    (isObject(actual) && isObject(expected)) ||
    (typeof actual === 'function' && typeof expected === 'function');
  const kind = operator === 'strictEqual' && bothObjects ? 'strictEqualObject' : operator;
  const heading = given || headings[kind];
  const actualText = printed(actual);
  const actualLines = actualText.split('\n');
  const expectedLines = printed(expected).split('\n');
  const [first = '', other = ''] = [actualLines[0], expectedLines[0]];

  let indicator = '';
  // Node counts from where the two lines of a short difference part.
  let alikeAtEnd = 0;
  if (actualLines.length === 1 && expectedLines.length === 1 && first !== other) {
    if (first.length + other.length <= shortLength) {
      const areZeros = actual === 0 && expected === 0;
      if (!isObject(actual) && !isObject(expected) && !areZeros)
        return `${heading}\n\n${first} !== ${other}\n`;
    } else if (kind !== 'strictEqualObject' && first.length + other.length < 80) {
      while (first[alikeAtEnd] === other[alikeAtEnd]) alikeAtEnd++;
      if (alikeAtEnd > 2) {
        indicator = `\n  ${' '.repeat(alikeAtEnd)}^`;
        alikeAtEnd = 0;
      }
    }
  }

  let end = '';
  let lastAlike = '';
  while (actualLines.length > 0 && expectedLines.length > 0 && actualLines.at(-1) === expectedLines.at(-1)) {
    const line = actualLines.pop() ?? '';
    expectedLines.pop();
    if (alikeAtEnd++ < 3) end = `\n  ${line}${end}`;
    else lastAlike = line;
  }
  const count = Math.max(actualLines.length, expectedLines.length);
  if (count === 0) return `${headings.notIdentical}\n\n${shortened(actualText.split('\n')).join('\n')}\n`;
  const comparison = new Comparison();
  if (alikeAtEnd >= 5) {
    end = `\n...${end}`;
    comparison.skipped = true;
  }
  if (lastAlike !== '') end = `\n  ${lastAlike}${end}`;

  const start = `${heading}\n+ actual - expected`;
  const actualIsLonger = actualLines.length >= count;
  const longer = actualIsLonger ? actualLines : expectedLines;
  const both = Math.min(actualLines.length, expectedLines.length);
  for (let index = 0; index < count; index++) {
    if (index >= both) comparison.extra(longer, index, actualIsLonger);
    else compareLines(comparison, actualLines, expectedLines, index);
    if (comparison.shown > mostLines && index < count - 2) {
      return `${start} ... Lines skipped\n${comparison.text}\n...${comparison.pending}\n...`;
    }
  }
  return `${start}${comparison.skipped ? ' ... Lines skipped' : ''}\n${comparison.text}${comparison.pending}${end}${indicator}`;
}

/** A comma at the end, because something follows, is no difference. */
function compareLines(
  comparison: Comparison,
  actualLines: readonly string[],
  expectedLines: readonly string[],
  index: number,
): void {
  const [actual = '', expected = ''] = [actualLines[index], expectedLines[index]];
  if (actual === expected || actual === `${expected},`) comparison.alike(actual);
  else if (`${actual},` === expected) comparison.alike(expected);
  else comparison.differing(actualLines, index, actual, expected);
}

/** The message of an assertion that the two are different. */
export function samenessMessage(actual: unknown, operator: string): string {
  const names = operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function');
  const heading = headings[names ? 'notStrictEqualObject' : operator];
  const lines = shortened(printed(actual).split('\n'));
  const [only = ''] = lines;
  if (lines.length > 1) return `${heading}\n\n${lines.join('\n')}\n`;
  return `${heading}${only.length > 5 ? '\n\n' : ' '}${only}`;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 3)}...` : text;
}

/** The message of every other operator: both values whole. */
export function plainMessage(actual: unknown, expected: unknown, operator: string): string {
  const [left, right] = [printed(actual), printed(expected)];
  if (operator === 'notDeepEqual' && left === right) return cut(`${headings.notDeepEqual}\n\n${left}`, 1024);
  const [shownLeft, shownRight] = [cut(left, 512), cut(right, 512)];
  if (operator === 'deepEqual') {
    return `${headings.deepEqual}\n\n${shownLeft}\n\nshould loosely deep-equal\n\n${shownRight}`;
  }
  const unequal = headings[`${operator}Unequal`];
  if (unequal) return `${unequal}\n\n${shownLeft}\n\nshould not loosely deep-equal\n\n${shownRight}`;
  return `${shownLeft} ${operator} ${shownRight}`;
}
