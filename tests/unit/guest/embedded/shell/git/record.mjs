// Runs the scripts of `scripts.json` with the real git of this machine and writes what it says to
// `transcripts.json`: `node tests/unit/guest/embedded/shell/git/record.mjs`. Recorded with git 2.39.5.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = new URL('.', import.meta.url);
const { environment, dated, cases } = JSON.parse(readFileSync(new URL('scripts.json', here), 'utf8'));

function record({ title, steps, dated: isDated }) {
  const root = mkdtempSync(join(tmpdir(), 'spillway-git-'));
  const cwd = join(root, 'home/user/project');
  mkdirSync(cwd, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    ...environment,
    ...(isDated ? dated : {}),
    HOME: join(root, 'home/user'),
  };
  let folder = cwd;
  const recorded = steps.map((command) => {
    const script = `cd ${JSON.stringify(folder)}\n${command}\n__code=$?; pwd > ${JSON.stringify(join(root, 'cwd'))}; exit $__code`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { env, encoding: 'latin1' });
    folder = readFileSync(join(root, 'cwd'), 'utf8').trim();
    const clean = (text) =>
      Buffer.from(
        text.replaceAll(root, '').replace(/root@[\w-]+\.\(none\)/g, 'user@spillway.(none)'),
        'latin1',
      ).toString('utf8');
    return { command, stdout: clean(stdout), stderr: clean(stderr), exitCode: status };
  });
  rmSync(root, { recursive: true });
  return { title, ...(isDated ? { dated: true } : {}), steps: recorded };
}

const version = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
const transcripts = { version, environment, dated, cases: cases.map(record) };
writeFileSync(new URL('transcripts.json', here), `${JSON.stringify(transcripts, null, 1)}\n`);
