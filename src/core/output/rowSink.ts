import type { StreamName } from '../contract/index.ts';

/**
 * Columns of the row that is kept until it can no longer be redrawn. A longer line goes on in a next row, and as
 * in a terminal only its last row can be drawn again: memory is bounded whatever a program prints.
 */
export const ROW_COLUMNS = 4096;

/**
 * Where the characters that stay go. The bytes of a character in its stream are `[ownedFrom, endByte)`: what moved
 * the cursor just before it is its own, what was drawn over belongs to nobody.
 */
export interface RowSink {
  /** Unit 0 has the bytes from `ownedFrom`, unit k of the rest is byte `startByte + k`. */
  ascii(
    stream: StreamName,
    bytes: Uint8Array,
    from: number,
    to: number,
    newlines: number,
    ownedFrom: number,
    startByte: number,
  ): void;
  char(stream: StreamName, codePoint: number, ownedFrom: number, endByte: number): void;
  /** A whole row of ASCII at once, for a sink that does not ask for bytes; `row[0, length)`. */
  asciiRow?(row: Uint8Array, length: number): void;
}
