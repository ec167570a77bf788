import { type HarnessRole, ParsedOutput, type ProfileRef, presentOutput } from '../../../core/index.ts';
import { boundaries as what } from '../../words/lab.ts';
import { rawOutput, usualFacts } from '../input/labInput.ts';
import { labPlaces } from '../labPlaces.ts';

/** Up to `size` of a command's output something holds, and one more ends it. */
export interface Boundary {
  readonly what: string;
  /** Of one long line, or lines of one character and a newline. */
  readonly unit: 'characters' | 'lines';
  readonly size: number;
}

/** Looked for no further: what a harness gives whole beyond this it always does. */
const most = 262_144;

const parts = { characters: 'x', lines: 'x\n' } as const;

/** Words of a harness about a cut, also where it has cut off no more than a final newline. */
const cutRoles: ReadonlySet<HarnessRole> = new Set(['notice', 'gap', 'preview-end']);

interface Found {
  readonly isWhole: boolean;
  readonly isUnsaved: boolean;
}

/**
 * The sizes at which a profile changes what a model gets of a command, found by trying: its own numbers may count
 * bytes, tokens or cells, and a final newline or not. Takes a tenth of a second.
 */
export function boundariesOf(ref: ProfileRef): readonly Boundary[] {
  const [characters, lines] = [trial(ref, 'characters'), trial(ref, 'lines')];
  const wholeLine = lastThat((size) => characters(size).isWhole);
  const unsavedLine = lastThat((size) => characters(size).isUnsaved);
  // Where as many characters in one line are too many as well, it is not the lines that are counted.
  const inLines = (size: number | null, limit: number | null) =>
    size !== null && (limit === null || (size + 1) * parts.lines.length <= limit) ? size : null;
  const wholeLines = inLines(
    lastThat((size) => lines(size).isWhole),
    wholeLine,
  );
  const unsavedLines = inLines(
    lastThat((size) => lines(size).isUnsaved),
    unsavedLine,
  );
  const found: Boundary[] = [];
  const add = (unit: Boundary['unit'], says: string, size: number | null) => {
    if (size !== null && size > 1 && !found.some((one) => one.unit === unit && one.size === size)) {
      found.push({ what: says, unit, size });
    }
  };
  add('characters', what.characters.whole, wholeLine);
  add('lines', what.lines.whole, wholeLines);
  add('characters', what.characters.unsaved, unsavedLine);
  add('lines', what.lines.unsaved, unsavedLines);
  return found;
}

function trial(ref: ProfileRef, unit: Boundary['unit']): (size: number) => Found {
  const known = new Map<number, Found>();
  return (size) => {
    const before = known.get(size);
    if (before !== undefined) return before;
    const bytes = new TextEncoder().encode(parts[unit].repeat(size));
    const parsed = new ParsedOutput(rawOutput([{ stream: 'stdout', bytes }], usualFacts));
    const { sent, savedPath } = presentOutput(parsed, ref, labPlaces);
    const isCut = sent.pieces.some((piece) => piece.from === 'harness' && cutRoles.has(piece.role));
    const found = { isWhole: sent.account.whole && !isCut, isUnsaved: savedPath === null };
    known.set(size, found);
    return found;
  };
}

/** The largest size that holds, where a size that does not is never below one that does; null where all do, or none. */
function lastThat(holds: (size: number) => boolean): number | null {
  let [good, bad] = [0, 1_024];
  while (holds(bad)) {
    if (bad >= most) return null;
    [good, bad] = [bad, bad * 2];
  }
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good === 0 ? null : good;
}
