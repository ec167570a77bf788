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

  let textAt = Number.NaN;
  const stop = session.subscribe((change) => {
    if (change.kind === 'live' && Number.isNaN(textAt)) textAt = performance.now();
  });
  const firstAt = performance.now();
  await session.send('first');
  const firstMs = performance.now() - firstAt;
  stop();
  const secondAt = performance.now();
  await session.send('second');
  const secondMs = performance.now() - secondAt;

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
      value: firstMs,
      unit: 'ms',
      ratio: firstMs / passMs,
      against: 'the counter alone over the same bytes',
    },
    { name: 'read tool, the page text alone', value: textAt - firstAt, unit: 'ms', target: '≤ 100 ms' },
    {
      name: 'read tool, a second page of the file',
      value: secondMs,
      unit: 'ms',
      ratio: secondMs / firstMs,
      against: 'the first page',
      target: '≤ 0.05 ×',
    },
  ];
}
