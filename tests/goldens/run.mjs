// npm run -s goldens -- FILE…   one line per failure, `N passed, N failed` at the end.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const files = process.argv.slice(2);
if (files.length === 0) console.error('Usage: npm run -s goldens -- FILE…');

// Node 20 cannot run TypeScript; Vite, which is here anyway, can.
const { module } = await runnerImport(fileURLToPath(new URL('./checkFile.ts', import.meta.url)), {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
});

let passed = 0;
let failed = 0;
for (const file of files) {
  const checked = await check(file);
  passed += checked.passed;
  failed += checked.failures.length;
  for (const failure of checked.failures) console.log(`FAIL ${file}: ${failure}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || files.length === 0 ? 1 : 0;

async function check(file) {
  let parsed;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (thrown) {
    return { passed: 0, failures: [`cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`] };
  }
  return module.checkFile(parsed);
}
