import { expect, test } from 'vitest';
import { pendingQuestions } from '../../../../src/agent/index.ts';
import { until } from '../../../hosts/fakes/testBench.ts';
import { openMcpBench } from './mcpBench.ts';

test('the demo server works without a network, and its new tool is told after it has grown, and asks', async () => {
  const { session, run, start, bench } = await openMcpBench('demo', null);
  expect((await run('mcp_demo_echo', { message: 'hi' })).text).toBe('Echo: hi');
  expect((await run('mcp_demo_picture')).text).toMatch(
    /^A spillway:\n\[image\/png, 222 bytes, 48 × 32 pixels, saved to: /,
  );
  expect((await run('mcp_demo_fail')).record.outcome).toMatchObject({ error: { code: 'MCP_TOOL_ERROR' } });
  expect((await run('mcp_demo_sales', { rows: 2000 })).record.savedAs?.bytes).toBeGreaterThan(100_000);
  const before = session.state.externalTools?.length ?? 0;
  await run('mcp_demo_grow');
  await until(() => session.tools.rows.some(({ name }) => name === 'mcp_demo_grown_1'));
  const turn = start('mcp_demo_grown_1');
  await until(() => pendingQuestions(session.state).length === 1);
  expect(session.state.externalTools).toHaveLength(before + 1);
  await session.answer(pendingQuestions(session.state)[0]?.call.key ?? '0.0.0', {
    kind: 'permission',
    choice: 'once',
  });
  await turn;
  await bench.workbench.dispose();
});

test('a server that is turned off takes its tools with it', async () => {
  const { session, run, mcp, bench } = await openMcpBench('demo', null);
  await run('mcp_demo_echo', { message: 'hi' });
  await mcp.setOn('demo', false);
  await run('mcp_demo_echo', { message: 'hi' });
  expect(session.state.externalTools).toEqual([]);
  await bench.workbench.dispose();
});

test('an address that is none, or holds a password, or a name twice is refused in words', async () => {
  const { mcp, bench } = await openMcpBench('demo', null);
  for (const address of ['x', 'ftp://a/b', 'https://me:pw@host/mcp']) {
    expect(await mcp.add('s', address, [], false)).toMatchObject({ ok: false });
  }
  expect(await mcp.add('demo', 'http://127.0.0.1:1/mcp', [], false)).toMatchObject({ ok: false });
  expect(await mcp.add('s', 'http://127.0.0.1:1/mcp', [['cookie', 'a=b']], false)).toMatchObject({
    ok: false,
  });
  await bench.workbench.dispose();
});

test('a server that is not there is a problem in words, and stops no turn', async () => {
  const { session, run, mcp, bench } = await openMcpBench('demo', null);
  expect(await mcp.add('gone', 'http://127.0.0.1:9/mcp', [], false)).toEqual({ ok: true });
  await until(() => session.tools.problems.length === 1);
  expect((await run('mcp_demo_echo', { message: 'hi' })).text).toBe('Echo: hi');
  await bench.workbench.dispose();
});
