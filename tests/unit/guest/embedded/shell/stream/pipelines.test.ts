import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inGuestBash, withoutLine } from '../oracle.ts';
import { realAnswers } from '../realAnswers.ts';
import { TestShell } from '../shellHarness.ts';
import { pipelineScripts } from './pipelineScripts.ts';

const real = realAnswers(new URL('./pipelines.answers.json', import.meta.url));

/** Above the size up to which `< file` is read at once, in few lines: loops read each of them. */
const longWord = 'line'.padEnd(120, 'e');
const big = `${Array.from({ length: 700 }, (_none, index) => `${longWord} ${index}`).join('\n')}\n`;
const files = { big, small: 'a b\nc\\d e\n\n last' };

it.runIf(real.areThere).each(pipelineScripts)('does as bash does: %s', async (script) => {
  const [bash, guest] = await Promise.all([real.inRealBash(script, files), inGuestBash(script, files)]);
  expect(withoutLine(guest)).toEqual(withoutLine(bash));
});

// Where the input ends with a backslash the real bash's `read` has a byte 1 for it.
const lines = fc
  .string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '\n', '\\', '0'), maxLength: 60 })
  .map((text) => text.replace(/\\+$/, ''));

const stages = [
  'cat',
  'tail -n 2',
  'head -n 3',
  'tr a-b x-y',
  'tac',
  'sort',
  'uniq -c',
  'grep -n a',
  "sed 's/a/[&]/g'",
  'wc',
  'tee t',
  'base64',
  '{ read x; echo "<$x>"; cat; }',
  '{ IFS= read -r x; printf "%s|" "$x"; cat; }',
  'while read -r a b; do echo "$b-$a"; done',
  'while IFS= read -r l; do echo "${#l}"; done',
  '(head -n 1; x=1; echo "$x")',
  'f',
  'if read -r x; then echo "$x"; cat; else echo none; fi',
  '{ mapfile -t m; echo "${#m[@]} ${m[0]-}"; }',
  'xargs -n 1 echo 2>/dev/null',
  'awk "{ print NR, \\$1 }"',
  'bash -c \'read -r q; echo "$q"; cat\'',
] as const;

it.runIf(real.areThere)(
  'does as bash does in pipelines of any stages, and leaves its variables alone',
  async () => {
    const pipelines = fc.array(fc.constantFrom(...stages), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lines, pipelines, async (text, chosen) => {
        // Quotes of one broken line make xargs complain in words of its own.
        const script = `f() { x=f; cat; }; x=0; cat in | ${chosen.join(' | ')}; echo "$? \${PIPESTATUS[*]} $x"`;
        const input = { in: text };
        const [bash, guest] = await Promise.all([real.inRealBash(script, input), inGuestBash(script, input)]);
        // A stage may have met a reader that had left, or not: that depends on who is faster. 125 is xargs's word for it.
        const plain = (outcome: string): string => outcome.replace(/\b(141|125)\b/g, '0');
        expect(plain(guest.stdout)).toBe(plain(bash.stdout));
      }),
      { numRuns: 60 },
    );
  },
  120_000,
);

it('writes the same whether the stages run together or one after the other', async () => {
  const pipelines = fc.array(fc.constantFrom(...stages), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(lines, pipelines, async (text, chosen) => {
      const script = `f() { cat; }; cat in | ${chosen.join(' | ')}`;
      const outcomes = [];
      for (const streams of [true, false]) {
        const shell = new TestShell();
        shell.memory.writeFile('/home/user/project/in', new TextEncoder().encode(text));
        const { stdout, stderr } = await shell.run(script, { streams });
        outcomes.push({ stdout, stderr });
      }
      // One after the other the interpreter forgets the input of a compound command that is not a group or a loop.
      if (!/\bif read|head -n 1; x|read x; echo|read -r x; printf|mapfile|read -r q/.test(script)) {
        expect(outcomes[0]).toEqual(outcomes[1]);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

it('lets the other stages run while one sleeps', async () => {
  const shell = new TestShell();
  const ran = await shell.run(
    // What it waits for only the other stage makes.
    '{ echo early; until [ -e "got early" ]; do sleep 0.05; done; echo late; } | while read -r l; do echo "got $l"; touch "got $l"; done',
  );
  expect(ran.stdout).toBe('got early\ngot late\n');
});

it('follows a file into a pipe until its reader has enough', async () => {
  const shell = new TestShell();
  await shell.run('echo one > log');
  const running = shell.run('tail -f log | head -2');
  await shell.files.appendFile('/home/user/project/log', new TextEncoder().encode('two\nthree\n'));
  const ran = await running;
  expect([ran.stdout, ran.stderr]).toEqual(['one\ntwo\n', '']);
});

it('holds no more of an endless writer than its reader asks for', async () => {
  const ran = await new TestShell().run(
    'yes | head -c 50M | tail -c 2 | wc -c; yes | { sleep 0.1; head -1; }',
    {
      maxBuiltBytes: 100_000,
    },
  );
  expect([ran.stdout, ran.notes]).toEqual(['2\ny\n', []]);
});

it('names a command that could take in only a part of an endless input', async () => {
  // Long lines: a megabyte of short ones is half a million for rg to look at.
  const line = 'y'.repeat(200);
  const ran = await new TestShell().run(`yes ${line} | rg y | head -1`);
  expect([ran.stdout, ran.notes]).toEqual([
    `1:${line}\n`,
    [
      {
        code: 'guest-output-limit',
        detail: 'rg: its input was cut at 1048576 bytes, because it cannot be read piece by piece',
      },
    ],
  ]);
});

it('stops all stages of a pipeline at a timeout around it', async () => {
  const ran = await new TestShell().run(
    "timeout 0.2 bash -c 'while :; do echo a; done | while read -r l; do :; done'; echo $?; timeout 0.2 bash -c 'yes | sleep 9'; echo $?",
  );
  expect(ran.stdout).toBe('124\n124\n');
});
