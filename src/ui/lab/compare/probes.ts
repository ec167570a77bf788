import * as words from '../../words/lab.ts';
import type { Boundary } from './boundaries.ts';

/** A command to run in a real harness, and the same output for the Lab. */
export interface Probe {
  readonly id: string;
  /** What it finds out. */
  readonly asks: string;
  readonly command: string;
  /** The same bytes; null where two streams wrote them. */
  readonly text: string | null;
  readonly exitCode: number;
}

/** Commands of a POSIX shell whose output is known to the byte: around the sizes that matter, and of other kinds. */
export function probesOf(boundaries: readonly Boundary[]): readonly Probe[] {
  const probes: Probe[] = [];
  for (const { what, unit, size } of boundaries) {
    for (const by of [-1, 0, 1]) {
      const count = size + by;
      probes.push({
        id: `${unit}-${count}`,
        asks: words.boundaryProbe(words.boundarySize(count, unit), by, what),
        command: unit === 'lines' ? `yes x | head -n ${count}` : `head -c ${count} /dev/zero | tr '\\0' x`,
        text: unit === 'lines' ? 'x\n'.repeat(count) : 'x'.repeat(count),
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
    asks: words.probes.empty,
    command: 'true',
    text: '',
    exitCode: 0,
  },
  {
    id: 'exit',
    asks: words.probes.exit,
    command: 'echo out; echo err >&2; exit 3',
    text: null,
    exitCode: 3,
  },
  {
    id: 'wide',
    asks: words.probes.wide,
    command: 'yes 世界 | head -n 20000',
    text: '世界\n'.repeat(20_000),
    exitCode: 0,
  },
  {
    id: 'emoji',
    asks: words.probes.emoji,
    command: "yes '🚀' | tr -d '\\n' | head -c 400000",
    text: '🚀'.repeat(100_000),
    exitCode: 0,
  },
  {
    id: 'ansi',
    asks: words.probes.ansi,
    command: "printf '\\033[31mred\\033[0m\\n'",
    text: '\x1b[31mred\x1b[0m\n',
    exitCode: 0,
  },
  {
    id: 'redraw',
    asks: words.probes.redraw,
    command: "printf '10%%\\r50%%\\r100%%\\n'",
    text: '10%\r50%\r100%\n',
    exitCode: 0,
  },
  {
    id: 'nul',
    asks: words.probes.nul,
    command: "printf 'a\\0b\\n'",
    text: 'a\0b\n',
    exitCode: 0,
  },
  {
    id: 'long-failure',
    asks: words.probes.longFailure,
    command: 'seq 20000; exit 1',
    text: sequence(20_000),
    exitCode: 1,
  },
];
