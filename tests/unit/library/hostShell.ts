import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandRunner, RunExit, SpillSink } from '../../../src/library/index.ts';

/** A folder of its own, a runner that starts the machine's `/bin/sh` in it, and a sink of files beside. */
export async function hostShell() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'spillway-shell-')));
  const runner: CommandRunner = {
    id: 'host',
    cwd: folder,
    run: ({ command, cwd, env, signal }) => {
      const child = spawn('/bin/sh', ['-c', command], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      const kill = () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      };
      signal.addEventListener('abort', kill);
      if (signal.aborted) kill();
      const exit = new Promise<RunExit>((done) => {
        child.on('error', (error) =>
          done({ code: null, signal: null, error: { reason: 'spawn-failed', detail: error.message } }),
        );
        child.on('exit', (code, by) => done({ code, signal: by }));
      });
      return { output: mergedOutput(child.stdout, child.stderr), exit };
    },
  };
  let files = 0;
  const spill: SpillSink = {
    id: 'files',
    async open() {
      files += 1;
      const path = join(folder, `output-${files}.log`);
      await writeFile(path, '');
      return { write: (bytes) => appendFile(path, bytes), close: async () => path };
    },
  };
  return { folder, runner, spill, dispose: () => rm(folder, { recursive: true, force: true }) };
}

async function* mergedOutput(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) {
  const chunks: { stream: 'stdout' | 'stderr'; bytes: Uint8Array }[] = [];
  let open = 2;
  let wake = () => {};
  const listen = (stream: 'stdout' | 'stderr', from: NodeJS.ReadableStream) => {
    from.on('data', (bytes: Buffer) => {
      chunks.push({ stream, bytes });
      wake();
    });
    from.on('end', () => {
      open -= 1;
      wake();
    });
  };
  listen('stdout', stdout);
  listen('stderr', stderr);
  for (;;) {
    const next = chunks.shift();
    if (next !== undefined) yield next;
    else if (open === 0) return;
    else
      await new Promise<void>((done) => {
        wake = done;
      });
  }
}
