import { expect, test } from 'vitest';
import { leftOutCommands } from '../../../../../src/guest/embedded/build/leftOutCommands.ts';
import type { CommandTools } from '../../../../../src/guest/embedded/shell/commands/command.ts';
import { ownCommands } from '../../../../../src/guest/embedded/shell/commands/registry.ts';

/** Commands look at their tools when they run; here none does. */
const noTools = new Proxy(() => {}, { get: (target) => target }) as unknown as CommandTools;

test('what is left out of just-bash are commands that the guest has its own of', () => {
  const own = new Set(ownCommands(noTools).map(({ name }) => name));
  expect(leftOutCommands.filter((name) => !own.has(name))).toEqual([]);
});

test('commands of ours that call just-bash’s are not left out', () => {
  for (const name of ['time']) expect(leftOutCommands).not.toContain(name);
});
