import { optionsOf, type ProfileRef, profileContext, profileOf } from '../../../core/index.ts';
import type { GeneratorSpec } from '../input/generators.ts';
import { labPlaces } from '../labPlaces.ts';

/** A command to run in a real harness, and the same output for the Lab. */
export interface Probe {
  readonly id: string;
  /** What it finds out. */
  readonly asks: string;
  readonly command: string;
  /** The generator of the same bytes; null where the Lab cannot make them. */
  readonly text: string | GeneratorSpec | null;
  readonly exitCode: number;
}

interface Boundary {
  readonly what: string;
  readonly unit: 'characters' | 'lines';
  readonly size: number;
}

/** Above this a probe costs a reader's patience and tells no more. */
const LARGEST_PROBE = 4_000_000;

/**
 * The sizes at which this profile's own numbers change what a model gets, each at most once: its inline limit for
 * bash and every option that counts lines, bytes or characters.
 */
export function boundariesOf(ref: ProfileRef): readonly Boundary[] {
  const profile = profileOf(ref);
  const { limits, options } = profileContext(profile, ref, labPlaces);
  const found: Boundary[] = [];
  const add = (what: string, unit: Boundary['unit'], size: number | null | undefined) => {
    if (typeof size !== 'number' || size < 2 || size > LARGEST_PROBE) return;
    if (found.some((known) => known.unit === unit && known.size === size)) return;
    found.push({ what, unit, size });
  };
  add('the inline limit', 'characters', limits.inlineLimit.bash ?? limits.inlineLimit.default);
  for (const option of optionsOf(profile)) {
    const value = options[option.id];
    if (option.kind !== 'number' || typeof value !== 'number') continue;
    if (/line/i.test(option.unit)) add(option.label, 'lines', value);
    else if (/byte|char|unit|code point|cell/i.test(option.unit)) add(option.label, 'characters', value);
    // Four bytes a token is what harnesses estimate that do not count.
    else if (/token/i.test(option.unit)) add(`${option.label}, estimated`, 'characters', value * 4);
  }
  return found;
}

/** Commands of a POSIX shell whose output is known to the byte. */
export function probesOf(ref: ProfileRef): readonly Probe[] {
  const probes: Probe[] = [];
  for (const { what, unit, size } of boundariesOf(ref)) {
    for (const by of [-1, 0, 1]) {
      const count = size + by;
      const where = by === 0 ? 'exactly at' : by < 0 ? 'one under' : 'one over';
      probes.push({
        id: `${unit}-${count}`,
        asks: `${count.toLocaleString('en-US')} ${unit}: ${where} ${what}`,
        command: unit === 'lines' ? `seq ${count}` : `head -c ${count} /dev/zero | tr '\\0' x`,
        text: unit === 'lines' ? sequence(count) : 'x'.repeat(count),
        exitCode: 0,
      });
    }
  }
  return [...probes.filter(firstOfItsId), ...generalProbes];
}

function firstOfItsId(probe: Probe, at: number, all: readonly Probe[]): boolean {
  return all.findIndex((other) => other.id === probe.id) === at;
}

function sequence(count: number): string {
  return Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('');
}

const generalProbes: readonly Probe[] = [
  {
    id: 'empty',
    asks: 'How silence is worded',
    command: 'true',
    text: '',
    exitCode: 0,
  },
  {
    id: 'exit',
    asks: 'How a failure is worded, and whether stderr comes behind stdout',
    command: 'echo out; echo err >&2; exit 3',
    text: null,
    exitCode: 3,
  },
  {
    id: 'wide',
    asks: 'Whether characters, bytes or columns are counted',
    command: 'yes 世界 | head -n 20000',
    text: '世界\n'.repeat(20_000),
    exitCode: 0,
  },
  {
    id: 'emoji',
    asks: 'Whether a cut may halve a character',
    command: "yes '🚀' | tr -d '\\n' | head -c 400000",
    text: '🚀'.repeat(100_000),
    exitCode: 0,
  },
  {
    id: 'ansi',
    asks: 'Whether colours reach the model',
    command: "printf '\\033[31mred\\033[0m\\n'",
    text: '\x1b[31mred\x1b[0m\n',
    exitCode: 0,
  },
  {
    id: 'redraw',
    asks: 'Whether a redrawn line is kept whole or as its last state',
    command: "printf '10%%\\r50%%\\r100%%\\n'",
    text: '10%\r50%\r100%\n',
    exitCode: 0,
  },
  {
    id: 'nul',
    asks: 'What becomes of NUL',
    command: "printf 'a\\0b\\n'",
    text: 'a\0b\n',
    exitCode: 0,
  },
  {
    id: 'long-failure',
    asks: 'Whether a failing command is cut on other terms',
    command: 'seq 20000; exit 1',
    text: sequence(20_000),
    exitCode: 1,
  },
];
