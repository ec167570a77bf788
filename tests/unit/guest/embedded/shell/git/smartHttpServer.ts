import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** No program that looks after each commit and push whether there is something to tidy up. */
const withoutUpkeep = {
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'receive.autogc',
  GIT_CONFIG_VALUE_1: 'false',
};

export function realGit(cwd: string, ...args: string[]): string {
  const env = {
    ...process.env,
    ...withoutUpkeep,
    HOME: cwd,
    GIT_AUTHOR_NAME: 'Real',
    GIT_AUTHOR_EMAIL: 'real@example.com',
    GIT_COMMITTER_NAME: 'Real',
    GIT_COMMITTER_EMAIL: 'real@example.com',
    GIT_AUTHOR_DATE: '2024-02-03T04:05:06Z',
    GIT_COMMITTER_DATE: '2024-02-03T04:05:06Z',
  };
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The name of the newest commit, as `rev-parse HEAD` says it after a commit or a merge, with its end of line. */
export function headOf(work: string): string {
  const head = readFileSync(join(work, '.git/HEAD'), 'utf8').trim();
  return readFileSync(join(work, '.git', head.replace('ref: ', '')), 'utf8');
}

/** Whether this machine has the real git with its HTTP server. */
export function hasHttpBackend(): boolean {
  try {
    execFileSync('git', ['http-backend'], { stdio: 'ignore', env: { PATH: process.env.PATH } });
    return true;
  } catch (error) {
    // Without a request it complains; what counts is that it is there.
    return error instanceof Error && 'status' in error && error.status !== null && error.status !== 1;
  }
}

/** Bare repositories of the real git behind its own `http-backend`, on loopback. */
export class SmartHttpServer {
  readonly root = mkdtempSync(join(tmpdir(), 'spillway-http-'));
  readonly #server = createServer((request, response) => this.#serve(request, response));
  port = 0;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
  }

  bare(name: string): string {
    realGit(this.root, 'init', '-q', '--bare', '-b', 'main', name);
    realGit(join(this.root, name), 'config', 'http.receivepack', 'true');
    return join(this.root, name);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.root, { recursive: true });
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const cgi = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        ...withoutUpkeep,
        GIT_PROJECT_ROOT: this.root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: 'tester',
      },
    });
    request.pipe(cgi.stdin);
    const parts: Buffer[] = [];
    cgi.stdout.on('data', (part: Buffer) => parts.push(part));
    cgi.on('close', () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      const headers = all.subarray(0, end).toString().split('\r\n');
      for (const header of headers) {
        const [name = '', value = ''] = header.split(': ');
        if (name === 'Status') response.statusCode = Number(value.split(' ')[0]);
        else if (name !== '') response.setHeader(name, value);
      }
      response.end(all.subarray(end + 4));
    });
  }
}
