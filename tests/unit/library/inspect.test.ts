import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkOf, recordingFile } from '../../../src/core/index.ts';
import { createNodeIo, run } from '../../../src/library/commandLine/index.ts';
import { fullRecording, sampleRecording } from '../core/recording/samples.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspect(...argv: readonly string[]) {
  const said = { stdout: '', stderr: '' };
  const code = await run(['inspect', ...argv], {
    ...createNodeIo(folder),
    stdout: async (text) => {
      said.stdout += text;
    },
    stderr: async (text) => {
      said.stderr += text;
    },
  });
  return { code, ...said };
}

const hostile = '\u001b]0;owned\u0007\u009b2J\nmake';
const recording = sampleRecording({ command: hostile });
const printed = `title     "A session"
made by   Spillway "0.1.0"
profile   "claude-code" version ${recording.profile.version}
model     "scripted" "demo", tokens by o200k_base
guest     embedded, seed 7, virtual time, 1 files
turn 1    "build it"
  1.1  says "I try."
  1.1  calls "Bash" "{\\"command\\":\\"\\\\u001b]0;owned\\\\u0007\\u009b2J\\\\nmake\\"}"
  1.1.0  ok, 6 bytes, derived
  1.2  says "Done."
`;

test('prints what is in a link, without a control that would move a terminal', async () => {
  expect(await inspect(`https://example.test/app/#${linkOf(recording)}`)).toEqual({
    code: 0,
    stdout: printed,
    stderr: '',
  });
});

test('prints the same of a file, and the whole document as JSON', async () => {
  await writeFile(join(folder, 'a.spillway.json.gz'), recordingFile(recording));
  expect((await inspect('a.spillway.json.gz')).stdout).toBe(printed);
  expect(JSON.parse((await inspect('a.spillway.json.gz', '--json')).stdout)).toEqual(recording);
});

test('of what is no recording says so in one sentence and ends with 1', async () => {
  await writeFile(join(folder, 'b.txt'), 'hello');
  expect(await inspect('b.txt')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'This file is no recording: choose one that ends in .spillway.json.gz.\n',
  });
  expect((await inspect(linkOf(recording).slice(0, -9))).stderr).toBe(
    'This link was cut: 9 characters are missing at its end. Copy the whole of it, or ask for the recording as a file.\n',
  );
  expect((await inspect()).code).toBe(2);
});

test('prints jobs, wakes, commands of the user, what was told and the steps of sub-agents, in their order', async () => {
  const { stdout } = await inspect(`/r/${linkOf(fullRecording()).slice(3)}`);
  const lines = stdout.split('\n').slice(13);
  expect(lines).toEqual([
    '  0.2.1  the user runs "ls"',
    '  0.2.1  ok, 6 bytes, derived',
    'turn 2    "and now serve it"',
    '  the model is told of the command 0.2.1 at its start',
    '  2.1  calls "Bash" "{\\"command\\":\\"serve\\"}"',
    '  2.1  calls "Task" "{\\"prompt\\":\\"look\\"}"',
    '  "job_1" begins behind 2.1.0: "serve"',
    '  2.1.0  ok, 0 bytes, derived',
    '  | turn 900000001    "look"',
    '  | 900000001.1  says "I looked."',
    '  2.1.1  ok, 10 bytes, inlined',
    '  "job_1" ends: ok, 10 bytes, derived',
    'turn 3    begun by the end of a job',
    '  the model is told of the end of "job_1" at its start',
    '  3.1  says "It has ended."',
    '',
  ]);
});
