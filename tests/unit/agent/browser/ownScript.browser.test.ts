import { expect, test } from 'vitest';
import {
  createBrowserWorkbench,
  limitSettings,
  ownScriptModel,
  ownScriptSetting,
} from '../../../../src/agent/index.ts';

test('a script of one’s own answers a session, and its absence is a sentence', async () => {
  const workbench = await createBrowserWorkbench();
  try {
    const session = await workbench.createSession({ model: ownScriptModel });
    await workbench.setSetting(ownScriptSetting, undefined);
    await session.send('go');
    expect(session.state.turns[0]?.end?.error?.message).toBe(
      'The script "own" is not in this browser. Enter it in the settings.',
    );
    await workbench.setSetting(ownScriptSetting, { steps: [{ text: 'Mine.' }] });
    await session.send('go');
    expect(session.state.turns[1]?.steps[0]?.parts).toEqual([{ type: 'text', text: 'Mine.' }]);
    await workbench.deleteSession(session.id);
  } finally {
    await workbench.setSetting(ownScriptSetting, undefined);
    await workbench.dispose();
  }
}, 30_000);

test('the step limit of the settings holds from the next opening on, and says what it is', async () => {
  const workbench = await createBrowserWorkbench();
  const loop = {
    steps: [1, 2, 3, 4].map((n) => ({ calls: [{ tool: 'Read', input: { file_path: `/${n}` } }] })),
  };
  await workbench.setSetting(ownScriptSetting, loop);
  await workbench.setSetting(limitSettings.maxSteps.name, 2);
  try {
    const session = await workbench.createSession({ model: ownScriptModel });
    await session.send('go');
    const [turn] = session.state.turns;
    expect(turn?.steps.length).toBe(2);
    expect(turn?.end?.error).toEqual({
      code: 'STEP_LIMIT',
      phase: 'run',
      message:
        'The turn ended after 2 model requests, the most that one turn may make. Send a message to go on.',
    });
    await workbench.deleteSession(session.id);
  } finally {
    await workbench.setSetting(limitSettings.maxSteps.name, undefined);
    await workbench.setSetting(ownScriptSetting, undefined);
    await workbench.dispose();
  }
}, 30_000);
