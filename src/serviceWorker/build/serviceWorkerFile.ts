import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { type SiteManifest, serviceWorkerFile } from '../site.ts';

/** Response headers by the path below the site's folder, with its slash. */
type HeadersFor = (path: string) => Readonly<Record<string, string>>;

const unstamped = 'not-built';
const stamp = (version: string) => `<meta name="spillway-build" content="${version}">`;
/** Not for the page: the headers of static hosts, the vectors published for others, the picture of the README. */
const notForThePage = /^(?:_headers|goldens\/.*|spillway\.png|service-worker\.js)$/;

/** Writes the service worker of the finished build, and the version into its documents. */
export function serviceWorkerPlugin(headersFor: HeadersFor): Plugin {
  return {
    name: 'spillway-service-worker',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'spillway-build', content: unstamped }, injectTo: 'head' },
    ],
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        // Builds of single test pages are no site.
        if (dir && existsSync(join(dir, 'index.html'))) await writeServiceWorker(dir, headersFor);
      },
    },
  };
}

/** For the site in `folder`, as it stands there; again after a change it is another version. */
export async function writeServiceWorker(folder: string, headersFor: HeadersFor): Promise<SiteManifest> {
  const site = await stampedSite(folder, headersFor);
  const result = await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SPILLWAY_SITE: JSON.stringify(site) },
    build: {
      target: 'es2023',
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../worker/main.ts', import.meta.url)),
        formats: ['iife'],
        name: 'spillwayServiceWorker',
        fileName: () => serviceWorkerFile,
      },
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  });
  const [only] = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  if (only?.type !== 'chunk') throw new Error('the service worker must be one script');
  await writeFile(join(folder, serviceWorkerFile), only.code);
  return site;
}

async function stampedSite(folder: string, headersFor: HeadersFor): Promise<SiteManifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !notForThePage.test(path))
    .sort();
  const contents = new Map<string, Buffer>();
  for (const path of paths) contents.set(path, await readFile(join(folder, path)));

  const anyStamp = /<meta name="spillway-build" content="[\w-]*">/;
  const whole = createHash('sha256');
  for (const [path, bytes] of contents) {
    // The version is no part of what it is the version of.
    const content = path.endsWith('.html') ? bytes.toString('utf8').replace(anyStamp, '') : bytes;
    whole.update(`${path}\0`).update(createHash('sha256').update(content).digest());
  }
  const version = whole.digest('base64url').slice(0, 16);

  const headerSets: Readonly<Record<string, string>>[] = [];
  const files: Record<string, readonly [string, number]> = {};
  for (const [path, bytes] of contents) {
    let content = bytes;
    if (path.endsWith('.html') && anyStamp.test(bytes.toString('utf8'))) {
      content = Buffer.from(bytes.toString('utf8').replace(anyStamp, stamp(version)));
      await writeFile(join(folder, path), content);
    }
    const headers = headersFor(`/${path}`);
    const known = headerSets.findIndex((each) => JSON.stringify(each) === JSON.stringify(headers));
    const set = known === -1 ? headerSets.push(headers) - 1 : known;
    files[path] = [createHash('sha256').update(content).digest('base64url'), set];
  }
  return { version, headerSets, files };
}
