import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs one command in the project's folder with its output shown. Returns its exit code. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    return 127;
  }
  return result.status ?? 1;
}

/** What runs beside, each the head of a group of processes where there are such. */
const beside = new Set();
const hasGroups = process.platform !== 'win32';
let endIsWatched = false;

function endWithThisProcess(child) {
  if (child.pid === undefined) return;
  if (!endIsWatched) {
    endIsWatched = true;
    process.on('exit', () => {
      for (const { pid } of beside) {
        try {
          process.kill(hasGroups ? -pid : pid);
        } catch {
          // It has just ended.
        }
      }
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  }
  beside.add(child);
  child.on('close', () => beside.delete(child));
}

/**
 * Runs one command beside others. Resolves with its exit code and with what it printed, in the order it came. It ends
 * with this process, and all that it has started.
 */
export function runBeside(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      detached: hasGroups,
      shell: process.platform === 'win32',
    });
    endWithThisProcess(child);
    const printed = [];
    child.stdout.on('data', (bytes) => printed.push(bytes));
    child.stderr.on('data', (bytes) => printed.push(bytes));
    child.on('error', (error) =>
      resolve({ code: 127, text: `${command} could not be started: ${error.message}\n` }),
    );
    child.on('close', (code) => resolve({ code: code ?? 1, text: Buffer.concat(printed).toString() }));
  });
}

/** Stops with one sentence: what failed and what to do. */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Node is checked before anything is installed, since packages fail on an old one with less clear words. */
function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Spillway needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
}

/** Installs the packages of the lock file where they are missing or older than it. */
export function ensureInstalled() {
  checkNode();
  const installed = new URL('../node_modules/.package-lock.json', import.meta.url);
  const wanted = new URL('../package-lock.json', import.meta.url);
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.log('Installing packages …');
  if (run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0) {
    fail('npm ci failed (see above). Is the package registry reachable? Then run the command again.');
  }
}
