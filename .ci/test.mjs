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

/** What reads the source, and builds it: two at a time and in this order, since each keeps one core busy. */
const checks = [
  // Of every file that tsconfig.json names, components or not: tsc would look at most of them again.
  ['types', 'npm', ['run', '-s', 'check']],
  ['types of the core, without DOM', 'npx', ['tsc', '--noEmit', '-p', 'src/core/tsconfig.json']],
  ['unused code and packages', 'npx', ['knip']],
  ['lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']],
  // While the types, which take longest, are still looked at.
  ['build', 'npx', ['vite', 'build', '--logLevel', 'warn']],
  ['library', 'npm', ['run', '-s', 'build:lib']],
];

/** What needs the machine to itself, one after the other. */
const steps = [
  ['unit', 'npx', ['vitest', 'run']],
  ['e2e', 'npx', ['playwright', 'test']],
];

ensureInstalled();
const env = { CHROMIUM: ensureChromium() };
const times = [];
const secondsSince = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

const waiting = [...checks];
const runChecks = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [name, command, args] = check;
    const startedAt = Date.now();
    const { code, text } = await runBeside(command, args, env);
    console.log(`\n── ${name}\n${text.trimEnd()}`);
    times.push(`${name} ${secondsSince(startedAt)}`);
    if (code !== 0) fail(`npm test stopped at: ${name}`);
  }
};
await Promise.all([runChecks(), runChecks()]);

for (const [name, command, args] of steps) {
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  const code = run(command, args, env);
  times.push(`${name} ${secondsSince(startedAt)}`);
  if (code !== 0) fail(`npm test stopped at: ${name}`);
}
console.log(`\nAll passed: ${times.join(', ')}`);
