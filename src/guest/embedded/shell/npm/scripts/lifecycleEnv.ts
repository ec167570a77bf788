import { type JsonObject, textOf } from '../cli/project.ts';
import type { NpmRun } from '../cli/run.ts';
import { npmVersion } from '../cli/version.ts';

/** The variables that a script of npm's runs with: the caller's, npm's own, and every `.bin` folder first on PATH. */
export function lifecycleEnv(
  run: NpmRun,
  prefix: string,
  manifest: JsonObject,
  script: { readonly event: string; readonly source: string },
): Record<string, string> {
  const { env } = run.call;
  return {
    ...env,
    npm_command: run.command,
    npm_config_local_prefix: prefix,
    npm_config_user_agent: `npm/${npmVersion} node/v20 linux x64 workspaces/false`,
    npm_execpath: '/usr/bin/npm',
    npm_node_execpath: '/usr/bin/node',
    NODE: '/usr/bin/node',
    INIT_CWD: run.call.cwd,
    npm_lifecycle_event: script.event,
    npm_lifecycle_script: script.source,
    npm_package_json: `${prefix}/package.json`,
    npm_package_name: textOf(manifest.name) ?? '',
    npm_package_version: textOf(manifest.version) ?? '',
    ...(run.silent ? { npm_config_loglevel: 'silent' } : {}),
    PATH: [...binFolders(prefix), env.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(':'),
  };
}

/** `node_modules/.bin` of a folder and of all above it, nearest first. */
export function binFolders(folder: string): string[] {
  const parts = folder.split('/').filter(Boolean);
  const found: string[] = [];
  for (let count = parts.length; count >= 0; count--) {
    if (parts[count - 1] === 'node_modules') continue;
    const above = parts.slice(0, count).join('/');
    found.push(`${above === '' ? '' : `/${above}`}/node_modules/.bin`);
  }
  return found;
}
