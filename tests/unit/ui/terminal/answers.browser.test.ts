import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { keysOf } from '../../../../src/guest/embedded/page/editorKeys.ts';
import { LineEditor } from '../../../../src/guest/embedded/page/lineEditor.ts';

test('whatever an output asks the emulator, its answers type nothing into the line', async () => {
  const host = document.createElement('div');
  document.body.append(host);
  const terminal = new Terminal({ cols: 80, rows: 24 });
  terminal.open(host);
  const answers: string[] = [];
  terminal.onData((data) => answers.push(data));
  const esc = '\x1b';
  const asked = [
    ...[
      '[c',
      '[>c',
      '[=c',
      '[5n',
      '[6n',
      '[?6n',
      '[?15n',
      '[?25n',
      '[?26n',
      '[?53n',
      '[?996n',
      'Z',
      '[>q',
      '[x',
    ],
    ...['[18t', '[14t', '[19t', '[20t', '[21t', '[?1$p', '[?2004$p', '[4$p', '[?1004h', '[?1003h', '[?1006h'],
    ...[
      'P$qm\x1b\\',
      'P$q"p\x1b\\',
      'P$q q\x1b\\',
      'P$qr\x1b\\',
      'P$qevil;rm -rf ~\r\x1b\\',
      'P+q544e\x1b\\',
    ],
    ...[
      ']10;?\x07',
      ']11;?\x1b\\',
      ']12;?\x07',
      ']4;1;rgb:de/ad/be\x07',
      ']4;1;?;2;?\x07',
      ']52;c;?\x07',
      ']0;x\r\x07',
    ],
    ...['[?u', '[>1u', '_Ga=q;\x1b\\', '[?9001h', '[21t\x05'],
  ];
  await new Promise<void>((done) => terminal.write(asked.map((each) => esc + each).join(''), done));
  terminal.focus();
  terminal.blur();
  expect(answers.length).toBeGreaterThan(10);
  const editor = new LineEditor(80);
  editor.begin('$ ', '$ ');
  const steps = answers.flatMap(keysOf).map((key) => editor.press(key));
  expect([editor.text, steps.filter(({ event, output }) => event !== null || output !== '')]).toEqual([
    '',
    [],
  ]);
  terminal.dispose();
  host.remove();
});
