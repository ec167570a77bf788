import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest, type Guest } from '../../../../../src/guest/index.ts';

/** What a person types for a program that reads, in the real guest. */

let guest: Guest;

beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});

afterAll(() => guest.dispose());

/** A terminal and what it has shown so far, without colours. */
function openTerminal() {
  const terminal = guest.openTerminal({ columns: 500, rows: 24 });
  const decoder = new TextDecoder();
  let text = '';
  let look = () => {};
  void (async () => {
    for await (const bytes of terminal.output) {
      text += decoder.decode(bytes, { stream: true });
      look();
    }
  })();
  const shown = () => text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '');
  let written = 0;
  /** Types once something came since the last keys and the screen ends so. */
  const after = (end: string, keys: string) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (shown().length === written || !shown().endsWith(end)) return;
        look = () => {};
        if (keys !== '') written = shown().length;
        terminal.write(keys);
        resolve();
      };
      look();
    });
  const command = (line: string) => after(' $ ', `${line}\r`);
  const run = async (line: string, ...answers: readonly (readonly [end: string, keys: string])[]) => {
    await command(line);
    for (const [end, keys] of answers) await after(end, keys);
    await after(' $ ', '');
    const whole = shown();
    const from = whole.lastIndexOf(`$ ${line}`) + line.length + 2;
    return whole.slice(from, whole.lastIndexOf('~')).replaceAll('\r\n', '\n');
  };
  return { run, terminal };
}

test('read asks with its prompt and takes a line, corrected as it is typed', async () => {
  const { run, terminal } = openTerminal();
  expect(await run('read -p "name? " name; echo "[$name]"', ['name? ', 'bop\x7fb\r'])).toBe(
    '\nname? bop\b \bb\n[bob]\n',
  );
  expect(await run('read -sp "secret: " s; echo; echo "$s" | wc -c', ['secret: ', 'abc\r'])).toBe(
    '\nsecret: \n4\n',
  );
  expect(await run('read -n1 -p "key? " k; echo; echo "<$k>"', ['key? ', 'y'])).toBe('\nkey? y\n<y>\n');
  terminal.dispose();
});

test('cat reads the terminal line by line until Ctrl-D, and a test knows that it is one', async () => {
  const { run, terminal } = openTerminal();
  expect(await run('cat', ['cat\r\n', 'one\r'], ['one\r\none\r\n', '\x04'])).toBe('\none\none\n');
  expect(await run('[ -t 0 ] && echo tty; echo x | { [ -t 0 ] || echo pipe; }')).toBe('\ntty\npipe\n');
  terminal.dispose();
});

test('a node program asks by readline, and Ctrl-C ends one that waits', async () => {
  const { run, terminal } = openTerminal();
  const asks =
    "const r = require('readline').createInterface({ input: process.stdin, output: process.stdout }); r.question('age? ', (a) => { console.log(a * 2); r.close(); })";
  expect(await run(`node -e "${asks}"`, ['age? ', '21\r'])).toBe('\nage? 21\n42\n');
  expect(await run('bash -c \'read -p "more? " x\'; echo no', ['more? ', 'a\x03'])).toContain('^C');
  expect(await run('select x in red green; do echo "$x"; break; done', ['#? ', '2\r'])).toBe(
    '\n1) red\n2) green\n#? 2\ngreen\n',
  );
  terminal.dispose();
});
