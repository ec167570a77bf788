import { describe, expect, test } from 'vitest';
import { LineScan, longLineUnits, windowAround } from '../../../../src/agent/tools/search/lineScan.ts';
import { openToolBench } from '../../../hosts/fakes/toolBench.ts';

const workspace = '/home/user/project';

describe('grep', () => {
  test('row 37: one line with fifty matches is shown once, around a match, and the matches are counted', async () => {
    const { run } = await openToolBench({ 'min.js': `${'b'.repeat(99)}a`.repeat(50) });
    const { text, record } = await run('Grep', { pattern: 'a', path: 'min.js', output_mode: 'content' });
    expect(record.output.totalBytes).toBe(longLineUnits + 3);
    expect(text).toContain('1 long line is shown in part');
    expect(record.facts).toMatchObject({ matches: 1, files: 1, windowedLines: 1 });
    expect(record.notes).toEqual([{ code: 'matches-in-long-lines', data: { matches: 50 } }]);
  });

  test('row 18: a matched line has no trailing carriage return and the number that read shows', async () => {
    const { run } = await openToolBench({ 'a.txt': 'a\r\nb\nc\rd\n' });
    const { text } = await run('Grep', { pattern: 'a$|d$', path: 'a.txt', output_mode: 'content' });
    expect(text).toBe('1:a\n3:c\rd\n');
  });

  test('lists files newest first, counts, limits and says what was left out', async () => {
    const { run, guest } = await openToolBench({ 'a.ts': 'foo\nfoo\n', 'b.ts': 'foo\n', 'c.md': 'Foo\n' });
    const fs = guest().memory;
    await fs.utimes(`${workspace}/a.ts`, new Date(1), new Date(1000));
    await fs.utimes(`${workspace}/b.ts`, new Date(1), new Date(2000));
    expect((await run('Grep', { pattern: 'foo' })).text).toBe(`${workspace}/b.ts\n${workspace}/a.ts\n`);
    expect((await run('Grep', { pattern: 'foo', output_mode: 'count', glob: '*.ts' })).text).toBe(
      `${workspace}/a.ts:2\n${workspace}/b.ts:1\n`,
    );
    expect(
      (await run('Grep', { pattern: 'foo', '-i': true, output_mode: 'content', head_limit: 2 })).text,
    ).toBe(`${workspace}/a.ts:1:foo\n${workspace}/a.ts:2:foo\n(2 more lines not shown)`);
    expect((await run('Grep', { pattern: 'bar' })).text).toMatch(/^No matches found/);
  });

  test('shows context with separators between groups', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => (at % 10 === 4 ? `hit${at}` : `l${at}`));
    const { run } = await openToolBench({ 'a.txt': lines.join('\n') });
    const { text } = await run('Grep', { pattern: 'hit', path: 'a.txt', output_mode: 'content', '-C': 1 });
    expect(text).toBe('4-l3\n5:hit4\n6-l5\n--\n14-l13\n15:hit14\n16-l15\n');
  });

  test('leaves saved outputs and binary files out unless they are named', async () => {
    const { run, session } = await openToolBench({ 'a.bin': 'needle\0', 'b.txt': 'needle' });
    const folder = `/home/user/.claude/projects/-home-user-project/${session.id}/tool-results`;
    await session.fs?.write(`${folder}/x.txt`, new TextEncoder().encode('needle\n'));
    const { text, record } = await run('Grep', { pattern: 'needle', path: '/home/user' });
    expect(text).toBe(`${workspace}/b.txt\n`);
    expect(record.facts).toMatchObject({ skippedFolders: [folder] });
    expect(record.notes).toEqual([{ code: 'binary-files-skipped', data: { files: 1 } }]);
    expect((await run('Grep', { pattern: 'needle', path: folder })).text).toBe(`${folder}/x.txt\n`);
    expect((await run('Glob', { pattern: '**/*.txt', path: '/home/user' })).text).toBe(
      `${workspace}/b.txt\n`,
    );
    expect((await run('Glob', { pattern: `${folder}/*.txt` })).text).toBe(`${folder}/x.txt\n`);
  });

  test('a window never halves a character and always holds the match', () => {
    const text = `${'😀'.repeat(400)}HIT${'😀'.repeat(400)}`;
    for (let at = 0; at < text.length; at += 7) {
      const window = windowAround(text, at);
      expect(window.isWellFormed()).toBe(true);
      expect(window.length).toBeLessThanOrEqual(longLineUnits + 1);
    }
    expect(windowAround(text, text.indexOf('HIT'))).toContain('HIT');
  });

  test('any chunking of the bytes gives the same lines', () => {
    const bytes = new TextEncoder().encode('€uro\r\nfoo €\n\nfoo\r\nlast foo');
    const options = { source: 'foo', flags: 'u', before: 1, after: 1, countOnly: false, maxLines: 100 };
    const whole = new LineScan(options);
    whole.push(bytes);
    const expected = whole.end();
    expect(expected.lines.map(({ line, isMatch, text }) => `${line}${isMatch ? ':' : '-'}${text}`)).toEqual([
      '1-€uro',
      '2:foo €',
      '3-',
      '4:foo',
      '5:last foo',
    ]);
    for (let size = 1; size < bytes.length; size += 1) {
      const scan = new LineScan(options);
      for (let at = 0; at < bytes.length; at += size) scan.push(bytes.subarray(at, at + size));
      expect(scan.end()).toEqual(expected);
    }
  });
});

describe('glob and ls', () => {
  test('a hundred files are shown, a hundred and one are not, and the result says so', async () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`d/f${at}.txt`, 'x']));
    const { run } = await openToolBench({ ...files, 'one.md': 'x' });
    const many = await run('Glob', { pattern: '**/*.txt' });
    expect(many.record.output.lines).toBe(100);
    expect(many.text).toContain('(Showing 100 of 101 files.');
    expect((await run('Glob', { pattern: '*.md' })).text).toBe(`${workspace}/one.md\n`);
    expect((await run('Glob', { pattern: '*.nope' })).text).toBe('No files found');
    expect((await run('LS', { path: workspace })).text).toBe('d/\none.md\n');
    expect((await run('LS', { path: `${workspace}/one.md` })).text).toContain('is a file');
    expect((await run('LS', { path: '/nowhere' })).text).toContain('does not exist');
  });
});
