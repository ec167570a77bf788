import type { LiveSession } from '../../../src/agent/index.ts';
import type { JsonValue, LimitOverrides, ToolRecord } from '../../../src/core/index.ts';
import { call, calls, type FakeReply, say } from './fakeModel.ts';
import type { MemoryGuest } from './memoryGuest.ts';
import { openTestBench, recordsOf, sentTexts } from './testBench.ts';

export interface ToolBench {
  readonly session: LiveSession;
  readonly guest: () => MemoryGuest;
  /** Runs one call in a turn of its own; gives what the model was sent and the record. */
  readonly run: (
    tool: string,
    input: JsonValue,
  ) => Promise<{ readonly text: string; readonly record: ToolRecord }>;
}

/** A session whose workspace holds these files, for tests of single tools. */
export async function openToolBench(
  files: Readonly<Record<string, string | Uint8Array>>,
  overrides: LimitOverrides = {},
): Promise<ToolBench> {
  let next: FakeReply = say('');
  let asked = false;
  const reply = () => {
    asked = !asked;
    return asked ? next : say('ok');
  };
  const { workbench, guest } = await openTestBench(Array.from({ length: 400 }, () => reply));
  const session = await workbench.createSession();
  await session.setProfile({ ...session.state.profile, overrides });
  await session.ensureGuest();
  const encoder = new TextEncoder();
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    await guest().fs.write(path.startsWith('/') ? path : `${session.workspace}/${path}`, bytes);
  }
  const run = async (tool: string, input: JsonValue) => {
    next = calls(call(tool, input));
    await session.send('go');
    const record = recordsOf(session).at(-1);
    const text = sentTexts(session).at(-1);
    if (record === undefined || text === undefined) throw new Error('the call left no record');
    return { text, record };
  };
  return { session, guest, run };
}
