import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GuestFs, GuestFsError } from '../../../../src/guest/port.ts';
import { lacksModules, quoted } from '../../../../src/guest/webcontainer/page/modules.ts';

/** A workspace at `/w` with these files. */
function workspace(files: Readonly<Record<string, string>>): Pick<GuestFs, 'read' | 'exists'> {
  return {
    read: async (path) => {
      const text = files[path];
      if (text === undefined) throw new GuestFsError('ENOENT', path);
      return new TextEncoder().encode(text);
    },
    exists: async (path) => path in files,
  };
}

test('packages are missing where a list names some and none is there', async () => {
  const lists: readonly (readonly [list: string | null, lacks: boolean])[] = [
    ['{"dependencies":{"a":"1"}}', true],
    ['{"devDependencies":{"a":"1"}}', true],
    ['{"optionalDependencies":{"a":"1"}}', true],
    ['{"dependencies":{},"devDependencies":{}}', false],
    ['{"name":"a","dependencies":"a"}', false],
    ['[]', false],
    ['null', false],
    ['{"dependencies":', false],
    [null, false],
  ];
  for (const [list, lacks] of lists) {
    const files: Readonly<Record<string, string>> = list === null ? {} : { '/w/package.json': list };
    expect([list, await lacksModules(workspace(files), '/w')]).toEqual([list, lacks]);
    expect(await lacksModules(workspace({ ...files, '/w/node_modules': '' }), '/w')).toBe(false);
  }
});

test('a shell reads a quoted path as it was', () => {
  expect(quoted('/home/project')).toBe('/home/project');
  const path = fc.string({
    unit: fc.constantFrom('a', '/', ' ', "'", '"', '$', '\\', '\n', 'é', '`'),
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.array(path, { minLength: 20, maxLength: 20 }), (paths) => {
      const words = paths.map(quoted).join(' ');
      expect(execFileSync('sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' })).toBe(
        paths.map((each) => `${each}\0`).join(''),
      );
    }),
    { numRuns: 10 },
  );
});
