import { expect, test } from 'vitest';
import { openCall } from '../../../../src/agent/calls/callDoor.ts';
import { loadTools } from '../../../../src/agent/tools/toolSet.ts';
import { type JsonValue, profileContext, profileOf, profileRef } from '../../../../src/core/index.ts';

// A page loads its tools before the first call.
await loadTools();

const open = (id: string, wireName: string, input: JsonValue) => {
  const profile = profileOf({ id });
  const ctx = profileContext(profile, profileRef(profile), {
    sessionId: 's',
    home: '/home/user',
    workspace: '/home/user/project',
    usedStems: new Set(),
  });
  return openCall({ type: 'tool-call', callId: 'c', wireName, input }, profile, ctx, {
    find: () => null,
    names: [],
    withheld: [],
  });
};

test('a harness’s own names and units of a command’s time reach the tool', () => {
  const timeoutOf = (id: string, wireName: string, input: JsonValue) => {
    const opened = open(id, wireName, input);
    return opened.ok ? opened.tool : opened.error.message;
  };
  expect(timeoutOf('codex', 'shell_command', { command: 'true', timeout_ms: 5 })).toBe('bash');
  expect(timeoutOf('pi', 'bash', { command: 'true', timeout: 0.5 })).toBe('bash');
  // Half a millisecond is no time at all: without the harness’s unit this is what half a second would be.
  expect(timeoutOf('claude-code', 'Bash', { command: 'true', timeout: 0.5 })).toContain('must be a number');
});

test('an input that is no object is refused by the tool’s own door', () => {
  expect(open('pi', 'bash', 'true')).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});
