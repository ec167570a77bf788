import { isObject, type JsonObject } from '../cli/project.ts';
import { coded, NpmFailure, type NpmRun } from '../cli/run.ts';
import type { NpmConfig } from './config.ts';
import { Gate } from './gate.ts';

/** Requests at once; a browser opens six connections to a host anyway. */
const requestsAtOnce = 8;
/** A request that failed in a way that may pass is made so many times again. */
const retries = 2;
const requestTimeoutMs = 120_000;

/** What is read of a package's page in the registry; everything in it is unchecked. */
export interface Packument {
  readonly name: string;
  readonly versions: Readonly<Record<string, JsonObject>>;
  readonly tags: Readonly<Record<string, string>>;
}

/** The registry as one command of npm sees it: each package is asked for once. */
export class Registry {
  readonly #run: NpmRun;
  readonly #config: NpmConfig;
  readonly #gate = new Gate(requestsAtOnce);
  readonly #packuments = new Map<string, Promise<Packument>>();

  constructor(run: NpmRun, config: NpmConfig) {
    this.#run = run;
    this.#config = config;
  }

  /** Rejects with npm's words: E404 where there is none, one sentence where the network is off. */
  packument(name: string): Promise<Packument> {
    const known = this.#packuments.get(name);
    if (known) return known;
    const coming = this.#fetchPackument(name);
    this.#packuments.set(name, coming);
    // Asked ahead of need: whoever needs it hears of the failure.
    coming.catch(() => {});
    return coming;
  }

  /**
   * Where a version's archive is fetched. Addresses of the usual form are those of the registry that is set, whatever
   * host a lock file or a mirror's page names: the user has allowed one host.
   */
  tarballUrl(name: string, version: string, resolved: string): string {
    const file = `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
    const usual = new RegExp(`/-/${file.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
    if (!/^https?:/.test(resolved) || !usual.test(new URL(resolved).pathname)) return resolved;
    const base = this.#config.registryOf(name);
    return new URL(resolved).host === new URL(base).host ? resolved : `${base}${name}/-/${file}`;
  }

  async tarball(url: string): Promise<Uint8Array> {
    const { status, body } = await this.#get(url, {});
    if (status === 200) return body;
    throw notFound(status, url, '');
  }

  async #fetchPackument(name: string): Promise<Packument> {
    const url = `${this.#config.registryOf(name)}${name.replace('/', '%2f')}`;
    // The short form has all that an installation needs and is a tenth of the whole.
    const accept = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';
    const { status, body } = await this.#get(url, { accept });
    if (status !== 200) throw notFound(status, url, name);
    let page: unknown;
    try {
      page = JSON.parse(new TextDecoder().decode(body));
    } catch {
      throw coded('EJSONPARSE', '', [`the registry's answer to ${url} is no JSON`]);
    }
    if (!isObject(page)) throw coded('EJSONPARSE', '', [`the registry's answer to ${url} is no package`]);
    const versions = isObject(page.versions) ? page.versions : {};
    const tags = isObject(page['dist-tags']) ? page['dist-tags'] : {};
    return {
      name,
      versions: Object.fromEntries(
        Object.entries(versions).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
      ),
      tags: Object.fromEntries(
        Object.entries(tags).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    };
  }

  async #get(
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: Uint8Array }> {
    const { call } = this.#run;
    if (!call.fetch) throw offline(url, 'this guest has no network');
    if (this.#run.on('offline'))
      throw coded('ENOTCACHED', '', [
        `request to ${url} failed: cache mode is 'only-if-cached' but no cached response is available.`,
      ]);
    const authorization = this.#config.authorizationOf(url);
    for (let attempt = 0; ; attempt++) {
      const startedMs = call.nowMs();
      try {
        return await this.#gate.enter(async () => {
          const response = await call.fetch!({
            url,
            method: 'GET',
            headers: authorization ? { ...headers, authorization } : headers,
            body: null,
            timeoutMs: requestTimeoutMs,
            signal: call.signal,
          });
          const body = await bytesOf(response.body);
          await this.#run.http(`fetch GET ${response.status} ${url} ${call.nowMs() - startedMs}ms`);
          if (response.status >= 500 && attempt < retries) throw new Passing();
          return { status: response.status, body };
        });
      } catch (error) {
        const passes = error instanceof Passing || codeOf(error) === 'cut';
        if (passes && attempt < retries && !call.signal.aborted) continue;
        throw error instanceof NpmFailure
          ? error
          : offline(url, error instanceof Error ? error.message : String(error), codeOf(error));
      }
    }
  }
}

/** A failure of the server's that is worth another try. */
class Passing extends Error {}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('failure' in error) || !isObject(error.failure)) return '';
  return String(error.failure.code);
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function offline(url: string, reason: string, code = ''): NpmFailure {
  const npmCode = code === 'timeout' ? 'ETIMEDOUT' : code === 'cut' ? 'ECONNRESET' : 'ENETUNREACH';
  return coded(npmCode, 'network', [`request to ${url} failed, reason: ${reason}`]);
}

function notFound(status: number, url: string, name: string): NpmFailure {
  if (status !== 404) return coded(`E${status}`, '', [`${status} - GET ${url}`]);
  return coded('E404', '404', [
    `Not Found - GET ${url} - Not found`,
    '',
    ` '${name === '' ? url : `${name}@*`}' is not in this registry.`,
    '',
    'Note that you can also install from a',
    'tarball, folder, http url, or git folder.',
  ]);
}
