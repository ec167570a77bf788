import { Errors, type GitHttpRequest, type GitHttpResponse, type HttpClient } from 'isomorphic-git';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';

/** Where a remote is, checked to be something that can be reached from here. */
export function checkedUrl(url: string): string {
  if (/^https?:\/\//.test(url)) return url;
  if (/^(?:ssh:\/\/|git:\/\/|[\w.-]+@[\w.-]+:)/.test(url)) {
    const https = url
      .replace(/^(?:ssh|git):\/\/(?:[^@/]+@)?/, 'https://')
      .replace(/^[\w.-]+@([\w.-]+):/, 'https://$1/');
    return die(`'${url}': only http and https are spoken here, not ssh; try ${https}`);
  }
  return die(
    `'${url}' does not appear to be a git repository that can be reached from here: only http and https are`,
  );
}

/** A proxy of the user's that adds CORS headers, in isomorphic-git's form: `PROXY/host/path`. */
export async function corsProxy(git: GitCall): Promise<string | undefined> {
  return git.env.GIT_CORS_PROXY ?? (await git.config('http.corsProxy')) ?? (await git.config('http.proxy'));
}

async function* parts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body;
}

/** HTTP over the page's broker, as isomorphic-git calls it. */
export function guestHttp(git: GitCall): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const { fetch, signal } = git.program;
      if (!fetch) throw new Error('this guest has no network');
      const response = await fetch({
        url,
        method,
        headers,
        body: body ? await collected(body) : null,
        signal,
      });
      return {
        url: response.url,
        method,
        headers: { ...response.headers },
        body: parts(response.body),
        statusCode: response.status,
        statusMessage: response.statusText,
      };
    },
  };
}

async function collected(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    all.push(part);
    length += part.length;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of all) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Ends the call with what went wrong on the way to `url`, and what else can be done about it. */
export function unreachable(url: string, error: unknown): never {
  if (error instanceof GitFailure) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Errors.HttpError) {
    const { statusCode } = error.data;
    if (statusCode === 401) {
      const origin = new URL(url).origin;
      die(
        `could not read Username for '${origin}': no terminal to ask; put it into the address (https://USER:TOKEN@…)`,
      );
    }
    if (statusCode === 404) die(`repository '${url}/' not found`);
    die(`unable to access '${url}/': The requested URL returned error: ${statusCode}`);
  }
  if (error instanceof Error && error.name === 'NetworkError') {
    const code =
      'failure' in error &&
      typeof error.failure === 'object' &&
      error.failure !== null &&
      'code' in error.failure
        ? String(error.failure.code)
        : '';
    // The user can allow a host or start a network; that a server sends no CORS headers only they can go around.
    const instead =
      code === 'unreachable' || code === ''
        ? '\nhint: a server without CORS headers cannot be reached from a browser: import the project as a folder or zip,\nhint: or set a proxy of your own that adds them: git config --global http.corsProxy URL'
        : '';
    throw new GitFailure(`fatal: unable to access '${url}/': ${reason}${instead}\n`, 128);
  }
  return die(`unable to access '${url}/': ${reason}`);
}
