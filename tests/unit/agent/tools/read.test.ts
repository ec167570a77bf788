import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openToolBench } from '../../../hosts/fakes/toolBench.ts';

const workspace = '/home/user/project';

function numbered(from: number, lines: readonly string[]): string {
  return lines.map((line, at) => `${String(from + at).padStart(6)}\t${line}`).join('\n');
}

/** The page's words without the harness's notice. */
function pageOf(text: string): string {
  return text.split('\n\n[Truncated')[0] ?? '';
}

describe('read', () => {
  test('row 15: a binary file is a stub with kind, size and hash', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(192).fill(0)]);
    const { run } = await openToolBench({ 'a.png': png, 'b.bin': new Uint8Array([65, 0, 66]) });
    const image = await run('Read', { file_path: `${workspace}/a.png` });
    expect(image.text).toMatch(/a\.png is not shown: PNG image, 200 bytes, SHA-256 [0-9a-f]{64}$/);
    expect(image.record.facts).toMatchObject({ kind: 'read-stub', bytes: 200 });
    expect((await run('Read', { file_path: 'b.bin' })).text).toMatch(/binary data, 3 bytes, SHA-256 /);
  });

  test('a missing file names its neighbours, a directory is one, an empty file is empty', async () => {
    const { run } = await openToolBench({ 'README.md': 'x', 'empty.txt': '', 'sub/a.txt': 'x' });
    expect((await run('Read', { file_path: 'readme.md' })).text).toBe(
      `File does not exist: ${workspace}/readme.md. Did you mean ${workspace}/README.md?`,
    );
    expect((await run('Read', { file_path: 'zzzzzz' })).text).toBe(
      `File does not exist: ${workspace}/zzzzzz`,
    );
    expect((await run('Read', { file_path: 'sub' })).text).toContain('is a directory');
    expect((await run('Read', { file_path: 'empty.txt' })).text).toBe(
      `(${workspace}/empty.txt is empty: 0 bytes)`,
    );
  });

  test('row 18: CRLF is not shown and lines are counted as wc does', async () => {
    const { run, session } = await openToolBench({ 'a.txt': 'a\r\nb\nc\rd\n' });
    const { text, record } = await run('Read', { file_path: 'a.txt' });
    expect(text).toBe('     1\ta\n     2\tb\n     3\tc\rd');
    expect(record.output.lines).toBe(3);
    expect(record.facts).toMatchObject({ page: { totalLines: 3, cut: { kind: 'none' } } });
    expect(session.state.turns.length).toBe(1);
  });

  test('2,000 lines are whole, 2,001 are cut at the window', async () => {
    const lines = Array.from({ length: 2001 }, (_, at) => `${at}`);
    const { run } = await openToolBench({
      'a.txt': `${lines.slice(0, 2000).join('\n')}\n`,
      'b.txt': lines.join('\n'),
    });
    const whole = await run('Read', { file_path: 'a.txt' });
    expect(whole.text).toBe(numbered(1, lines.slice(0, 2000)));
    expect(whole.record.facts).toMatchObject({ page: { cut: { kind: 'none' } } });
    const cut = await run('Read', { file_path: 'b.txt' });
    expect(cut.text).toBe(numbered(1, lines.slice(0, 2000)));
    expect(cut.record.facts).toMatchObject({ page: { totalLines: 2001, cut: { kind: 'window' } } });
    expect((await run('Read', { file_path: 'b.txt', offset: 2001 })).text).toBe('  2001\t2000');
    expect((await run('Read', { file_path: 'b.txt', offset: 2002 })).text).toContain('past its end');
  });

  test('a whole file over the cap is the largest prefix of whole lines with exact totals', async () => {
    // The fake counter counts four bytes as a token: ten lines of 40 bytes are 100 tokens.
    const line = `${'x'.repeat(39)}\n`;
    const { run } = await openToolBench({ 'a.txt': line.repeat(25) }, { readTokens: 100 });
    const { text, record } = await run('Read', { file_path: 'a.txt' });
    expect(text).toContain(
      `[Truncated: PARTIAL view — ${workspace}/a.txt: showing lines 1-10 of 25 total (250 tokens, cap 100). Call Read with offset=11 limit=10 for the next page`,
    );
    expect(record.output.totalBytes).toBe(400);
    const second = await run('Read', { file_path: 'a.txt', offset: 11, limit: 10 });
    expect(second.text).toBe(numbered(11, Array(10).fill('x'.repeat(39))));
    const over = await run('Read', { file_path: 'a.txt', offset: 11, limit: 11 });
    expect(over.text).toBe(
      'File content (110 tokens) exceeds maximum allowed tokens (100). Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file.',
    );
    expect(over.record.outcome.status).toBe('error');
  });

  test('row 23: a line longer than the cap makes progress and says where to go on', async () => {
    const { run } = await openToolBench(
      { 'one.json': `{"a":"${'€'.repeat(100_000)}"}` },
      { readTokens: 100 },
    );
    const { text, record } = await run('Read', { file_path: 'one.json' });
    expect(record.output.totalBytes).toBeGreaterThan(300);
    expect(record.output.totalBytes).toBeLessThanOrEqual(400);
    expect(text.includes('\ufffd')).toBe(false);
    expect(text).toContain(`tail -c +${record.output.totalBytes + 1} `);
    expect(record.facts).toMatchObject({ page: { cut: { kind: 'long-line', lineUnits: 100_008 } } });
  });

  test('the second page reads its own bytes only', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const { run, guest } = await openToolBench({ 'a.txt': line.repeat(100_000) });
    await run('Read', { file_path: 'a.txt' });
    const { fs } = guest();
    let bytesRead = 0;
    const plain = fs.read;
    fs.read = async (path, range) => {
      const bytes = await plain(path, range);
      bytesRead += bytes.length;
      return bytes;
    };
    const page = await run('Read', { file_path: 'a.txt', offset: 50_001, limit: 10 });
    expect(page.text).toBe(numbered(50_001, Array(10).fill('x'.repeat(99))));
    expect(bytesRead).toBeLessThan(1_200_000);
  });

  test('every page of every file is the file, whatever its line ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z€😀 ]{0,12}$/u), { minLength: 1, maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 12 }),
        async (lines, end, lastEnd, limit) => {
          const content = lines.join(end) + (lastEnd ? end : '');
          if (content === '') return;
          const total = content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
          const { run } = await openToolBench({ 'f.txt': content });
          const pages: string[] = [];
          for (let offset = 1; offset <= total; offset += limit) {
            pages.push((await run('Read', { file_path: 'f.txt', offset, limit })).text);
          }
          const expected = content.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
          expect(pages.join('\n')).toBe(numbered(1, expected.slice(0, total)));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('a file that changes is not read from old facts', async () => {
    const { run, guest } = await openToolBench({ 'a.txt': 'one\n' });
    expect(pageOf((await run('Read', { file_path: 'a.txt' })).text)).toBe('     1\tone');
    await guest().fs.write(`${workspace}/a.txt`, new TextEncoder().encode('two\nthree\n'));
    expect(pageOf((await run('Read', { file_path: 'a.txt' })).text)).toBe('     1\ttwo\n     2\tthree');
  });
});
