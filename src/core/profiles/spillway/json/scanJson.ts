/** Children that are kept of one container; all are counted. */
const KEPT_CHILDREN = 40;
/** Deeper than this no result is taken for JSON: the scan calls itself once per level. */
const MAX_DEPTH = 200;

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal';

/** One value of a JSON text and where it lies, in UTF-16 units of the text. */
export interface JsonNode {
  readonly kind: JsonKind;
  readonly start: number;
  readonly end: number;
  /** Children of a container that were seen. */
  readonly count: number;
  /** The first of them. */
  readonly children: readonly JsonChild[];
  /** False where the text ended inside the value. */
  readonly closed: boolean;
}

export interface JsonChild {
  /** Raw text of the key with its quotes; null in a list. */
  readonly key: string | null;
  readonly node: JsonNode;
}

class NotJson extends Error {}

/**
 * The values of a JSON text. `whole` false: the text is the beginning of a longer one and may end anywhere. Null where
 * it is no JSON, or nested too deeply.
 */
export function scanJson(text: string, whole: boolean): JsonNode | null {
  const scanner = new Scanner(text);
  try {
    const root = scanner.value(0);
    if (!root.closed) return whole ? null : root;
    scanner.space();
    return scanner.at === text.length ? root : null;
  } catch (thrown) {
    if (thrown instanceof NotJson) return null;
    throw thrown;
  }
}

class Scanner {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  space(): void {
    for (; this.at < this.#text.length; this.at++) {
      const unit = this.#text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new NotJson();
    this.space();
    const first = this.#text[this.at];
    if (first === '{') return this.#container('object', '}', depth);
    if (first === '[') return this.#container('array', ']', depth);
    if (first === '"') return this.#string();
    return this.#scalar();
  }

  #container(kind: 'object' | 'array', closer: string, depth: number): JsonNode {
    const start = this.at;
    const children: JsonChild[] = [];
    let count = 0;
    const made = (closed: boolean): JsonNode => ({ kind, start, end: this.at, count, children, closed });
    this.at += 1;
    for (let isFirst = true; ; isFirst = false) {
      this.space();
      if (this.#atEnd()) return made(false);
      if (isFirst && this.#text[this.at] === closer) break;
      const key = kind === 'object' ? this.#key() : null;
      if (this.#atEnd()) return made(false);
      const node = this.value(depth + 1);
      count += 1;
      if (children.length < KEPT_CHILDREN) children.push({ key, node });
      if (!node.closed) return made(false);
      this.space();
      if (this.#atEnd()) return made(false);
      if (this.#text[this.at] === closer) break;
      this.#expect(',');
    }
    this.at += 1;
    return made(true);
  }

  #key(): string {
    if (this.#text[this.at] !== '"') throw new NotJson();
    const key = this.#string();
    if (!key.closed) return '';
    this.space();
    if (!this.#atEnd()) this.#expect(':');
    this.space();
    return this.#text.slice(key.start, key.end);
  }

  #string(): JsonNode {
    const start = this.at;
    this.at += 1;
    for (; this.at < this.#text.length; this.at++) {
      const unit = this.#text.charCodeAt(this.at);
      if (unit === 0x22) {
        this.at += 1;
        return leaf('string', start, this.at, true);
      }
      if (unit < 0x20) throw new NotJson();
      if (unit === 0x5c) this.#escape();
    }
    this.at = this.#text.length;
    return leaf('string', start, this.at, false);
  }

  #escape(): void {
    const pattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    pattern.lastIndex = this.at;
    if (pattern.test(this.#text)) this.at = pattern.lastIndex - 1;
    // The text may end inside it.
    else if (this.#text.length - this.at > 5) throw new NotJson();
  }

  #scalar(): JsonNode {
    const start = this.at;
    const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
    scalar.lastIndex = start;
    if (scalar.test(this.#text)) {
      this.at = scalar.lastIndex;
      const kind = /[a-z]/.test(this.#text[start] ?? '') ? 'literal' : 'number';
      // At the end of a beginning a number may go on; a whole text that is one number is whole.
      return leaf(kind, start, this.at, start === 0 || !this.#atEnd());
    }
    if (this.#text.length - start > 30 || !/^[-+.\deEa-z]*$/.test(this.#text.slice(start)))
      throw new NotJson();
    this.at = this.#text.length;
    return leaf('literal', start, this.at, false);
  }

  #expect(char: string): void {
    if (this.#text[this.at] !== char) throw new NotJson();
    this.at += 1;
  }

  #atEnd(): boolean {
    return this.at >= this.#text.length;
  }
}

function leaf(kind: JsonKind, start: number, end: number, closed: boolean): JsonNode {
  return { kind, start, end, count: 0, children: [], closed };
}
