import { posixError } from './posixErrors.ts';

/** Arguments of a file operation as they came in a message from guest code: anything at all until looked at. */
export class CallArguments {
  /** As they came, for a server that parses them itself. */
  readonly values: readonly unknown[];
  readonly #operation: string;

  constructor(operation: string, values: readonly unknown[]) {
    this.#operation = operation;
    this.values = values;
  }

  path(index: number): string {
    const value = this.values[index];
    if (typeof value === 'string' && value.startsWith('/') && !value.includes('\0')) return value;
    throw this.#invalid(value);
  }

  paths(index: number): readonly string[] {
    const paths = this.texts(index);
    const wrong = paths.find((path) => !path.startsWith('/') || path.includes('\0'));
    if (wrong !== undefined) throw this.#invalid(wrong);
    return paths;
  }

  text(index: number): string {
    const value = this.values[index];
    if (typeof value === 'string' && !value.includes('\0')) return value;
    throw this.#invalid(value);
  }

  texts(index: number): readonly string[] {
    const value = this.values[index];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.#invalid(value);
  }

  bytes(index: number): Uint8Array {
    const value = this.values[index];
    if (value instanceof Uint8Array && value.buffer instanceof ArrayBuffer) return value;
    throw this.#invalid(value);
  }

  /** A whole number that is not negative. */
  count(index: number): number {
    const value = this.values[index];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#invalid(value);
  }

  optionalCount(index: number): number | undefined {
    const value = this.values[index];
    return value === undefined || value === null || value === Number.POSITIVE_INFINITY
      ? undefined
      : this.count(index);
  }

  time(index: number): number {
    const value = this.values[index];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw this.#invalid(value);
  }

  flag(index: number): boolean {
    const value = this.values[index];
    if (typeof value === 'boolean') return value;
    throw this.#invalid(value);
  }

  #invalid(value: unknown): Error {
    return posixError('EINVAL', this.#operation, typeof value === 'string' ? value.slice(0, 4096) : '');
  }
}
