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
  test('the demo runs from its failing tests to passing ones, and a reload finds all of it', async () => {
    const live = await withWorkbench(async (workbench) => {
      const session = await workbench.openDemo();
      await session.send(demoPrompt);
      return session.state;
    });
    expect(live.turns[0]?.end).toEqual({ reason: 'done', error: null });
    const texts =
      live.turns[0]?.steps.flatMap((step) => step.calls).map((call) => call.sent?.text ?? '') ?? [];
    expect(texts[0]).toContain('Full output saved to: ');
    expect(texts[2]).toContain('3:2:1 of 3 cents adds up to 4');
    expect(texts[5]).toMatch(/^exit 0\n# tests 7\n# suites 0\n# pass 7\n# fail 0\n/);
    const calls = live.turns[0]?.steps.flatMap((step) => step.calls) ?? [];
    expect(calls.map((call) => call.record?.tool)).toEqual(['bash', 'grep', 'read', 'read', 'edit', 'bash']);
    const first = calls[0]?.record;
    expect(first?.outcome).toEqual({ status: 'failed', exitCode: 1, signal: null });
    expect(first?.output.totalBytes).toBeGreaterThan(180_000);
    expect(first?.output.totalBytes).toBeLessThan(260_000);
    expect(first?.savedAs?.bytes).toBe(first?.output.totalBytes);
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
