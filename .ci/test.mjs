import { findChromium } from './find-chromium.mjs';
import { ensureInstalled, fail, run, runBeside } from './run-step.mjs';

/** Installs a browser where there is none: Debian's package as root, else Playwright's download. */
function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM)
    fail(`CHROMIUM names ${process.env.CHROMIUM}, which cannot be run. Correct or unset it.`);
  console.log('No Chromium found; installing one …');
  const asRoot = process.getuid?.() === 0;
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  if (asRoot && run('apt-get', ['--version'], quiet) === 0) {
    if (run('apt-get', ['install', '-y', '-q', 'chromium'], quiet) !== 0) {
      run('apt-get', ['update', '-q'], quiet);
      run('apt-get', ['install', '-y', '-q', 'chromium'], quiet);
    }
  }
  if (!findChromium()) run('npx', ['playwright', 'install', 'chromium']);
  return (
    findChromium() ??
    fail('The tests need Chromium and none could be installed: install it, or set CHROMIUM to its path.')
  );
}

/** Two rows beside each other, about equally long, since most of this keeps one core busy. */
const rows = [
  [
    ['unit', 'npx', ['vitest', 'run', '--project', 'unit', '--project', 'fresh']],
    ['build', 'npx', ['vite', 'build', '--logLevel', 'warn']],
    ['library', 'npm', ['run', '-s', 'build:lib']],
  ],
  [
    ['lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']],
    ['unused code and packages', 'npx', ['knip']],
    // Of every file that tsconfig.json names, components or not: tsc would look at most of them again.
    ['types', 'npm', ['run', '-s', 'check']],
    ['types of the core, without DOM', 'npx', ['tsc', '--noEmit', '-p', 'src/core/tsconfig.json']],
    ['unit, in a browser', 'npx', ['vitest', 'run', '--project', 'browser']],
  ],
];

/** What needs the machine to itself. */
const e2e = ['npx', ['playwright', 'test']];

ensureInstalled();
const env = { CHROMIUM: ensureChromium() };
const times = [];
const secondsSince = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

const runRow = async (row) => {
  for (const [name, command, args] of row) {
    console.log(`${name} …`);
    const startedAt = Date.now();
    const { code, text } = await runBeside(command, args, env);
    console.log(`\n── ${name}\n${text.trimEnd()}`);
    times.push(`${name} ${secondsSince(startedAt)}`);
    if (code !== 0) fail(`npm test stopped at: ${name}`);
  }
};
await Promise.all(rows.map(runRow));

console.log('\n── e2e');
const startedAt = Date.now();
const code = run(...e2e, env);
times.push(`e2e ${secondsSince(startedAt)}`);
if (code !== 0) fail('npm test stopped at: e2e');
console.log(`\nAll passed: ${times.join(', ')}`);
