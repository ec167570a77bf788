import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { asciiScript } from './asciiScript.ts';
import { guestHeaderPolicy, guestHtml, guestOuterHtml } from './guestCsp.ts';
import { justBashPatch } from './justBashPatch.ts';
import { lazyNodeModules } from './lazyNodeModules.ts';
import { nodeStreamParts } from './nodeStreamParts.ts';
import { npmRegistry } from './npmRegistry.ts';

const prefix = 'virtual:guest/';
/** Where the dev server serves the bundles, below its base. */
const devFolder = '@guest/';

interface Bundle {
  /** Entry module, relative to this folder. */
  readonly entry: string;
  readonly usesJustBash: boolean;
  /** Null: the asset gets a hashed name. The frame's document keeps its own, so that hosts can set its headers. */
  readonly fileName: string | null;
  readonly contentType: string;
  readonly wrap: (code: string) => string;
  /** An empty document beside it with the same policy. */
  readonly outer?: { readonly fileName: string; readonly wrap: (code: string) => string };
}

interface Content {
  readonly source: string;
  readonly outer: string | null;
}

const script = { fileName: null, contentType: 'text/javascript', wrap: (code: string) => code };

const bundles: Readonly<Record<string, Bundle>> = {
  'command-worker': { ...script, entry: '../kernel/commandWorkerEntry.ts', usesJustBash: true },
  'file-worker': { ...script, entry: '../files/fileWorkerEntry.ts', usesJustBash: false },
  // Fetched when something in the guest first needs them (../page/assets.ts).
  'node-worker': { ...script, entry: '../node/nodeWorkerEntry.ts', usesJustBash: false },
  git: { ...script, entry: '../shell/git/gitEntry.ts', usesJustBash: false },
  jq: { ...script, entry: '../shell/jq/jqEntry.ts', usesJustBash: false },
  npm: { ...script, entry: '../shell/npm/npmEntry.ts', usesJustBash: false },
  page: {
    entry: '../kernel/main.ts',
    usesJustBash: false,
    fileName: 'guest.html',
    contentType: 'text/html; charset=utf-8',
    wrap: guestHtml,
    outer: { fileName: 'guest-outer.html', wrap: guestOuterHtml },
  },
};

/**
 * Bundles one entry as a single classic script: module workers, and workers by URL, do not start in the
 * opaque origin of the guest's frame.
 */
export async function bundleGuestScript(
  entry: string,
  options: { readonly minify: boolean; readonly usesJustBash: boolean; readonly keepsNames?: boolean },
): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [nodeStreamParts(), lazyNodeModules(), ...(options.usesJustBash ? [justBashPatch()] : [])],
    resolve: {
      alias: { 'node:zlib': fileURLToPath(new URL('./zlibShim.ts', import.meta.url)) },
      conditions: ['browser', 'import', 'module', 'default'],
    },
    define: {
      'process.env.NODE_ENV': '"production"',
      SPILLWAY_NPM_REGISTRY: JSON.stringify(entry.includes('/shell/npm/') ? npmRegistry() : ''),
    },
    build: {
      target: 'es2023',
      write: false,
      minify: options.minify,
      sourcemap: false,
      lib: { entry, formats: ['iife'], name: 'spillwayGuest', fileName: () => 'guest.js' },
      // Programs see the names of node's own classes and functions: in `inspect`, stacks and `constructor.name`.
      rolldownOptions: { output: { keepNames: options.keepsNames }, checks: { bundlerTimings: false } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const [only] = outputs;
  if (outputs.length !== 1 || only?.type !== 'chunk') {
    throw new Error(
      `a guest bundle must be one script: ${outputs.map(({ fileName }) => fileName).join(', ')}`,
    );
  }
  return asciiScript(only.code);
}

/**
 * Makes `virtual:guest/page`, `virtual:guest/command-worker` and so on: the URL of an asset each, in
 * development, in the build and in browser tests alike. The app fetches the scripts as text and hands them to
 * the frame.
 */
export function guestBundles(): Plugin {
  let config: ResolvedConfig;
  const made = new Map<string, Promise<Content>>();

  function contentOf(name: string, bundle: Bundle): Promise<Content> {
    const known = made.get(name);
    if (known) return known;
    const entry = fileURLToPath(new URL(bundle.entry, import.meta.url));
    const content = bundleGuestScript(entry, {
      // Tests start hundreds of guests and read no stacks of theirs; and so they run what the page ships.
      minify: config.command === 'build' || process.env.VITEST !== undefined,
      usesJustBash: bundle.usesJustBash,
      keepsNames: name === 'node-worker',
    }).then((code) => ({ source: bundle.wrap(code), outer: bundle.outer?.wrap(code) ?? null }));
    made.set(name, content);
    // A fixed mistake must be tried again.
    content.catch(() => made.delete(name));
    return content;
  }

  return {
    name: 'spillway-guest-bundles',
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : null;
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      const bundle = bundles[name];
      if (!bundle) throw new Error(`there is no guest bundle ${name}`);
      if (config.command === 'serve') {
        const url = JSON.stringify(`${config.base}${devFolder}${name}`);
        // No service worker serves the page in development, so nothing asks for the outer document.
        return bundle.outer
          ? `export default ${url}; export const versionedUrl = ${url}; export const outerUrl = ${url};`
          : `export default ${url};`;
      }
      const { source, outer } = await contentOf(name, bundle);
      const reference = this.emitFile({
        type: 'asset',
        source,
        ...(bundle.fileName ? { fileName: bundle.fileName } : { name: `guest-${name}.js` }),
      });
      const url = `import.meta.ROLLUP_FILE_URL_${reference}`;
      if (!bundle.outer || outer === null) return `export default ${url};`;
      const outerReference = this.emitFile({ type: 'asset', source: outer, fileName: bundle.outer.fileName });
      const hash = createHash('sha256').update(source, 'utf8').digest('base64url');
      return `export default ${url};
export const versionedUrl = ${url} + '?${hash}';
export const outerUrl = import.meta.ROLLUP_FILE_URL_${outerReference};`;
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const name = /\/@guest\/([a-z-]+)(?:\?|$)/.exec(request.url ?? '')?.[1] ?? '';
        const bundle = bundles[name];
        if (!bundle) return next();
        try {
          const { source } = await contentOf(name, bundle);
          response.setHeader('Content-Type', bundle.contentType);
          response.setHeader('Cache-Control', 'no-store');
          response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
          response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
          if (name === 'page') response.setHeader('Content-Security-Policy', guestHeaderPolicy);
          response.end(source);
        } catch (error) {
          next(error);
        }
      });
      server.watcher.on('change', (path) => {
        if (/\/src\/(core|guest)\//.test(path)) made.clear();
      });
    },
  };
}
