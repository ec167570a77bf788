import type { ModelRef } from '../../core/index.ts';
import type { ModelScript } from '../../models/index.ts';

export const demoTitle = 'Demo: a build that fails';
export const demoModel: ModelRef = { provider: 'scripted', model: 'demo' };
/** What the user is offered to send. */
export const demoPrompt = 'The build fails. Find out why, and fix it.';

/** Long enough to see each step arrive, short enough not to wait for. */
const delayMs = 250;

/**
 * What the scripted model does. It acts on what its results say: paths and line numbers are read out of them,
 * so that under another profile, or with a changed build, it still follows what it was really sent.
 */
export const demoScript: ModelScript = {
  steps: [
    {
      delayMs,
      text: 'I will run the build first and see how it fails.',
      calls: [{ tool: 'Bash', input: { command: 'bash build.sh', description: 'Run the build' } }],
    },
    {
      delayMs,
      text: 'The build failed and its log is too long to be shown here. The whole of it was saved, so I will search that file for errors instead of running the build again.',
      calls: [
        {
          tool: 'Grep',
          input: {
            pattern: 'error:',
            path: '{{match:saved to: (/[^ \\n]+)/[^/ \\n]+\\.txt}}',
            output_mode: 'content',
            '-n': true,
          },
        },
      ],
    },
    {
      delayMs,
      text: 'There is one error, far behind the preview. I will read the log around it.',
      calls: [
        {
          tool: 'Read',
          input: {
            file_path: '{{match:^(/[^ :]+\\.txt):}}',
            offset: '{{match:\\.txt:(\\d+):}}',
            limit: 12,
          },
        },
      ],
    },
    {
      delayMs,
      text: 'A setting uses a variable that nobody defines. I will look at the file that the log names.',
      calls: [{ tool: 'Read', input: { file_path: '/home/user/project/config/app.conf' } }],
    },
    {
      delayMs,
      text: 'REPORT_DIR says BUILD_ROT where BUILD_ROOT is meant: a typing mistake.',
      calls: [
        {
          tool: 'Edit',
          input: {
            file_path: '/home/user/project/config/app.conf',
            old_string: '$BUILD_ROT/',
            new_string: '$BUILD_ROOT/',
          },
        },
      ],
    },
    {
      delayMs,
      text: 'Now the build again. I keep its log in a file and look at the end of it.',
      calls: [
        {
          tool: 'Bash',
          input: {
            command: 'bash build.sh > build.log 2>&1; echo "exit $?"; tail -n 2 build.log',
            description: 'Run the build again',
          },
        },
      ],
    },
    {
      delayMs,
      text: 'The build passes. The cause was one letter in config/app.conf: REPORT_DIR used $BUILD_ROT, which is not defined, instead of $BUILD_ROOT.',
    },
  ],
  endText:
    'That was my whole script. Choose the parrot to run a command of your own, or put in a key to go on with a real model.',
};
