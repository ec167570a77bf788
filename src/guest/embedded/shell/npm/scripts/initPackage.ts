import { readJson, writeJson } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';

/** `npm init -y`. Asking questions needs a terminal, which a command of the guest has not. */
export async function initPackage(run: NpmRun): Promise<number> {
  const { files, cwd } = run.call;
  if (run.options.words.length > 1) {
    throw new NpmFailure([`npm init ${run.options.words[1]} would install and run an initializer; use npx`]);
  }
  const path = `${cwd}/package.json`;
  const file = await readJson(files, path);
  const folder = cwd.slice(cwd.lastIndexOf('/') + 1);
  const name = folder.replace(/^\.+/, '').replaceAll(/\s+/g, '-').toLowerCase();
  if (name === '') throw new NpmFailure([`Invalid name: "${folder}"`]);
  const usual = {
    name,
    version: '1.0.0',
    main: 'index.js',
    scripts: { test: 'echo "Error: no test specified" && exit 1' },
    keywords: [],
    author: '',
    license: 'ISC',
    description: '',
  };
  const value = { ...file?.value };
  for (const [key, preset] of Object.entries(usual)) value[key] ??= preset;
  await writeJson(files, { path, value, indent: '  ', newline: '\n' });
  await run.tell(`Wrote to ${path}:\n\n${JSON.stringify(value, null, 2)}\n\n\n`);
  return 0;
}
