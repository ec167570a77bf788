// npm run build:lib   the library as dist-lib/: ES modules for its three doors, and their types.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { fail, root, run } from './run-step.mjs';

const outDir = fileURLToPath(new URL('../dist-lib', import.meta.url));
await rm(outDir, { recursive: true, force: true });
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir,
    target: 'es2023',
    minify: false,
    lib: {
      entry: {
        index: 'src/library/index.ts',
        'ai-sdk': 'src/library/aiSdk.ts',
        pi: 'src/library/pi.ts',
      },
      formats: ['es'],
    },
    // The host's own: a second copy of the AI SDK would not be what its tools are made for.
    // And every profile is in the library's own file: what a page loads when it needs it is not split off here.
    rolldownOptions: { external: ['ai'], checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
  },
});
// The types beside it, one file for each source, without DOM; `types/library/*.d.ts` are the doors.
if (run('npx', ['tsc', '-p', 'src/library/tsconfig.build.json']) !== 0) fail('The types could not be made.');

// TypeScript leaves the sources' extension in declarations, which not every consumer's settings take.
const types = join(outDir, 'types');
for (const name of await readdir(types, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const text = await readFile(join(types, name), 'utf8');
  await writeFile(join(types, name), text.replace(/(from |import\()(['"]\.[^'"]+)\.ts(['"])/g, '$1$2.js$3'));
}

// What was built is loaded as a consumer would, so that a missing piece fails here.
const door = (name) => import(new URL(`../dist-lib/${name}.js`, import.meta.url).href);
const [{ createBashTool, profiles }, { createAiSdkBashTool }, { createPiBashTool }] = await Promise.all(
  ['index', 'ai-sdk', 'pi'].map(door),
);
const made = [createBashTool, createAiSdkBashTool, createPiBashTool];
if (made.some((one) => typeof one !== 'function') || profiles.length === 0)
  fail('dist-lib lacks its exports.');
