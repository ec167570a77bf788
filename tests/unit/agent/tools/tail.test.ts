import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench, outputBytes, recordOf, sentTexts, textOf } from '../../../hosts/fakes/testBench.ts';

const path = '/home/user/project/job.log';

async function tailOf(content: string, lines?: number) {
  const input = lines === undefined ? { path } : { path, lines };
  const bench = await openTestBench([calls(call('tail', input)), say('done')]);
  const session = await bench.workbench.createSession();
  await session.ensureGuest();
  await bench.guest().fs.write(path, new TextEncoder().encode(content));
  await session.send('go');
  const shown = textOf(await outputBytes(session, '1.1.0'));
  const record = recordOf(session, '1.1.0');
  const [sent] = sentTexts(session);
  await bench.workbench.dispose();
  return { shown, record, sent };
}

describe('tail', () => {
  test('row 48: says that it is a tail, of how much', async () => {
    const content = Array.from({ length: 50 }, (_, at) => `line ${at + 1}\n`).join('');
    const { shown, record, sent } = await tailOf(content, 3);
    expect(shown).toBe('line 48\nline 49\nline 50\n');
    expect(record.facts).toEqual({
      kind: 'tail',
      path,
      shownLines: 3,
      fileBytes: content.length,
      isWhole: false,
    });
    expect(sent).toBe(`${shown}(The last 3 lines of ${path}, which has ${content.length} bytes so far)`);
  });

  test('a file with no more lines is shown whole, and an empty one is named', async () => {
    expect((await tailOf('a\nb')).sent).toBe(`a\nb\n(The whole of ${path} so far: 3 bytes)`);
    expect((await tailOf('')).sent).toBe(`(${path} is empty so far)`);
  });

  test('gives the lines that tail -n gives, whatever the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('', 'a', 'äö', 'x'.repeat(9000)), { maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 6 }),
        async (rows, ends, lines) => {
          const content = rows.join('\n') + (ends && rows.length > 0 ? '\n' : '');
          const whole = content.split('\n');
          if (whole.at(-1) === '') whole.pop();
          const wanted = whole.slice(-lines).join('\n') + (content.endsWith('\n') ? '\n' : '');
          expect((await tailOf(content, lines)).shown).toBe(content === '' ? '' : wanted);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a line longer than all that is looked at is shown from its end, between two characters', async () => {
    const { shown, record } = await tailOf('€'.repeat(100_000), 1);
    expect(shown).toBe('€'.repeat(Math.floor((256 * 1024) / 3)));
    expect(record.facts).toMatchObject({ kind: 'tail', isWhole: false, shownLines: 1 });
  });

  test('a missing file and a folder are errors in words', async () => {
    const { workbench } = await openTestBench([
      calls(call('tail', { path: '/no/such' }, 'a'), call('tail', { path: '/home/user' }, 'b')),
      say('done'),
    ]);
    const session = await workbench.createSession();
    await session.send('go');
    expect(sentTexts(session)).toEqual([
      'Error (ENOENT): /no/such does not exist.',
      'Error (EISDIR): /home/user is not a file.',
    ]);
    await workbench.dispose();
  });
});
