import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestRegistry } from '../../../../../hosts/registry/index.ts';

const run = promisify(execFile);

/** The lock file that this machine's own npm makes of a package.json, from the same registry; null where it refuses. */
export async function realLock(
  registry: TestRegistry,
  manifest: object,
): Promise<Record<string, unknown> | null> {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-npm-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    const options = [
      `--registry=${registry.url}`,
      `--cache=${join(folder, 'cache')}`,
      ...['--package-lock-only', '--omit-lockfile-registry-resolved=false', '--no-audit', '--no-fund'],
    ];
    await run('npm', ['install', ...options], { cwd: folder, timeout: 30_000 });
    return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'stderr' in error && String(error.stderr).includes('ERESOLVE')) return null;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
