import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeLine } from '../../../../../src/guest/embedded/page/completion.ts';
import { keysOf } from '../../../../../src/guest/embedded/page/editorKeys.ts';
import { LineEditor } from '../../../../../src/guest/embedded/page/lineEditor.ts';
import { EmbeddedTerminal } from '../../../../../src/guest/embedded/page/terminal.ts';
import { GuestFsError, type GuestShell } from '../../../../../src/guest/index.ts';
import { TestShell } from '../shell/shellHarness.ts';

/** Names, histories and outputs that want to be obeyed by the terminal or typed into its line. */

const esc = '\x1b';
const st = `${esc}\\`;

test.each([
  ['primary attributes', `${esc}[?1;2c`],
  ['secondary attributes', `${esc}[>0;276;0c`],
  ['cursor position', `${esc}[12;34R`],
  ['private cursor position', `${esc}[?12;34R`],
  ['a mode', `${esc}[?2004;2$y`],
  ['a colour', `${esc}]11;rgb:ffff/ffff/ffff${st}`],
  ['a colour, ended by a bell', `${esc}]4;1;rgb:dead/beef/cafe\x07`],
  ['a setting', `${esc}P1$r0;1m${st}`],
  ['the version', `${esc}P>|xterm.js(6.0.0)${st}`],
  ['the size', `${esc}[8;24;80t`],
  ['focus', `${esc}[I${esc}[O`],
  ['a mouse', `${esc}[<0;10;20M${esc}[<0;10;20m`],
])('an answer of the terminal, %s, types nothing', (_name, answer) => {
  const editor = new LineEditor(40);
  editor.begin('$ ', '$ ');
  const output = keysOf(`a${answer}b`).map((key) => editor.press(key).output);
  expect([editor.text, output.join('')]).toEqual(['ab', 'ab']);
});

test('Escape, Alt with a key and what follows stay keys of their own', () => {
  expect(keysOf(`${esc}`)).toEqual([esc]);
  expect(keysOf(`${esc}]a`)).toEqual([`${esc}]`, 'a']);
  expect(keysOf(`${esc}Pb${esc}f`)).toEqual([`${esc}P`, 'b', `${esc}f`]);
});

function source(name: string) {
  return {
    cwd: '/w',
    home: '/h',
    variables: ['AB', `A${esc}[2J`],
    commands: async () => [],
    readdir: async () => [{ name, kind: 'file' as const }],
  };
}

test('a completed name is that name to the shell, whatever is in it and whichever quote is open', async () => {
  const shell = new TestShell();
  const units = fc.constantFrom(...'ab\'"\\$`!;&|(){}~*?# \n\t\r\x1b\x07\x7f\x85é'.split(''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(units, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('', "'", '"'),
      async (letters, quote) => {
        const name = `x${letters.join('')}`;
        const before = `printf %s ${quote}x`;
        const { insert } = await completeLine(before, source(name));
        expect(insert).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        const { stdout } = await shell.run(`${before}${insert}`);
        expect(stdout).toBe(name);
      },
    ),
    { numRuns: 60 },
  );
});

test('a variable with a name that is none is not offered', async () => {
  expect((await completeLine('echo $A', source('x'))).candidates).toEqual(['AB']);
});

function terminalOver(history: string | null, cwd: string, names: readonly string[]) {
  const shell: GuestShell = {
    state: { cwd, env: {}, prelude: '' },
    run: () => {
      throw new Error('nothing is run here');
    },
  };
  const asked: unknown[] = [];
  const bytes = new TextEncoder().encode(history ?? '');
  const terminal = new EmbeddedTerminal(shell, {
    columns: 80,
    rows: 24,
    home: '/home/user',
    commands: async () => [],
    files: {
      async stat(path) {
        if (history === null) throw new GuestFsError('ENOENT', path);
        return { kind: 'file', size: bytes.length, mode: 0o600, mtimeMs: 0 };
      },
      async read(_path, range) {
        asked.push(range);
        return bytes.slice(range?.offset, (range?.offset ?? 0) + (range?.length ?? bytes.length));
      },
      append: async () => {},
      readdir: async () => names.map((name) => ({ name, kind: 'file' as const })),
    },
  });
  const shown = async (mark: string) => {
    let text = '';
    for await (const piece of terminal.output) {
      text += new TextDecoder().decode(piece);
      if (text.includes(mark)) break;
    }
    return text;
  };
  return { terminal, asked, shown };
}

/** Everything but what the editor itself sends: colours, cursor movements and erasing. */
function strange(text: string): string[] {
  return text.replaceAll(/\x1b\[[\d;]*[mABGJ]/g, '').match(/[\x00-\x09\x0b-\x0c\x0e-\x1f\x7f-\x9f]/g) ?? [];
}

test('names in a list, the folder in the prompt and lines of the history are shown without their control characters', async () => {
  const evil = `${esc}]0;owned\x07${esc}[2J\x9b6n`;
  const listed = terminalOver(null, `/home/user/${evil}`, [`x${evil}`, 'y', `xx${evil}`]);
  listed.terminal.write('cat \t#end');
  const list = await listed.shown('#end');
  expect([strange(list), list.includes('x?]0;owned??[2J?6n')]).toEqual([[], true]);
  const recalled = terminalOver(`echo ${evil}\n`, '/', []);
  await new Promise((done) => setImmediate(done));
  recalled.terminal.write(`${esc}[A${esc}[D #end`);
  const line = await recalled.shown('#end');
  expect([strange(line), line.includes('echo ?]0;owned??[2J?6n')]).toEqual([[], true]);
});

test('of a history that somebody made huge the newest part is read', async () => {
  const { asked } = terminalOver(`${'x'.repeat(300 * 1024)}\nlast\n`, '/', []);
  await new Promise((done) => setImmediate(done));
  expect(asked).toEqual([{ offset: 300 * 1024 + 6 - 256 * 1024, length: 256 * 1024 }]);
});
