import { expect, test, vi } from 'vitest';
import { allTools } from '../../../../src/agent/tools/allTools.ts';
import { ownToolNames } from '../../../../src/agent/tools/toolSet.ts';

test('the names, which are known before the tools are loaded, are theirs in the same order', () => {
  expect(ownToolNames).toEqual(allTools.map(({ name }) => name));
});

test('a tool is found when the tools are loaded, and asking before is a mistake that is told', async () => {
  vi.resetModules();
  const { loadTools, toolNamed } = await import('../../../../src/agent/tools/toolSet.ts');
  expect(() => toolNamed('bash')).toThrow('The tools were not loaded before a call was opened.');
  await loadTools();
  expect(ownToolNames.map((name) => toolNamed(name)?.name)).toEqual(ownToolNames);
  expect(toolNamed('nobody')).toBe(null);
});
