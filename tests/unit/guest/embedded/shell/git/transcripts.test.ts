import { describe, expect, it } from 'vitest';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import { freshState, TestShell } from '../shellHarness.ts';
import transcripts from './transcripts.json' with { type: 'json' };

/** What the real git answered, recorded by `record.mjs`. Dates are fixed, so names of objects are equal too. */
describe(`answers as ${transcripts.version} did`, () => {
  for (const { title, steps, ...more } of transcripts.cases) {
    // Names and dates of all that is made, where a script does not set them itself.
    const dated = 'dated' in more ? transcripts.dated : {};
    it(`in ${title}`, async () => {
      const shell = new TestShell();
      let { cwd } = freshState;
      for (const step of steps) {
        shell.state = {
          ...freshState,
          cwd,
          env: { ...freshState.env, ...transcripts.environment, ...dated },
        };
        const ran = await shell.run(step.command, { loadBundle: async () => ({ git }) });
        cwd = shell.state.cwd;
        const { stdout, stderr, exitCode } = ran;
        expect({ command: step.command, stdout, stderr, exitCode }).toEqual(step);
      }
    }, 30_000);
  }
});
