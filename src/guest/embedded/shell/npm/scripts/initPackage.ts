import { isThere, readJson, readText, writeJson } from '../cli/project.ts';
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
    main: await mainIn(run, cwd),
    ...((await isThere(files, `${cwd}/test`)) ? { directories: { test: 'test' } } : {}),
    scripts: { test: 'echo "Error: no test specified" && exit 1' },
    keywords: [],
    author: '',
    license: 'ISC',
    description: await describedIn(run, cwd),
  };
  const value = { ...file?.value };
  for (const [key, preset] of Object.entries(usual)) value[key] ??= preset;
  await writeJson(files, { path, value, indent: '  ', newline: '\n' });
  await run.tell(`Wrote to ${path}:\n\n${JSON.stringify(value, null, 2)}\n\n\n`);
  return 0;
}

/** `index.js`, else `main.js`, else the one named after the folder, else the first script in it. */
async function mainIn(run: NpmRun, cwd: string): Promise<string> {
  const names = (await run.call.files.readdir(cwd))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.js'));
  const usual = ['index.js', 'main.js', `${cwd.split('/').at(-1)}.js`];
  return usual.find((name) => names.includes(name)) ?? names.sort()[0] ?? 'index.js';
}

/** The first line of the README that is neither a heading nor empty. */
async function describedIn(run: NpmRun, cwd: string): Promise<string> {
  const text = (await readText(run.call.files, `${cwd}/README.md`)) ?? '';
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '' && !/^\s*(#|=|-)/.test(line))
      ?.trim() ?? ''
  );
}
