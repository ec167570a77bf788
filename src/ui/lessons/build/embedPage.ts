import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin, type Rolldown } from 'vite';
import { inlineWordsPlugin } from '../../words/build/inlineWords.ts';

/** What may be no part of a document that other pages frame: keys, their forms and stores, and what asks a host with them. */
const neverInIt =
  /\/src\/(?:models\/network\/|agent\/workbench\/browserWorkbench|agent\/mcp\/worker\/(?:mcp-network-worker|headerStorage)|ui\/app\/|ui\/settings\/(?:ProviderForm|SettingsDialog|ModelForm))/;
/** A worker's address is in the code of whoever starts it. The guest's asks for guest code alone and holds no key. */
const otherNetworkWorker = /(?<!guest-)network-worker-/;

interface EmbedOptions {
  /** The document, as a path. */
  readonly entry: string;
  /** Plugins that the page's own build has too: what they have made once serves both. */
  readonly shared: readonly Plugin[];
  /** As <meta>, for hosts that send no headers. */
  readonly policy: string;
  /** How the page's workers are built: the same ones serve both. */
  readonly workers: Pick<Rolldown.InputOptions, 'treeshake' | 'checks'>;
}

/**
 * Builds `embed.html` as a graph of its own beside the page's: cut into shared chunks, the page's first file, which can
 * start everything, would come with it. A module that knows of keys in it fails the build.
 */
export function embedPage(options: EmbedOptions): Plugin {
  return {
    name: 'spillway-embed-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        // Builds of single test pages are no site.
        if (!('index.html' in bundle)) return;
        for (const output of await outputsOf(options)) {
          if (output.type === 'chunk') {
            const wrong = output.moduleIds.find((id) => neverInIt.test(id));
            if (wrong !== undefined) this.error(`embed.html may be framed by anybody, and holds ${wrong}`);
            if (otherNetworkWorker.test(output.code))
              this.error(`embed.html can start a network worker: ${output.fileName}`);
          }
          // The guest's files are the page's own.
          if (output.fileName in bundle) continue;
          this.emitFile({
            type: 'asset',
            fileName: output.fileName,
            source: output.type === 'chunk' ? output.code : output.source,
          });
        }
      },
    },
  };
}

async function outputsOf({ entry, shared, policy, workers }: EmbedOptions) {
  const result = await build({
    configFile: false,
    envDir: false,
    base: './',
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      inlineWordsPlugin(),
      svelte(),
      ...shared,
      {
        name: 'spillway-embed-policy',
        transformIndexHtml: () => [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
            injectTo: 'head-prepend',
          },
        ],
      },
    ],
    worker: {
      format: 'es',
      rolldownOptions: {
        ...workers,
        output: {
          entryFileNames: ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
            facadeModuleId?.includes('/guest/network/')
              ? 'assets/guest-network-worker-[hash].js'
              : facadeModuleId?.includes('network-worker')
                ? 'assets/unused-network-worker-[hash].js'
                : 'assets/[name]-[hash].js',
        },
      },
    },
    build: {
      target: 'es2023',
      write: false,
      rolldownOptions: {
        input: { embed: entry },
        treeshake: {
          // These rooms do nothing by being imported: what a lesson does not use of them is left out.
          moduleSideEffects: [
            { test: /\/src\/(?:core|agent|models|store|guest|tokenizer)\//, sideEffects: false },
          ],
        },
        checks: workers.checks,
        output: {
          entryFileNames: 'assets/embed-[name]-[hash].js',
          chunkFileNames: 'assets/embed-[name]-[hash].js',
        },
      },
    },
  });
  return (Array.isArray(result) ? result : [result])
    .flatMap((each) => ('output' in each ? each.output : []))
    .filter(({ fileName }) => !fileName.includes('unused-network-worker'));
}
