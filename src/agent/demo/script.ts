import type { ModelRef } from '../../core/index.ts';
import type { ModelScript } from '../../models/index.ts';

export const demoTitle = 'Demo: tests that fail';
export const demoModel: ModelRef = { provider: 'scripted', model: 'demo' };
/** What the user is offered to send. */
export const demoPrompt = 'The tests fail. Find out why, and fix it.';

/** Long enough to see each step arrive, short enough not to wait for. */
const delayMs = 250;

/**
 * What the scripted model does. It acts on what its results say: paths and line numbers are read out of them,
 * so that under another profile, or with a changed library, it still follows what it was really sent.
 */
export const demoScript: ModelScript = {
  steps: [
    {
      delayMs,
      text: 'I will run the tests first and see how they fail.',
      calls: [{ tool: 'Bash', input: { command: 'npm test', description: 'Run the tests' } }],
    },
    {
      delayMs,
      text: 'They fail, and their log is too long to be shown here. The whole of it was saved, so I will search that file for the failing test instead of running the tests again.',
      calls: [
        {
          tool: 'Grep',
          input: {
            pattern: '^\\s*not ok',
            path: '{{match:saved to: (/[^ \\n]+)/[^/ \\n]+\\.txt}}',
            output_mode: 'content',
            '-n': true,
          },
        },
      ],
    },
    {
      delayMs,
      text: 'One test fails, far behind the preview. I will read the log around it.',
      calls: [
        {
          tool: 'Read',
          input: {
            file_path: '{{match:^(/[^ :]+\\.txt):}}',
            offset: '{{match:\\.txt:(\\d+):}}',
            limit: 16,
          },
        },
      ],
    },
    {
      delayMs,
      text: 'Three parts of 3 cents add up to 4: a cent too much is given away. I will look at the function that splits.',
      calls: [{ tool: 'Read', input: { file_path: '/home/user/project/src/allocate.js' } }],
    },
    {
      delayMs,
      text: 'Each part is rounded, so several can be rounded up, and the loop below only ever adds what is missing. Rounded down, the parts never give more than there is.',
      calls: [
        {
          tool: 'Edit',
          input: {
            file_path: '/home/user/project/src/allocate.js',
            old_string: 'Math.round(',
            new_string: 'Math.floor(',
          },
        },
      ],
    },
    {
      delayMs,
      text: 'Now the tests again. I keep their log in a file and look at the end of it.',
      calls: [
        {
          tool: 'Bash',
          input: {
            command: 'npm test > test.log 2>&1; echo "exit $?"; tail -n 8 test.log',
            description: 'Run the tests again',
          },
        },
      ],
    },
    {
      delayMs,
      text: 'The tests pass. The cause was one word in src/allocate.js: parts were rounded with Math.round, which can give away more than the whole, instead of Math.floor.',
    },
  ],
  endText:
    'That was my whole script. Choose the parrot to run a command of your own, or put in a key to go on with a real model.',
};
