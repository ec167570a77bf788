import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ParsedOutput,
  presentOutput,
  profileById,
  profileRef,
  profiles,
  resolveLimits,
  signalNames,
} from '../../../src/core/index.ts';
import { createNodeIo, run } from '../../../src/library/commandLine/index.ts';

const places = {
  sessionId: 'session',
  home: '/home/user',
  workspace: '/home/user/project',
  usedStems: new Set<string>(),
};
const encoder = new TextEncoder();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function command(argv: readonly string[], stdin: string | Uint8Array = '', isTerminal = false) {
  const said = { stdout: '', stderr: '' };
  const code = await run(argv, {
    ...createNodeIo(folder),
    stdinIsTerminal: isTerminal,
    stdin: async () => (typeof stdin === 'string' ? encoder.encode(stdin) : stdin),
    stdout: async (text) => {
      said.stdout += text;
    },
    stderr: async (text) => {
      said.stderr += text;
    },
  });
  return { code, ...said };
}

describe('present', () => {
  test('prints exactly what a session would send, for every profile', async () => {
    const bytes = encoder.encode(`${'0123456789 é😀\u001b[31m\r\n'.repeat(4_000)}no newline at the end`);
    for (const profile of profiles) {
      const ref = profileRef(profile);
      const { sent } = presentOutput(
        new ParsedOutput({
          tool: 'bash',
          chunks: [{ stream: 'stdout', bytes }],
          exitCode: 3,
          signal: null,
          endedBy: 'itself',
          timeoutMs: resolveLimits(profile, ref).defaultTimeoutMs,
          durationMs: 0,
          callId: 'toolu_9',
          contextTokensLeft: null,
        }),
        ref,
        places,
      );
      const printed = await command(
        ['present', '--profile', profile.id, '--exit', '3', '--call-id', 'toolu_9'],
        bytes,
      );
      expect(printed, profile.id).toEqual({ code: 0, stdout: sent.text, stderr: '' });
    }
  });

  test('an end by signal, timeout or user is worded; stderr comes after stdout', async () => {
    await writeFile(join(folder, 'err.txt'), 'bad\n');
    const argv = ['present', '--profile', 'better-fs-tools', '--stderr', 'err.txt', '--duration-ms', '500'];
    const said = async (...more: string[]) => (await command([...argv, ...more], 'good\n')).stdout;
    expect(await said('--signal', 'SIGKILL')).toBe('Ended by SIGKILL · 0.5 s\ngood\nbad');
    expect(await said('--timed-out', '--timeout-ms', '61000')).toBe(
      'Timed out after 61 s. The process tree was stopped.\ngood\nbad',
    );
    expect(await said('--aborted')).toBe(
      'Ended by SIGTERM · 0.5 s\ngood\nbad\n\n[bash:aborted] Aborted after 0.5 s. The process tree was stopped.',
    );
    expect(await said('--option', 'max-lines=1', '--option=head-percent=100')).toMatch(
      /^Exit code 0 · 0\.5 s\ngood\n\[… 1 lines \(4 B\) not shown\] Full output: \S+\.log$/,
    );
  });

  test('a tool may be named as the harness names it', async () => {
    const output = 'x'.repeat(40_000);
    const ours = await command(['present', '--profile', 'claude-code', '--tool', 'grep'], output);
    expect(await command(['present', '--profile', 'claude-code', '--tool', 'Grep'], output)).toEqual(ours);
  });

  test('--json gives text, pieces with their words, the saved file and counted tokens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profiles.map(({ id }) => id)),
        fc.integer({ min: 0, max: 60_000 }),
        async (id, units) => {
          const argv = ['present', '--profile', id, '--json'];
          const output = 'hello world\n'.repeat(units / 12);
          const plain = await command(argv.slice(0, 3), output);
          const view = JSON.parse((await command(argv, output)).stdout);
          expect(view.text).toBe(plain.stdout);
          expect(view.pieces.map((piece: { text: string }) => piece.text).join('')).toBe(view.text);
          expect(view.bytes).toBe(encoder.encode(view.text).length);
          expect(view.output.totalBytes).toBe(output.length);
        },
      ),
      { numRuns: 15 },
    );
    const view = JSON.parse(
      (await command(['present', '--profile', 'claude-code', '--json'], 'x'.repeat(30_001))).stdout,
    );
    expect(view.saved).toEqual({
      path: '/home/user/.claude/projects/-home-user-project/session/tool-results/call_1.txt',
      bytes: 30_001,
    });
    const small = JSON.parse(
      (await command(['present', '--profile', 'none', '--json'], 'hello world')).stdout,
    );
    expect(small.tokens).toEqual({ encoding: 'o200k_base', total: 2 });
    expect(small.saved).toBeNull();
  });
});

describe('read', () => {
  test('prints a page as the profile words it; lines count from 1', async () => {
    await writeFile(join(folder, 'five.txt'), '1\n2\n3\n4\n5\n');
    const page = ['read', 'five.txt', '--offset', '2', '--limit', '2', '--profile'];
    expect(await command([...page, 'claude-code'])).toMatchObject({
      code: 0,
      stdout: '     2\t2\n     3\t3',
    });
    expect((await command([...page, 'better-fs-tools'])).stdout).toBe(
      `2|2\n3|3\n\n[read:continue] Output stopped at the line limit. Continue with ${JSON.stringify({
        path: join(folder, 'five.txt'),
        offset: 4,
        limit: 2,
      })}.`,
    );
    const view = JSON.parse((await command([...page, 'opencode', '--json'])).stdout);
    expect(view.pieces.map((piece: { text: string }) => piece.text).join('')).toBe(view.text);
  });

  test('a file that is not there is worded for the model, with exit code 1', async () => {
    expect(await command(['read', 'none-such.xyz', '--profile', 'claude-code'])).toEqual({
      code: 1,
      stdout: `File does not exist: ${join(folder, 'none-such.xyz')}`,
      stderr: '',
    });
  });
});

describe('profiles', () => {
  test('lists every profile, and all that they say of themselves as JSON', async () => {
    const { stdout } = await command(['profiles']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(profiles.map(({ id }) => id));
    const listed = JSON.parse((await command(['profiles', '--json'])).stdout);
    expect(listed[0].about).toEqual(profileById('claude-code')?.about);
  });
});

describe('bad arguments', () => {
  const cases: readonly (readonly [string[], string])[] = [
    [[], 'Say what to do: present, read, profiles, inspect, replay or help.'],
    [['draw'], 'There is no command "draw": there are present, read, profiles, inspect and replay.'],
    [['present'], '--profile is missing: "spillway profiles" lists the ids.'],
    [['present', '--profile'], '--profile needs a value.'],
    [['present', '--profile', '--json'], '--profile needs a value.'],
    [['present', '--profile', 'pi', '--profile', 'pi'], '--profile was given twice.'],
    [['present', '--profile', 'pi', '--colour'], 'There is no option --colour.'],
    [['present', '--profile', 'pi', '--json=1'], '--json takes no value.'],
    [['present', '--profile', 'pi', '-x'], 'There is no option -x.'],
    [
      ['present', '--profile', 'pi', '--exit', '256'],
      '--exit takes a whole number from 0 to 255, not "256".',
    ],
    [['present', '--profile', 'pi', '--exit=-1'], '--exit takes a whole number from 0 to 255, not "-1".'],
    [
      ['present', '--profile', 'pi', '--signal', 'SIGFOO'],
      `--signal takes ${signalNames.slice(0, -1).join(', ')} or ${signalNames.at(-1)}, not "SIGFOO".`,
    ],
    [
      ['present', '--profile', 'pi', '--exit', '1', '--signal', 'SIGINT'],
      'A command ends with --exit or with --signal, not with both.',
    ],
    [
      ['present', '--profile', 'pi', '--stderr', 'no-such-file'],
      'The file of --stderr, no-such-file, cannot be read.',
    ],
    [
      ['present', '--profile', 'pi', 'a.txt'],
      'present reads its standard input and takes no file, not a.txt.',
    ],
    [['present', '--profile', 'pi', '--tool', 'a b'], '--tool takes the name of a tool, not "a b".'],
    [['present', '--profile', 'pi', '--quirk', 'nope=fixed'], 'pi has no quirk "nope": '],
    [['read', '--profile', 'pi'], 'read needs a file.'],
    [['read', 'a', 'b', '--profile', 'pi'], 'read takes one file, not also b.'],
    [
      ['read', 'a', '--profile', 'pi', '--offset', '0'],
      '--offset takes a whole number of 1 or more, not "0".',
    ],
    [['profiles', 'x'], 'profiles takes no arguments but --json.'],
  ];
  test.each(cases)('%j is one sentence and exit code 2', async (argv, sentence) => {
    const { code, stdout, stderr } = await command(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(sentence)).toBe(true);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a terminal as standard input is not waited for', async () => {
    expect(await command(['present', '--profile', 'pi'], '', true)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'present reads an output from its standard input: add < FILE.\n',
    });
  });
});

function spawned(argv: readonly string[], stdin: string) {
  return new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>(
    (done) => {
      const script = fileURLToPath(new URL('../../../.ci/spillway.mjs', import.meta.url));
      const child = spawn(process.execPath, [script, ...argv], {
        env: { ...process.env, INIT_CWD: folder },
        timeout: 50_000,
      });
      const said = { stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said.stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said.stderr += text;
      });
      child.on('close', (code) => done({ code, ...said }));
      child.stdin.end(stdin);
    },
  );
}

describe('the real command', { timeout: 60_000 }, () => {
  test('reads its input, prints no byte more, and can count tokens', async () => {
    const output = `${'line of text\n'.repeat(2_000)}end`;
    // Of `--json`, so that one start of a process tells both: what it prints is what the command says, and no byte more.
    const argv = ['present', '--profile', 'none', '--json'];
    const [json, bad] = await Promise.all([
      spawned(argv, output),
      spawned(['present', '--profile', 'nobody'], ''),
    ]);
    expect(json).toEqual(await command(argv, output));
    expect(JSON.parse(json.stdout)).toMatchObject({ text: output, tokens: { encoding: 'o200k_base' } });
    expect(JSON.parse(json.stdout).tokens.total).toBeGreaterThan(6_000);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toMatch(/^There is no profile "nobody": [^\n]+\.\n$/);
  });
});
