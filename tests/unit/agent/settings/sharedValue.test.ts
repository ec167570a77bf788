import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PermissionBook } from '../../../../src/agent/permissions/permissionBook.ts';
import { shareSettings } from '../../../../src/agent/settings/sharedSettings.ts';
import { MemoryBrowser } from '../../../hosts/fakes/memoryBrowser.ts';
import { until } from '../../../hosts/fakes/testBench.ts';

const own = (name: string) => ({ name, fingerprint: null });

function openTab(browser: MemoryBrowser) {
  const { store, transport } = browser.openTab();
  const book = new PermissionBook(shareSettings(store, transport.openShared()));
  return { store, book };
}

test('a permission that one tab sets holds there at once, and in every other as soon as it is stored', async () => {
  const browser = new MemoryBrowser();
  const [first, second] = [openTab(browser), openTab(browser)];
  await Promise.all([first.book.load(), second.book.load()]);
  let told = 0;
  second.book.subscribe(() => {
    told += 1;
  });
  const set = first.book.set(own('bash'), 'deny');
  expect(first.book.choiceFor(own('bash'))).toBe('deny');
  await set;
  await until(() => second.book.choiceFor(own('bash')) === 'deny');
  expect(told).toBe(1);
});

test('one that cannot be stored is taken back, and said', async () => {
  const { store, book } = openTab(new MemoryBrowser());
  store.setSetting = () => Promise.reject(new Error('The disk is full.'));
  const set = book.set(own('bash'), 'deny');
  expect(book.choiceFor(own('bash'))).toBe('deny');
  await expect(set).rejects.toThrow('The disk is full.');
  expect(book.choiceFor(own('bash'))).toBe('run');
});

test('what tabs set in turns, also without waiting for each other here, none takes back from another', async () => {
  const edit = fc.record({
    tab: fc.nat(2),
    tool: fc.constantFrom('bash', 'read', 'mcp_a_b'),
    choice: fc.constantFrom('run' as const, 'ask' as const, 'deny' as const),
    waits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (edits) => {
      const browser = new MemoryBrowser();
      const tabs = [openTab(browser), openTab(browser), openTab(browser)];
      await Promise.all(tabs.map(({ book }) => book.load()));
      const last = new Map<string, string>();
      let running: { tab: number; done: Promise<unknown> } = { tab: 0, done: Promise.resolve() };
      for (const { tab, tool, choice, waits } of edits) {
        // A person has one pair of hands: another tab comes to its turn when this one's is stored.
        if (waits || running.tab !== tab) await running.done;
        const done = tabs[tab]?.book.set(own(tool), choice) ?? Promise.resolve();
        running = { tab, done: Promise.all([running.done, done]) };
        last.set(tool, choice);
      }
      await running.done;
      const wanted = (tool: string) => last.get(tool) ?? 'run';
      await until(() =>
        tabs.every(({ book }) =>
          [...last.keys()].every((tool) => book.choiceFor(own(tool)) === wanted(tool)),
        ),
      );
    }),
    { numRuns: 60 },
  );
});
