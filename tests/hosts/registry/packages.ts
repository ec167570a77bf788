import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

export interface RegistryPackage {
  readonly manifest: { readonly name: string; readonly version: string } & Readonly<Record<string, unknown>>;
  /** Paths below the package and contents; package.json is added. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const require = createRequire(import.meta.url);

/** A package of this project's node_modules, as it is there. */
export function realPackage(name: string): RegistryPackage {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const files: Record<string, Uint8Array> = {};
  const visit = (path: string): void => {
    for (const entry of readdirSync(path)) {
      const full = join(path, entry);
      if (entry === 'node_modules') continue;
      if (statSync(full).isDirectory()) visit(full);
      else if (relative(folder, full) !== 'package.json') files[relative(folder, full)] = readFileSync(full);
    }
  };
  visit(folder);
  return { manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), files };
}

/** A package made for a test: `name@version` and what its manifest says besides. */
export function madePackage(
  id: string,
  manifest: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string>> = {},
): RegistryPackage {
  const at = id.lastIndexOf('@');
  const name = id.slice(0, at);
  const version = id.slice(at + 1);
  return {
    manifest: { name, version, license: 'MIT', ...manifest },
    files: { 'index.js': `module.exports = '${id}';\n`, ...files },
  };
}

/** As `npm pack` makes it: gzipped, everything below `package/`. */
export async function packed({ manifest, files }: RegistryPackage): Promise<Uint8Array> {
  const bins = typeof manifest.bin === 'string' ? [manifest.bin] : Object.values(manifest.bin ?? {});
  const programs = new Set(bins.map((path) => String(path).replace(/^\.\//, '')));
  const encoder = new TextEncoder();
  const all = { 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, ...files };
  const tar = await packTar(
    Object.entries(all).map(([path, content]) => {
      const body = typeof content === 'string' ? encoder.encode(content) : content;
      const mode = programs.has(path) ? 0o755 : 0o644;
      return { header: { name: `package/${path}`, size: body.length, mode, mtime: new Date(0) }, body };
    }),
  );
  return gzipSync(tar);
}
