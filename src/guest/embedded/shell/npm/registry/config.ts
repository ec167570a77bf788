import { findPrefix, readText } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';

/** Put in when the page is built; absent where the code runs unbundled. */
declare const SPILLWAY_NPM_REGISTRY: string | undefined;

/** `.npmrc` files by key; later ones count less. */
export class NpmConfig {
  constructor(private readonly layers: readonly ReadonlyMap<string, string>[]) {}

  get(key: string): string | null {
    for (const layer of this.layers) {
      const value = layer.get(key);
      if (value !== undefined && value !== '') return value;
    }
    return null;
  }

  /** Where the packages of a name come from, ending in a slash. Throws where no registry is known. */
  registryOf(packageName: string): string {
    const scope = /^(@[^/]+)\//.exec(packageName)?.[1];
    const text = (scope && this.get(`${scope}:registry`)) || this.get('registry');
    if (!text || !URL.canParse(text)) {
      throw new NpmFailure(['no registry is set: npm config set registry URL, or --registry=URL']);
    }
    return text.endsWith('/') ? text : `${text}/`;
  }

  /** `authorization` for a URL, from the guest's own `.npmrc`; the page adds none. */
  authorizationOf(url: string): string | null {
    const { host, pathname } = new URL(url);
    for (let path = pathname; ; path = path.slice(0, path.lastIndexOf('/'))) {
      for (const end of ['/', '']) {
        const token = this.get(`//${host}${path}${end}:_authToken`);
        if (token) return `Bearer ${token}`;
        const basic = this.get(`//${host}${path}${end}:_auth`);
        if (basic) return `Basic ${basic}`;
      }
      if (path === '') return null;
    }
  }
}

/** The command line before the environment before the project's `.npmrc` before the user's. */
export async function readConfig(run: NpmRun): Promise<NpmConfig> {
  const { files, env, cwd } = run.call;
  const prefix = await findPrefix(files, cwd);
  const flags = new Map<string, string>();
  for (const [name, value] of run.options.flags) if (typeof value === 'string') flags.set(name, value);
  const fromEnv = new Map(
    Object.entries(env).flatMap(([name, value]): [string, string][] => {
      const key = /^npm_config_(?!_)(.+)$/i.exec(name)?.[1];
      return key ? [[key.toLowerCase().replaceAll('_', '-'), value]] : [];
    }),
  );
  const read = async (path: string) => parseNpmrc((await readText(files, path)) ?? '', env);
  const builtIn = typeof SPILLWAY_NPM_REGISTRY === 'string' ? SPILLWAY_NPM_REGISTRY : '';
  return new NpmConfig([
    flags,
    fromEnv,
    await read(`${prefix}/.npmrc`),
    await read(userConfigPath(run)),
    new Map([['registry', builtIn]]),
  ]);
}

export function userConfigPath(run: NpmRun): string {
  return run.text('userconfig') ?? `${run.call.env.HOME ?? '/home/user'}/.npmrc`;
}

function parseNpmrc(text: string, env: Readonly<Record<string, string>>): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line);
    if (!match) continue;
    const value = match[2]!.replace(/^(["'])(.*)\1$/, '$2');
    found.set(
      match[1]!,
      value.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole),
    );
  }
  return found;
}

/** `npm config get|set|delete|list`, on the user's `.npmrc`. */
export async function configCommand(run: NpmRun): Promise<number> {
  const [, action = 'list', ...args] = run.options.words;
  const config = await readConfig(run);
  if (action === 'get') {
    await run.out(args.map((key) => `${config.get(key) ?? 'undefined'}\n`).join(''));
    return 0;
  }
  const path = userConfigPath(run);
  const text = (await readText(run.call.files, path)) ?? '';
  if (action === 'list' || action === 'ls') {
    await run.out(`; "user" config from ${path}\n\n${text}`);
    return 0;
  }
  if (action !== 'set' && action !== 'delete')
    throw new NpmFailure([`npm config ${action} is not in this guest`]);
  const [first = '', ...rest] = args;
  const pairs = first.includes('=') ? args : [`${first}=${rest[0] ?? ''}`];
  const keys = action === 'delete' ? args : pairs.map((pair) => pair.slice(0, pair.indexOf('=')));
  const kept = text.split('\n').filter((line) => line !== '' && !keys.includes(line.split('=')[0]!.trim()));
  const added = action === 'set' ? pairs : [];
  await run.call.files.writeFile(path, new TextEncoder().encode([...kept, ...added, ''].join('\n')));
  return 0;
}
