import { expect, it } from 'vitest';
import { bashCases } from './bashCases.ts';
import { ownScripts } from './differentialScripts.ts';
import { shellAfter } from './shellHarness.ts';

/** What a script leaves behind, apart from when and in which order the two streams came. */
async function outcome(command: string, streams: boolean) {
  const shell = await shellAfter(bashCases.setup);
  const ran = await shell.run(command, { streams });
  const { stdout, exitCode } = ran;
  // The trace of a call comes after the trace of what it calls where that streams.
  const stderr = ran.stderr.split('\n').sort();
  return { stdout, stderr, exitCode, cwd: ran.state.cwd, env: ran.state.env };
}

// Tell the time, or need the transform to do at all what they should (a trap before `exit`, read-only locals).
const leftOut = /^timeout 0\.2|date \+|RANDOM|^sleep 5 &|time |trap .*exit|local -r/;

it('writes the same with and without streaming', async () => {
  const scripts = [...ownScripts, ...bashCases.cases.map(({ command }) => command)];
  expect(ownScripts.length).toBeGreaterThanOrEqual(100);
  const different: unknown[] = [];
  for (const script of scripts.filter((text) => !leftOut.test(text))) {
    const [streamed, plain] = [await outcome(script, true), await outcome(script, false)];
    if (JSON.stringify(streamed) !== JSON.stringify(plain)) different.push({ script, streamed, plain });
  }
  expect(different).toEqual([]);
}, 240_000);
