import type { JsonValue, LimitOverrides, Prompt, ToolRecord } from '../../../../src/core/index.ts';
import { call, calls, type FakeReply, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench, recordsOf, sentTexts, until } from '../../../hosts/fakes/testBench.ts';
import { MemoryHeaders, workerInProcess } from '../../../hosts/mcp/workerInProcess.ts';

/** A session with one MCP server whose tools may all run. */
export async function openMcpBench(
  name: string,
  url: string | null,
  options: {
    readonly headers?: readonly (readonly [string, string])[];
    readonly overrides?: LimitOverrides;
  } = {},
) {
  let next: FakeReply = say('');
  const reply = (prompt: Prompt) => (prompt.messages.at(-1)?.role === 'user' ? next : say('ok'));
  const storage = new MemoryHeaders();
  const worker = workerInProcess(storage);
  const bench = await openTestBench(
    Array.from({ length: 200 }, () => reply),
    { startMcpWorker: () => worker },
  );
  const { mcp, permissions } = bench.workbench;
  if (mcp === null) throw new Error('the bench has no servers');
  if (url === null) await mcp.setOn('demo', true);
  else {
    const added = await mcp.add(name, url, options.headers ?? [], true);
    if (!added.ok) throw new Error(added.message);
  }
  const row = () => mcp.rows.find((each) => each.name === (url === null ? 'demo' : name));
  await until(() => row()?.state.kind === 'ready' || row()?.state.kind === 'failed');
  const session = await bench.workbench.createSession();
  if (options.overrides) await session.setProfile({ ...session.state.profile, overrides: options.overrides });
  const allowAll = async () => {
    for (const tool of session.tools.rows) if (tool.origin !== null) await permissions.set(tool, 'run');
  };
  await allowAll();
  const run = async (
    tool: string,
    input: JsonValue = {},
  ): Promise<{ readonly text: string; readonly record: ToolRecord }> => {
    next = calls(call(tool, input));
    await session.send('go');
    const record = recordsOf(session).at(-1);
    if (record === undefined) throw new Error('the call left no record');
    return { record, text: sentTexts(session).at(-1) ?? '' };
  };
  const start = (tool: string, input: JsonValue = {}) => {
    next = calls(call(tool, input));
    return session.send('go');
  };
  return { bench, session, mcp, worker, storage, run, start, allowAll };
}
