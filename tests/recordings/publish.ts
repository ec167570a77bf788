import { readdir, readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const folder = new URL('./', import.meta.url);

/** Puts the schema of recordings, a document of each version and the README into the built site, at `recordings/`. */
export function publishRecordings(): Plugin {
  return {
    name: 'spillway-publish-recordings',
    apply: 'build',
    async generateBundle() {
      for (const name of (await readdir(folder)).filter((each) => /\.(json|md)$/.test(each)).sort()) {
        const source = await readFile(new URL(name, folder), 'utf8');
        this.emitFile({ type: 'asset', fileName: `recordings/${name}`, source });
      }
    },
  };
}
