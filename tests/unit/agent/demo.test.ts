import { describe, expect, test } from 'vitest';
import { demoPrompt, demoScript } from '../../../src/agent/index.ts';
import { createScriptedModel } from '../../../src/models/index.ts';
import { openTestBench, recordOf, recordsOf, sentTexts, textOf } from '../../hosts/fakes/testBench.ts';

describe('the demo', () => {
  test('fails, is understood through the saved file, is fixed and passes', async () => {
    const model = createScriptedModel(demoScript, { wait: async () => {} });
    const { workbench, guest } = await openTestBench([], { model });
    const session = await workbench.openDemo();
    await session.send(demoPrompt);
    expect(session.state.turns.at(-1)?.end).toEqual({ reason: 'done', error: null });
    const texts = sentTexts(session);
    expect(recordsOf(session).map((record) => record.tool)).toEqual([
      'bash',
      'grep',
      'read',
      'read',
      'edit',
      'bash',
    ]);
    const first = recordOf(session, '1.1.0');
    expect(first.outcome).toEqual({ status: 'failed', exitCode: 1, signal: null });
    expect(first.output.totalBytes).toBeGreaterThan(180_000);
    expect(first.output.totalBytes).toBeLessThan(260_000);
    expect(first.savedAs?.bytes).toBe(first.output.totalBytes);
    expect(texts[1]).toMatch(/error: REPORT_DIR uses the variable BUILD_ROT, which is not defined/);
    expect(texts[2]).toContain('which is not defined');
    expect(texts[5]).toBe(
      'exit 0\n[60/60] routes: compile part-42.tmpl to out/routes/part-42.html, 10446 bytes, ok\nbuild passed: 60 modules, 0 errors\n',
    );
    expect(textOf(await guest().fs.read('/home/user/project/config/app.conf'))).toContain(
      'REPORT_DIR=$BUILD_ROOT/reports\n',
    );
    await workbench.dispose();
  }, 30_000);
});
