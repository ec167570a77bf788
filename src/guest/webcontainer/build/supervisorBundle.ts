import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { justBashPatch } from '../../embedded/build/justBashPatch.ts';

const id = 'virtual:webcontainer/supervisor';
/** Where the dev server serves it, below its base. */
const devPath = '@webcontainer/supervisor';

/** Bundles the supervisor as one CommonJS script for Node: the guest's shell with everything it needs. */
export async function bundleSupervisor(options: { readonly minify: boolean }): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [justBashPatch()],
    resolve: {
      // The same gzip as in the embedded guest.
      alias: { 'node:zlib': fileURLToPath(new URL('../../embedded/build/zlibShim.ts', import.meta.url)) },
      conditions: ['browser', 'import', 'module', 'default'],
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2023',
      write: false,
      minify: options.minify,
      sourcemap: false,
      lib: {
        entry: fileURLToPath(new URL('../supervisor/supervisorEntry.ts', import.meta.url)),
        formats: ['cjs'],
        fileName: () => 'supervisor.cjs',
      },
      rolldownOptions: { external: [/^node:(?!zlib)/], checks: { bundlerTimings: false } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const [only] = outputs;
  if (outputs.length !== 1 || only?.type !== 'chunk') throw new Error('the supervisor must be one script');
  return only.code;
}

/** Makes `virtual:webcontainer/supervisor`: the URL of the supervisor's script, to be fetched as text. */
export function supervisorBundle(): Plugin {
  let config: ResolvedConfig;
  let made: Promise<string> | null = null;
  const content = (): Promise<string> => {
    made ??= bundleSupervisor({ minify: config.command === 'build' });
    // A fixed mistake must be tried again.
    made.catch(() => {
      made = null;
    });
    return made;
  };
  return {
    name: 'spillway-supervisor-bundle',
    configResolved(resolved) {
      config = resolved;
    },
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    async load(asked) {
      if (asked !== `\0${id}`) return null;
      if (config.command === 'serve') return `export default ${JSON.stringify(config.base + devPath)};`;
      const source = await content();
      const reference = this.emitFile({ type: 'asset', source, name: 'webcontainer-supervisor.js' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (!request.url?.split('?')[0]?.endsWith(`/${devPath}`)) return next();
        try {
          const source = await content();
          response.setHeader('Content-Type', 'text/javascript');
          response.setHeader('Cache-Control', 'no-store');
          response.end(source);
        } catch (error) {
          next(error);
        }
      });
      server.watcher.on('change', (path) => {
        if (/\/src\/(core|guest)\//.test(path)) made = null;
      });
    },
  };
}
