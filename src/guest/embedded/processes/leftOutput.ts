import type { StreamName } from '../../../core/index.ts';
import { type Piece, PipeReader, writtenCount } from '../pipes/index.ts';
import type { Process, ProcessTable } from './processTable.ts';

/** How much a process has sent out so far, modulo 2^32, on each of its streams. */
type OutCounts = (stream: StreamName) => number;

/**
 * What the processes below `top` had written for `top`'s own streams and nobody has passed on, in the order in
 * which it was started. `outOf` says how much `top` itself has sent out. Call it when the workers are
 * terminated; one that runs on all the same moves the counts, and then it is looked at again.
 */
export function leftBelow(table: ProcessTable, top: Process, outOf: OutCounts): Piece[] {
  const countsNow = () =>
    [outOf('stdout'), outOf('stderr'), ...table.childrenOf(top.pid).flatMap(allCounts)].join();
  const allCounts = (process: Process): number[] => [
    ...memoriesOf(process).map(writtenCount),
    ...table.childrenOf(process.pid).flatMap(allCounts),
  ];
  for (let attempt = 0; ; attempt++) {
    const before = countsNow();
    const left = leftOf(table, top, outOf);
    if (countsNow() === before || attempt >= 100) return left;
  }
}

function leftOf(table: ProcessTable, top: Process, outOf: OutCounts): Piece[] {
  return table.childrenOf(top.pid).flatMap((child) => {
    const { passesOn } = child.options;
    const { stdio } = child;
    if (!passesOn || !stdio) return [];
    const pieces: Piece[] = [];
    const take = (memory: SharedArrayBuffer | null, stream: StreamName) => {
      const target = passesOn[stream];
      if (!memory || target === null) return;
      for (const piece of new PipeReader(memory).leftIn(outOf(target))) {
        // A pipe for both streams names the stream of each piece itself.
        pieces.push(stdio.stdout === stdio.stderr ? piece : { ...piece, stream });
      }
    };
    take(stdio.stdout, 'stdout');
    if (stdio.stderr !== stdio.stdout) take(stdio.stderr, 'stderr');
    const written: OutCounts = (stream) => {
      const memory = stream === 'stdout' ? stdio.stdout : stdio.stderr;
      return memory ? writtenCount(memory) : 0;
    };
    return [...pieces, ...leftOf(table, child, written)].flatMap((piece) => {
      const stream = passesOn[piece.stream];
      return stream === null ? [] : [{ ...piece, stream }];
    });
  });
}

function memoriesOf({ stdio }: Process): SharedArrayBuffer[] {
  return [...new Set([stdio?.stdout, stdio?.stderr])].filter((memory) => memory instanceof SharedArrayBuffer);
}
