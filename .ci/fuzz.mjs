import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, root, run } from './run-step.mjs';

/**
 * Looks for counterexamples that the fixed seed of `npm test` does not meet: runs the property tests again and again,
 * with a new seed for each round. `-- --rounds 20` says how often, further words which files (as vitest takes them).
 */
const words = process.argv.slice(2);
const at = words.indexOf('--rounds');
const rounds = at < 0 ? 5 : Number(words.splice(at, 2)[1]);
if (!Number.isInteger(rounds) || rounds < 1) fail('--rounds takes a whole number from 1 on.');

/** Test files that use fast-check, or a helper beside them that does; the browser's test the same properties. */
function propertyFiles() {
  const files = readdirSync(join(root, 'tests/unit'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(root, 'tests/unit', name), 'utf8') }));
  const using = ({ text }) => text.includes("from 'fast-check'");
  const isTest = ({ name }) => name.endsWith('.test.ts');
  const helpers = files
    .filter((file) => using(file) && !isTest(file))
    .map(({ name }) => `/${name.split(/[\\/]/).at(-1)}'`);
  return files
    .filter(isTest)
    .filter((file) => using(file) || helpers.some((helper) => file.text.includes(helper)))
    .filter(({ name }) => !name.endsWith('.browser.test.ts'))
    .map(({ name }) => `tests/unit/${name.replaceAll('\\', '/')}`)
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
}

const files = propertyFiles();
if (files.length === 0) fail('No property test has such a name.');
const reportFile = join(tmpdir(), `spillway-fuzz-${process.pid}.json`);
const vitest = ['vitest', 'run', '--project', '!browser', '--reporter', 'json'];
const limits = ['--testTimeout', '300000', '--outputFile', reportFile];
const found = [];
for (let round = 1; round <= rounds; round++) {
  const startedAt = Date.now();
  run('npx', [...vitest, ...limits, ...files], { PROPERTY_SEED: 'random' });
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
  rmSync(reportFile);
  const failed = testResults.flatMap(failuresOf);
  for (const one of failed) console.log(one);
  found.push(...failed);
  console.log(
    `round ${round} of ${rounds}: ${failed.length} failed in ${files.length} files, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}

/** One text for each failed test of a file, or for a file that could not be run. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = name.slice(root.length);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`\n${file}\n  ${message}`] : [];
  return failed.map(({ fullName, failureMessages }) => {
    const text = failureMessages.join('\n').split(/\n\s+at /)[0] ?? '';
    const seed = /seed: (-?\d+)/.exec(text)?.[1];
    const again =
      seed === undefined
        ? ''
        : `\n  again: PROPERTY_SEED=${seed} npx vitest run --project '!browser' ${file}`;
    return `\n${file}\n  ${fullName.trim()}\n  ${text.replaceAll('\n', '\n  ')}${again}`;
  });
}

if (found.length > 0) fail(`${found.length} failed.`);
