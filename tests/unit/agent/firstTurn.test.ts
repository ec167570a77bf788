import { describe, expect, test } from 'vitest';
import { call, calls, say } from '../../hosts/fakes/fakeModel.ts';
import { openTestBench, outputBytes, recordOf, sentTexts, textOf } from '../../hosts/fakes/testBench.ts';

describe('a turn', () => {
  test('runs a command in the guest, records it and ends with the answer', async () => {
    const { workbench, store } = await openTestBench([
      calls(call('Bash', { command: 'echo hello; mkdir made' })),
      say('done'),
    ]);
    const session = await workbench.createSession();
    await session.send('say hello');
    const [turn] = session.state.turns;
    expect(turn?.end).toEqual({ reason: 'done', error: null });
    expect(sentTexts(session)).toEqual(['hello\n']);
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('hello\n');
    expect(recordOf(session, '1.1.0').outcome).toEqual({ status: 'ok', exitCode: 0 });
    expect(store.order.lastIndexOf('commit')).toBeLessThan(store.order.indexOf('append record'));
    await workbench.dispose();
  });
});
