import { isObject, type JsonObject } from '../cli/project.ts';
import type { NpmRun } from '../cli/run.ts';
import { NpmFailure } from '../cli/run.ts';
import { readConfig } from './config.ts';
import { pickVersion } from './pickVersion.ts';
import { Registry } from './registry.ts';
import { parseWord } from './spec.ts';

/** `npm view NAME[@VERSION] [FIELD…] [--json]`, of what the registry's short page says. */
export async function view(run: NpmRun): Promise<number> {
  const [, word, ...fields] = run.options.words;
  if (word === undefined) throw new NpmFailure(['npm view needs a package name']);
  const spec = parseWord(word);
  if (spec.kind === 'folder' || spec.kind === 'other')
    throw new NpmFailure([`${word} is no package of the registry`]);
  const packument = await new Registry(run, await readConfig(run)).packument(spec.wants);
  const { manifest } = pickVersion(packument, spec);
  const page: JsonObject = {
    ...manifest,
    versions: Object.keys(packument.versions),
    'dist-tags': packument.tags,
  };
  if (fields.length === 0) {
    const { version, license = '', dependencies } = manifest;
    const count = isObject(dependencies) ? Object.keys(dependencies).length : 0;
    const deps = count === 0 ? 'none' : String(count);
    const head = `${spec.wants}@${version} | ${license || 'Proprietary'} | deps: ${deps} | versions: ${Object.keys(packument.versions).length}`;
    const tags = Object.entries(packument.tags).map(([tag, of]) => `${tag}: ${of}\n`);
    await run.out(
      run.on('json') ? `${JSON.stringify(page, null, 2)}\n` : `\n${head}\n\ndist-tags:\n${tags.join('')}`,
    );
    return 0;
  }
  for (const field of fields) {
    const value = field
      .split('.')
      .reduce<unknown>((from, part) => (isObject(from) ? from[part] : undefined), page);
    if (value === undefined) continue;
    const name = fields.length > 1 ? `${field} = ` : '';
    const isText = typeof value === 'string' && !run.on('json');
    await run.out(`${name}${isText ? value : JSON.stringify(value, null, 2)}\n`);
  }
  return 0;
}
