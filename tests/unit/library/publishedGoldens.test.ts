import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedGoldens } from '../../goldens/publish.ts';
import schema from '../../goldens/schema.json';

const published = await publishedGoldens();
const sourceOf = (name: string) => published.find(({ fileName }) => fileName === `goldens/${name}`)?.source;
const list: { readonly files: readonly string[] } = JSON.parse(sourceOf('index.json') ?? '');
const caseForms: Readonly<Record<string, { properties: object; required: string[] }>> = schema.$defs;

test('the site has every file as it is here, with a list, a README and a schema', () => {
  expect(list).toMatchObject({ schema: 'schema.json', readme: 'README.md' });
  expect(list.files.length).toBeGreaterThan(10);
  for (const name of [...list.files, 'schema.json', 'README.md']) {
    const here = readFileSync(new URL(`../../goldens/${name}`, import.meta.url), 'utf8');
    expect(sourceOf(name), name).toBe(here);
  }
});

test.each(list.files)('%s has a form of the schema, and its cases have no other fields', (name) => {
  const file: Readonly<Record<string, unknown>> & { readonly cases: readonly object[] } = JSON.parse(
    sourceOf(name) ?? '',
  );
  const form = schema.anyOf.find(({ required }) => required.every((key) => key in file));
  expect(form).toBeDefined();
  const kase = caseForms[form?.title ?? ''];
  const known = Object.keys(kase?.properties ?? {});
  for (const one of file.cases) {
    expect(Object.keys(one).filter((key) => !known.includes(key))).toEqual([]);
    expect(kase?.required.filter((key) => !(key in one))).toEqual([]);
  }
});
