import { readdir, readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const folder = new URL('./', import.meta.url);

export interface PublishedFile {
  /** Below the site's root; it stays the same from build to build. */
  readonly fileName: string;
  readonly source: string;
}

/** The golden vectors with their README, their JSON schema and a list of the files. */
export async function publishedGoldens(): Promise<readonly PublishedFile[]> {
  const names = (await readdir(folder)).filter((name) => /\.(json|md)$/.test(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({
      fileName: `goldens/${name}`,
      source: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
  const vectors = names.filter((name) => name.endsWith('.json') && name !== 'schema.json');
  const list = { schema: 'schema.json', readme: 'README.md', files: vectors };
  return [...files, { fileName: 'goldens/index.json', source: `${JSON.stringify(list, null, 2)}\n` }];
}

/** Puts them into the built site, at `goldens/`. */
export function publishGoldens(): Plugin {
  return {
    name: 'spillway-publish-goldens',
    apply: 'build',
    async generateBundle() {
      for (const { fileName, source } of await publishedGoldens()) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
