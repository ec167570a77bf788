import { decodeText } from '../text/bytesText.ts';
import { type BlockLimits, type LineBlock, LineBlocks } from './lineBlocks.ts';
import { LineTable } from './lineTable.ts';
import { mergedPieces, type Piece, piecesOf, sortedPieces } from './runs.ts';
import type { SortOptions } from './sortOptions.ts';

/** All has been read when this resolves; an input may be where the output goes. */
export async function sortedInputs(
  inputs: readonly AsyncIterable<Uint8Array>[],
  { rules, end, unique, merges }: Pick<SortOptions, 'rules' | 'end' | 'unique' | 'merges'>,
  limits?: BlockLimits,
): Promise<Iterable<Piece>> {
  const runs: Piece[][] = [];
  if (merges) {
    for (const input of inputs) {
      const run: Piece[] = [];
      const blocks = new LineBlocks(end, limits);
      for await (const block of blocksOf(blocks, input)) run.push(...piecesOf(block));
      const last = blocks.finish();
      if (last) run.push(...piecesOf(last));
      runs.push(run);
    }
    return mergedPieces(runs, rules, { end, onlyFirst: unique });
  }
  const blocks = new LineBlocks(end, limits);
  for (const input of inputs) {
    for await (const block of blocksOf(blocks, input)) runs.push([...sortedPieces(block, rules, unique)]);
    // A file's last line ends with the file.
    blocks.endLine();
  }
  const last = blocks.finish();
  const pieces = last ? sortedPieces(last, rules, unique) : [];
  if (runs.length === 0) return pieces;
  runs.push([...pieces]);
  return mergedPieces(runs, rules, { end, onlyFirst: unique });
}

async function* blocksOf(blocks: LineBlocks, input: AsyncIterable<Uint8Array>): AsyncGenerator<LineBlock> {
  for await (const chunk of input) yield* blocks.add(chunk);
}

/** The first line that should not follow the one before, counted from 1; null where all are in order. */
export async function firstDisorder(
  input: AsyncIterable<Uint8Array>,
  { rules, end, unique }: Pick<SortOptions, 'rules' | 'end' | 'unique'>,
): Promise<{ readonly line: number; readonly text: string } | null> {
  const table = new LineTable(rules, 2);
  const blocks = new LineBlocks(end);
  let line = 0;
  const look = ({ bytes, starts, count }: LineBlock): string | null => {
    for (let index = 0; index < count; index++) {
      const [start, stop] = [starts[index]!, starts[index + 1]! - 1];
      line++;
      table.put(1, bytes, start, stop);
      const order = line === 1 ? -1 : table.compare(0, 1);
      if (order > 0 || (order === 0 && unique)) return decodeText(bytes.subarray(start, stop));
      // The block's bytes are its own for as long as it is looked at.
      if (index + 1 < count) table.copy(1, 0);
      else table.put(0, bytes.slice(start, stop), 0, stop - start);
    }
    return null;
  };
  for await (const block of blocksOf(blocks, input)) {
    const text = look(block);
    if (text !== null) return { line, text };
  }
  const last = blocks.finish();
  const text = last ? look(last) : null;
  return text === null ? null : { line, text };
}
