import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { packed, type RegistryPackage } from './packages.ts';

/** What goes wrong with one path of the registry, once for each time that it is in the list. */
export type Fault =
  /** 503. */
  | 'unavailable'
  /** The connection ends in the middle of the answer. */
  | 'cut'
  /** Other bytes than those that were promised. */
  | 'other-bytes'
  /** The answer never comes. */
  | 'silent'
  /** No CORS headers, as of a server that no web page may read. */
  | 'no-cors';

export interface TestRegistry {
  /** Ends in a slash. */
  readonly url: string;
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Paths that were asked, in order. */
  readonly asked: string[];
  /** Headers of the same requests. */
  readonly headers: IncomingHttpHeaders[];
  /** Paths and what goes wrong with them from now on; each fault is used up by one request. */
  readonly faults: Map<string, Fault[]>;
  close(): void;
}

interface Archive {
  readonly bytes: Uint8Array;
  readonly source: RegistryPackage;
}

/** Keys of a version on the short page that npm asks for. */
const shortKeys = [
  ...[
    'name',
    'version',
    'deprecated',
    'dependencies',
    'optionalDependencies',
    'devDependencies',
    'bin',
    'engines',
  ],
  ...[
    'bundleDependencies',
    'peerDependencies',
    'peerDependenciesMeta',
    'os',
    'cpu',
    'libc',
    'funding',
    'license',
  ],
];

/** A registry on loopback that any web page may read: pages of packages and their archives, with scripted faults. */
export async function startRegistry(
  packages: readonly RegistryPackage[],
  tags: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Promise<TestRegistry> {
  const archives = new Map<string, Archive>();
  for (const source of packages) {
    const { name, version } = source.manifest;
    archives.set(tarballPath(name, version), { bytes: await packed(source), source });
  }
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const faults = new Map<string, Fault[]>();
  let url = '';
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1));
    if (request.method === 'GET') {
      asked.push(path);
      headers.push(request.headers);
    }
    const fault = faults.get(path)?.shift();
    if (fault !== 'no-cors') response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (fault === 'silent') return;
    else if (fault === 'unavailable') response.writeHead(503).end();
    else answer(response, path, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}/`;

  function answer(response: ServerResponse, path: string, fault: Fault | undefined): void {
    const archive = archives.get(path);
    if (archive) {
      const { bytes } = archive;
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length });
      if (fault === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      else response.end(fault === 'other-bytes' ? Buffer.from(bytes).reverse() : bytes);
      return;
    }
    const page = pageOf(path);
    response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' });
    const text = JSON.stringify(page ?? { error: 'Not found' });
    if (fault === 'cut') response.write(text.slice(0, 10), () => response.destroy());
    else response.end(text);
  }

  function pageOf(name: string): unknown {
    const own = [...archives].filter(([, { source }]) => source.manifest.name === name);
    if (own.length === 0) return null;
    const versions = Object.fromEntries(
      own.map(([path, { bytes, source }]) => {
        const { manifest } = source;
        const short = Object.fromEntries(
          shortKeys.flatMap((key) => (manifest[key] === undefined ? [] : [[key, manifest[key]]])),
        );
        const scripts = Object.keys((manifest.scripts as object | undefined) ?? {});
        const hasInstallScript = scripts.some((script) => /^(pre|post)?install$/.test(script));
        const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
        const shasum = createHash('sha1').update(bytes).digest('hex');
        const dist = { tarball: `${url}${path}`, integrity, shasum };
        return [manifest.version, { ...short, ...(hasInstallScript ? { hasInstallScript } : {}), dist }];
      }),
    );
    const latest = own.at(-1)![1].source.manifest.version;
    return { name, 'dist-tags': { latest, ...tags[name] }, versions, modified: '2026-01-01T00:00:00.000Z' };
  }

  return {
    url,
    host,
    asked,
    headers,
    faults,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `name/-/name-1.0.0.tgz` */
export function tarballPath(name: string, version: string): string {
  return `${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
}
