import { expect, test } from 'vitest';
import { createBroadcastTabs } from '../../../../src/agent/session/tabs.ts';

test('what is still on its way when a session is left is posted to nobody, and nothing fails', async () => {
  const tabs = createBroadcastTabs();
  if (tabs === null) throw new Error('There is no BroadcastChannel here.');
  const [here, there] = [tabs.open('a'), tabs.open('a')];
  const heard: unknown[] = [];
  const both = new Promise<void>((resolve) => {
    there.listen((message) => {
      heard.push(message);
      if (message === 'last') resolve();
    });
  });
  here.post('first');
  here.close();
  here.post('too late');
  const other = tabs.open('a');
  other.post('last');
  await both;
  expect(heard).toEqual(['first', 'last']);
  other.close();
  there.close();
});
