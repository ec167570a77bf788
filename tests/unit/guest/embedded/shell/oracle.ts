import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestShell } from './shellHarness.ts';

export type InputFiles = Readonly<Record<string, Uint8Array | string>>;

export interface Outcome {
  /** One unit per byte. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

const limits = { timeout: 25_000, maxBuffer: 64 * 1024 * 1024, encoding: 'latin1' as const };

let isReal: boolean | undefined;

/** Whether this machine has what the answers are compared with: bash 5 with the GNU tools. Others speak otherwise. */
export function hasRealBash(): boolean {
  isReal ??=
    spawnSync('/bin/bash', [
      '-c',
      '((BASH_VERSINFO[0] >= 5)) && for tool in sort sed grep find; do $tool --version | grep -q GNU || exit 1; done',
    ]).status === 0;
  return isReal;
}

/** What the real bash of this machine and its coreutils make of a script, in a folder with these files. */
export async function inRealBash(script: string, files: InputFiles = {}): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'oracle-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const env = { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' };
    return await new Promise((resolve) => {
      execFile('/bin/bash', ['-c', script], { ...limits, cwd: folder, env }, (error, stdout, stderr) => {
        const exitCode = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
        // The quotes of a UTF-8 locale; the guest's tools speak as in the C locale.
        resolve({ stdout, stderr: stderr.replace(/\u00e2\u0080[\u0098\u0099]/g, "'"), exitCode });
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same in the guest's shell. */
export async function inGuestBash(script: string, files: InputFiles = {}): Promise<Outcome> {
  const shell = new TestShell();
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    shell.memory.writeFile(`/home/user/project/${name}`, bytes);
  }
  const written: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  const { exitCode } = await shell.run(script, {
    output: {
      async write(stream, bytes) {
        written[stream].push(bytes.slice());
      },
    },
  });
  const textOf = (parts: Uint8Array[]): string => Buffer.concat(parts).toString('latin1');
  return { stdout: textOf(written.stdout), stderr: textOf(written.stderr), exitCode };
}

/** bash says `bash: line 1: …` where the guest says `bash: …`. */
export function withoutLine({ stdout, stderr, exitCode }: Outcome): Outcome {
  return { stdout, stderr: stderr.replace(/^\/bin\/bash: line \d+: /gm, 'bash: '), exitCode };
}
