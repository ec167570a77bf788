import type { GuestProcess } from '../../src/guest/index.ts';
import { bootContainer } from '../../src/guest/webcontainer/page/bootContainer.ts';
import type { Container } from '../../src/guest/webcontainer/page/client.ts';
import { ContainerPorts } from '../../src/guest/webcontainer/page/containerPorts.ts';
import { openSupervisedGuest } from '../../src/guest/webcontainer/page/supervisedGuest.ts';
import type { BenchRow } from './benchRow.ts';

/** The supervised guest against the container's own client, on the local host, in turns. */

const rounds = 15;
const floodBytes = 100_000_000;
const floodRounds = 3;
const fileBytes = 50 * 1024 * 1024;
const rangeBytes = 64 * 1024;

const generator = `const line = 'a line of output of a build, as they are: 0123456789 src/some/file.ts\\n';
const block = Buffer.from(line.repeat(900));
let left = ${floodBytes};
const next = () => {
  while (left > 0) {
    const piece = left < block.length ? block.subarray(0, left) : block;
    left -= piece.length;
    if (!process.stdout.write(piece)) return process.stdout.once('drain', next);
  }
};
next();
`;

export async function webcontainerBench(): Promise<readonly BenchRow[]> {
  const booted = await bootContainer({
    onProgress: () => {},
    signal: new AbortController().signal,
    apiKey: null,
    isChosen: true,
  });
  if (!booted.ok) throw new Error(booted.why.message);
  const { container } = booted;
  const guest = await openSupervisedGuest(container, new ContainerPorts(container), {
    seed: 1,
    clockStartMs: null,
  });
  const shell = guest.shell();
  await container.fs.writeFile('flood.cjs', generator);
  const commands = [
    { name: 'echo', raw: ['jsh', ['-c', 'echo hi']], command: 'echo hi' },
    { name: 'node -p 1', raw: ['node', ['-p', '1']], command: 'node -p 1' },
  ] as const;
  const rows: BenchRow[] = [];
  for (const { name, raw, command } of commands) {
    const times = { raw: [] as number[], guest: [] as number[] };
    // The first of each warms what the others find warm.
    for (let round = 0; round <= rounds; round++) {
      const rawMs = await timed(() => takeRaw(container, raw[0], raw[1]));
      const guestMs = await timed(() => take(shell.run(command)));
      if (round === 0) continue;
      times.raw.push(rawMs);
      times.guest.push(guestMs);
    }
    const [least, floor] = [Math.min(...times.guest), Math.min(...times.raw)];
    rows.push(
      {
        name: `${name}, median`,
        value: median(times.guest),
        unit: 'ms',
        ratio: median(times.guest) / median(times.raw),
        against: `its own spawn, ${median(times.raw).toFixed(1)} ms`,
      },
      { name: `${name}, overhead of the least`, value: least - floor, unit: 'ms', target: '≤ 10 ms' },
    );
  }
  const rates = { raw: [] as number[], guest: [] as number[] };
  for (let round = 0; round < floodRounds; round++) {
    rates.raw.push(floodBytes / 1e3 / (await timed(() => takeRaw(container, 'node', ['flood.cjs']))));
    rates.guest.push(floodBytes / 1e3 / (await timed(() => take(shell.run('node flood.cjs')))));
  }
  rows.push({
    name: '100 MB of output, median',
    value: median(rates.guest),
    unit: 'MB/s',
    ratio: median(rates.guest) / median(rates.raw),
    against: `the client's own stream, ${median(rates.raw).toFixed(1)} MB/s`,
    target: '≥ 0.6',
  });
  const path = `${guest.dirs.workspace}/large`;
  await take(guest.run(`head -c ${fileBytes} /dev/zero > large`));
  const rangeMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const offset = (round + 1) * 3_000_000;
    rangeMs.push(await timed(async () => void (await guest.fs.read(path, { offset, length: rangeBytes }))));
  }
  const wholeMs = await timed(async () => void (await container.fs.readFile('large')));
  rows.push({
    name: '64 KiB out of a file of 50 MB',
    value: median(rangeMs),
    unit: 'ms',
    ratio: median(rangeMs) / wholeMs,
    against: `the client's whole file, ${wholeMs.toFixed(0)} ms`,
  });
  guest.dispose();
  booted.release();
  return rows;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function takeRaw(container: Container, command: string, args: readonly string[]): Promise<void> {
  const process = await container.spawn(command, [...args]);
  const reader = process.output.getReader();
  while (!(await reader.read()).done);
  await process.exit;
}

async function take(process: GuestProcess): Promise<void> {
  for await (const _ of process.output);
  await process.exit;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
