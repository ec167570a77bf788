import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { headersFile, headersFor } from '../../../.ci/headers.mjs';
import { nginxSnippet, vercelSnippet } from '../../../.ci/host-snippets.mjs';
import { writeServiceWorker } from '../../../src/serviceWorker/build/serviceWorkerFile.ts';

/** Every way in which a host is told of the headers says the same as the product's own server sends. */

const paths = [
  '/',
  '/index.html',
  '/embed.html',
  '/guest.html',
  '/guest-outer.html',
  '/preview.html',
  '/preview-outer.html',
  '/service-worker.js',
  '/manifest.webmanifest',
  '/assets/index-Cu3IHXPr.js',
  '/assets/network-worker-B_CtqK5K.js',
  '/assets/guest-network-worker-CpQJWt72.js',
  '/assets/mcp-network-worker-CXWNHjOC.js',
  '/assets/reach-worker-CXWNHjOC.js',
];

/** What Netlify and Cloudflare Pages make of the file: every rule that fits, `! Name` takes a header away. */
function byHeadersFile(path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let fits = false;
  for (const line of headersFile().split('\n').filter(Boolean)) {
    if (!line.startsWith(' ')) {
      fits = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
    } else if (fits && line.startsWith('  ! ')) delete headers[line.slice(4)];
    else if (fits) {
      const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
      // Both join what several rules say of one header.
      headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
    }
  }
  return headers;
}

/** What nginx makes of its snippet: an exact value, or a variable by the first expression that fits the path. */
function byNginx(path: string): Record<string, string> {
  const maps = new Map<string, string>();
  for (const [, variable = '', body = ''] of nginxSnippet().matchAll(/map \$uri (\$\w+) \{\n([^}]*)\}/g)) {
    const entries = [...body.matchAll(/^ {2}(\S+) "(.*)";$/gm)];
    const fitting = entries.find(
      ([, key = '']) => key.startsWith('~') && new RegExp(key.slice(1)).test(path),
    );
    maps.set(variable, (fitting ?? entries.find(([, key]) => key === 'default'))?.[2] ?? '');
  }
  return Object.fromEntries(
    [...nginxSnippet().matchAll(/add_header (\S+) (?:"(.*)"|(\$\w+)) always;/g)].map(
      ([, name, value, variable]) => [name, variable ? maps.get(variable) : value],
    ),
  );
}

function byVercel(path: string): Record<string, string> {
  const { headers } = JSON.parse(vercelSnippet()) as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  const fitting = headers.filter(({ source }) => new RegExp(`^${source}$`).test(path));
  return Object.fromEntries(
    fitting.flatMap((rule) => rule.headers.map(({ key, value }) => [key, value] as const)),
  );
}

test.each([
  ['the _headers file', byHeadersFile],
  ['the nginx snippet', byNginx],
  ['vercel.json', byVercel],
])('%s sends what the product’s server sends, path by path', (_, headersOf) => {
  for (const path of paths) expect({ path, ...headersOf(path) }).toEqual({ path, ...headersFor(path) });
});

test('the README holds both snippets as they are', async () => {
  const readme = await readFile('README.md', 'utf8');
  expect(readme).toContain(`\`\`\`nginx\n${nginxSnippet()}\`\`\``);
  expect(readme).toContain(`\`\`\`json\n${vercelSnippet()}\`\`\``);
});

test('the service worker sends what the product’s server sends, and lists each file with its hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-site-'));
  try {
    const stamp = '<meta name="spillway-build" content="not-built">';
    const files = { ...Object.fromEntries(paths.slice(1).map((path) => [path, path])), '/index.html': stamp };
    for (const [path, text] of Object.entries({ ...files, '/_headers': '', '/goldens/index.json': '' })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const site = await writeServiceWorker(folder, headersFor);
    const listed = Object.entries(site.files).map(([path, [, set]]) => [`/${path}`, site.headerSets[set]]);
    const expected = paths
      .slice(1)
      .filter((path) => path !== '/service-worker.js')
      .map((path) => [path, headersFor(path)]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain(`content="${site.version}"`);
    // The same files again are the same version, also after the first one has been written into them.
    expect(await writeServiceWorker(folder, headersFor)).toEqual(site);
    await writeFile(join(folder, 'assets/index-Cu3IHXPr.js'), 'other');
    expect((await writeServiceWorker(folder, headersFor)).version).not.toBe(site.version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
