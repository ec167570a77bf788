import { describe, expect, test } from 'vitest';
import { createBrowserWorkbench, demoPrompt, type Workbench } from '../../../../src/agent/index.ts';

async function withWorkbench<T>(use: (workbench: Workbench) => Promise<T>): Promise<T> {
  const workbench = await createBrowserWorkbench();
  try {
    return await use(workbench);
  } finally {
    await workbench.dispose();
  }
}

describe('in a browser, on the real rooms', () => {
  test('the demo runs from its failing build to a passing one, and a reload finds all of it', async () => {
    const live = await withWorkbench(async (workbench) => {
      const session = await workbench.openDemo();
      await session.send(demoPrompt);
      return session.state;
    });
    expect(live.turns[0]?.end).toEqual({ reason: 'done', error: null });
    const texts =
      live.turns[0]?.steps.flatMap((step) => step.calls).map((call) => call.sent?.text ?? '') ?? [];
    expect(texts[0]).toContain('Full output saved to: ');
    expect(texts[2]).toContain('uses the variable BUILD_ROT');
    expect(texts[5]).toContain('build passed: 60 modules, 0 errors');
    await withWorkbench(async (workbench) => {
      const again = await workbench.openDemo();
      expect(again.state.turns).toEqual(live.turns);
      const saved = again.state.turns[0]?.steps[0]?.calls[0]?.record?.savedAs;
      expect((await again.stat(saved?.path ?? '')).size).toBe(saved?.bytes);
      await workbench.deleteSession(again.id);
      expect(await workbench.measureSession('demo')).toEqual({ keys: 0, bytes: 0 });
    });
  }, 60_000);
});
