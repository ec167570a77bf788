import { invalidArgType, invalidArgValue } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { processDoor } from '../../nodeErrors/processDoor.ts';

/** Moves of the cursor of a terminal, as text written to a stream. */

export interface Output {
  write(text: string, callback?: (error?: Error | null) => void): boolean;
}
type Done = ((error?: Error | null) => void) | undefined;

const control = '\u001b[';

function checkCallback(callback: unknown): asserts callback is Done {
  if (callback !== undefined && typeof callback !== 'function')
    throw invalidArgType('callback', 'function', callback);
}

function send(stream: Output | null | undefined, text: string, callback: Done): boolean {
  if (stream && text !== '') return stream.write(text, callback);
  if (callback) processDoor().nextTick(() => callback(null));
  return true;
}

export function moveText(dx: number, dy: number): string {
  const across = dx < 0 ? `${control}${-dx}D` : dx > 0 ? `${control}${dx}C` : '';
  const down = dy < 0 ? `${control}${-dy}A` : dy > 0 ? `${control}${dy}B` : '';
  return across + down;
}

export function cursorText(x: unknown, y: unknown): string {
  if (Number.isNaN(x)) throw invalidArgValue('x', x);
  if (Number.isNaN(y)) throw invalidArgValue('y', y);
  if (typeof x !== 'number') {
    throw nodeError(TypeError, 'ERR_INVALID_CURSOR_POS', 'Cannot set cursor row without setting its column');
  }
  return typeof y === 'number' ? `${control}${y + 1};${x + 1}H` : `${control}${x + 1}G`;
}

export function clearText(direction: number): string {
  return `${control}${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`;
}

export const clearDownText = `${control}0J`;

export function cursorTo(stream: Output | null, x: unknown, y?: unknown, callback?: unknown): boolean {
  const done = typeof y === 'function' ? y : callback;
  checkCallback(done);
  if (typeof x !== 'number' && typeof y !== 'number') return send(stream, '', done);
  return send(stream, cursorText(x, typeof y === 'function' ? undefined : y), done);
}

export function moveCursor(stream: Output | null, dx: number, dy: number, callback?: unknown): boolean {
  checkCallback(callback);
  return send(stream, moveText(dx, dy), callback);
}

export function clearLine(stream: Output | null, direction: number, callback?: unknown): boolean {
  checkCallback(callback);
  return stream ? send(stream, clearText(direction), callback) : send(null, '', callback);
}

export function clearScreenDown(stream: Output | null, callback?: unknown): boolean {
  checkCallback(callback);
  return stream ? send(stream, clearDownText, callback) : send(null, '', callback);
}

/** `readline/promises`: actions that are collected and then written at once. */
export class Readline {
  readonly #stream: Output;
  readonly #commits: boolean;
  #todo: string[] = [];

  constructor(stream: Output, options: { readonly autoCommit?: boolean } = {}) {
    if (typeof stream?.write !== 'function') throw invalidArgType('stream', 'Writable', stream);
    this.#stream = stream;
    this.#commits = options.autoCommit === true;
  }

  #add(text: string): this {
    if (this.#commits) processDoor().nextTick(() => this.#stream.write(text));
    else this.#todo.push(text);
    return this;
  }

  cursorTo(x: unknown, y?: unknown): this {
    return this.#add(cursorText(x, y));
  }
  moveCursor(dx: number, dy: number): this {
    return this.#add(moveText(dx, dy));
  }
  clearLine(direction: number): this {
    return this.#add(clearText(direction));
  }
  clearScreenDown(): this {
    return this.#add(clearDownText);
  }
  commit(): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.write(this.#todo.join(''), () => resolve());
      this.#todo = [];
    });
  }
  rollback(): this {
    this.#todo = [];
    return this;
  }
}
