import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findText, replaceSpans } from '../../../../src/agent/tools/textReplace.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench, textOf } from '../../../hosts/fakes/testBench.ts';
import { openToolBench } from '../../../hosts/fakes/toolBench.ts';

const workspace = '/home/user/project';
const encode = (text: string) => new TextEncoder().encode(text);

describe('edit', () => {
  test('row 18: only the edited span changes on disk, line ends of other lines stay', async () => {
    const { run, guest } = await openToolBench({ 'a.txt': 'a\r\nb\nc\rd\n' });
    await run('Edit', { file_path: 'a.txt', old_string: 'b', new_string: 'B' });
    expect(textOf(await guest().fs.read(`${workspace}/a.txt`))).toBe('a\r\nB\nc\rd\n');
  });

  test('a text of several lines is found in a CRLF file and its new lines end alike', async () => {
    const { run, guest } = await openToolBench({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' });
    const { text } = await run('Edit', {
      file_path: 'a.txt',
      old_string: 'one\ntwo',
      new_string: '1\n2\n2b',
    });
    expect(text).toBe(`Edited ${workspace}/a.txt: 1 replacement`);
    expect(textOf(await guest().fs.read(`${workspace}/a.txt`))).toBe('1\r\n2\r\n2b\r\nthree\r\n');
  });

  test('says what is wrong: not found, not unique, missing, the same, empty', async () => {
    const { run, guest } = await openToolBench({ 'a.txt': 'x x x\n' });
    const edit = (old_string: string, new_string: string, more = {}) =>
      run('Edit', { file_path: 'a.txt', old_string, new_string, ...more });
    expect((await edit('y', 'z')).text).toContain('was not found');
    const twice = await edit('x', 'z');
    expect(twice.text).toContain('occurs 3 times');
    expect(twice.record.facts).toEqual({ kind: 'edit-refused', path: `${workspace}/a.txt`, occurrences: 3 });
    expect((await edit('x', 'x')).text).toContain('nothing to change');
    expect((await edit('', 'x')).text).toContain('must not be empty');
    expect((await run('Edit', { file_path: 'no.txt', old_string: 'a', new_string: 'b' })).text).toContain(
      'does not exist',
    );
    expect(textOf(await guest().fs.read(`${workspace}/a.txt`))).toBe('x x x\n');
    expect((await edit('x', 'z', { replace_all: true })).text).toContain('3 replacements');
    expect(textOf(await guest().fs.read(`${workspace}/a.txt`))).toBe('z z z\n');
  });

  test('bytes that are no text are left as they are', () => {
    const bytes = new Uint8Array([0xff, 0xfe, ...encode('find'), 0x80, 0x00]);
    const spans = findText(bytes, 'find');
    expect([...replaceSpans(bytes, spans, 'go')]).toEqual([0xff, 0xfe, ...encode('go'), 0x80, 0x00]);
  });

  test('replacing in a file with plain line ends is what String.replaceAll does', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ab\n€]{0,40}$/u),
        fc.stringMatching(/^[ab\n€]{1,4}$/u),
        fc.stringMatching(/^[xy]{0,4}$/),
        (content, from, to) => {
          const bytes = encode(content);
          expect(textOf(replaceSpans(bytes, findText(bytes, from), to))).toBe(
            content.replaceAll(from, () => to),
          );
        },
      ),
    );
  });

  test('two edits of one file in one step are both in it', async () => {
    const { workbench, guest } = await openTestBench([
      calls(call('Write', { file_path: 'a.txt', content: 'one two' })),
      calls(
        call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: '1' }, 'a'),
        call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: '2' }, 'b'),
      ),
      say('done'),
    ]);
    const session = await workbench.createSession();
    await session.send('go');
    expect(textOf(await guest().fs.read(`${workspace}/a.txt`))).toBe('1 2');
    await workbench.dispose();
  });
});

describe('write', () => {
  test('makes folders, says whether the file is new, and refuses a folder', async () => {
    const { run, guest } = await openToolBench({ 'dir/x': '' });
    expect((await run('Write', { file_path: 'new/deep/a.txt', content: 'hé' })).text).toBe(
      `Created ${workspace}/new/deep/a.txt (3 bytes)`,
    );
    expect((await run('Write', { file_path: 'new/deep/a.txt', content: '' })).text).toBe(
      `Replaced ${workspace}/new/deep/a.txt (0 bytes)`,
    );
    expect((await run('Write', { file_path: 'dir', content: 'x' })).text).toContain('is a folder');
    expect(textOf(await guest().fs.read(`${workspace}/new/deep/a.txt`))).toBe('');
  });
});
