import type { LiveSession } from '../../src/agent/index.ts';
import type { BenchRow } from './benchRow.ts';
import { benchWorkbench } from './spine.ts';

const fileBytes = 10_000_000;
const chunkBytes = 1024 * 1024;
const file = '/home/user/project/big.ts';

function sourceBytes(): Uint8Array {
  const lines = Array.from(
    { length: 997 },
    (_, at) => `  const value${at} = compute(${at * 37}, 'name-${at % 61}'); // step ${at}\n`,
  );
  const unit = new TextEncoder().encode(lines.join(''));
  const bytes = new Uint8Array(fileBytes);
  for (let at = 0; at < fileBytes; at += unit.length) bytes.set(unit.subarray(0, fileBytes - at), at);
  return bytes;
}

/** Sends a message and times its one call: from the moment it runs to its durable record, and to its text. */
async function timeCall(session: LiveSession, message: string): Promise<{ ms: number; textMs: number }> {
  let startedAt = Number.NaN;
  let textAt = Number.NaN;
  let recordedAt = Number.NaN;
  const stop = session.subscribe((change) => {
    const now = performance.now();
    const { runStatus } = session;
    if (Number.isNaN(startedAt) && runStatus.kind === 'tools' && runStatus.running.length > 0)
      startedAt = now;
    if (Number.isNaN(textAt) && change.kind === 'live') textAt = now;
    if (change.kind === 'log' && change.events.some((event) => event.type === 'record')) recordedAt = now;
  });
  await session.send(message);
  stop();
  return { ms: recordedAt - startedAt, textMs: textAt - startedAt };
}

/** The read tool on the real guest: a whole file of 10 MB, then a page in its middle. */
export async function readBench(): Promise<readonly BenchRow[]> {
  const read = (input: { readonly offset?: number; readonly limit?: number }) => ({
    calls: [{ tool: 'Read', input: { file_path: file, ...input } }],
  });
  const bench = await benchWorkbench({
    steps: [
      { calls: [{ tool: 'Read', input: { file_path: '/home/user/project/small.txt' } }] },
      { text: 'Worker and table are loaded.' },
      read({}),
      { text: 'The first page.' },
      read({ offset: 90_000, limit: 500 }),
      { text: 'The second page.' },
    ],
  });
  const session = await bench.createSession({ model: { provider: 'scripted', model: 'bench' } });
  await session.ensureGuest();
  const { fs } = session;
  if (fs === null) throw new Error('the guest did not start');
  await fs.write('/home/user/project/small.txt', new TextEncoder().encode('one line\n'));
  const bytes = sourceBytes();
  for (let at = 0; at < bytes.length; at += chunkBytes)
    await fs.append(file, bytes.slice(at, at + chunkBytes));
  await session.send('warm');

  const first = await timeCall(session, 'first');
  const second = await timeCall(session, 'second');

  const pass = bench.counter.pass('o200k_base', 25_000);
  const passAt = performance.now();
  for (let at = 0; at < bytes.length; at += chunkBytes) await pass.push(bytes.subarray(at, at + chunkBytes));
  pass.end();
  await pass.total;
  const passMs = performance.now() - passAt;
  await bench.deleteSession(session.id);
  await bench.dispose();
  return [
    {
      name: 'read tool, 10 MB file, page and exact total',
      value: first.ms,
      unit: 'ms',
      ratio: first.ms / passMs,
      against: 'the counter alone over the same bytes',
    },
    { name: 'read tool, the page text alone', value: first.textMs, unit: 'ms', target: '≤ 100 ms' },
    {
      name: 'read tool, a second page of the file',
      value: second.ms,
      unit: 'ms',
      ratio: second.ms / first.ms,
      against: 'the first page',
      target: '≤ 0.05 ×',
    },
  ];
}
