import { execFileSync } from 'node:child_process';

/**
 * The registry that the guest's npm asks unless it is told another: what `npm` on the machine that builds the
 * page asks, without credentials. Empty where there is none.
 */
export function npmRegistry(): string {
  try {
    // Within `npm start` npm says it itself; asking it takes half a second.
    const said =
      process.env.npm_config_registry ?? execFileSync('npm', ['config', 'get', 'registry']).toString();
    const url = new URL(said.trim());
    url.username = '';
    url.password = '';
    return url.href;
  } catch {
    return '';
  }
}
