import { expect, test } from 'vitest';
import { TestShell } from './shellHarness.ts';

async function notesOf(command: string) {
  const { notes } = await new TestShell().run(command);
  return notes;
}

test.each([
  ['(echo bad; exit 1) | tail -1', [1, 0]],
  ['(yes; exit 2) | head -2; yes | (exit 7) | true', [141, 7, 0]],
  ['true | false | (exit 3)', [0, 1, 3]],
  ['set -u; IFS=5; (exit 5) | cat', [5, 0]],
  ['set -o pipefail; (exit 2) | cat', [2, 0]],
  ['! false | true', [1, 0]],
  ['true && false | cat', [1, 0]],
  ['echo first; for i in 1 2; do (exit $i) | cat; done', [2, 0]],
])(
  'a command that ends with a pipeline of which a part before the last failed (%s) tells the exits of all',
  async (command, exits) => {
    expect(await notesOf(command)).toEqual([
      { code: 'pipeline-stages', detail: `exits of the stages: ${exits.join(' ')}`, exits },
    ]);
  },
);

test.each([
  'true | true',
  'true | false',
  // Written after its reader had enough: no failure, and whether it comes to that is chance.
  'yes | head -2',
  'false',
  'false | true; echo after',
  'false | true; exit 0',
  'f() { false | true; }; f',
  'x=$(false | true)',
  "trap 'echo bye' EXIT; false | true",
  "bash -c 'false | true'",
  '',
])('any other command (%s) tells none', async (command) => {
  expect(await notesOf(command)).toEqual([]);
});

test('a pipeline of the run before is not told again', async () => {
  const shell = new TestShell();
  await shell.run('false | true');
  expect((await shell.run('# nothing')).notes).toEqual([]);
});
