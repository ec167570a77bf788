import { expect, test } from 'vitest';
import {
  ParsedOutput,
  presentOutput,
  profileById,
  profileRef,
  type RawOutput,
} from '../../../../src/core/index.ts';

const encoder = new TextEncoder();
const places = { sessionId: 's', home: '/home/u', workspace: '/home/u/p', usedStems: new Set<string>() };

function raw(text: string, more: Partial<RawOutput> = {}): RawOutput {
  return {
    tool: 'bash',
    chunks: [{ stream: 'stdout', bytes: encoder.encode(text) }],
    exitCode: 0,
    signal: null,
    endedBy: 'itself',
    timeoutMs: 120_000,
    durationMs: 5,
    callId: 'call_1',
    contextTokensLeft: null,
    ...more,
  };
}

function presented(output: RawOutput, id = 'claude-code') {
  const profile = profileById(id);
  if (!profile) throw new Error(`no profile ${id}`);
  return presentOutput(new ParsedOutput(output), profileRef(profile), places);
}

test('a short output is sent as it is and saved nowhere', () => {
  const { sent, savedPath } = presented(raw('hi\n'));
  expect([sent.text, savedPath]).toEqual(['hi\n', null]);
});

test('an output over the limit names the file that a session would have saved', () => {
  const { sent, savedPath, record } = presented(raw('x'.repeat(30_001)));
  expect(savedPath).toBe('/home/u/.claude/projects/-home-u-p/s/tool-results/call_1.txt');
  expect(record.savedAs).toEqual({ path: savedPath, bytes: 30_001 });
  expect(sent.text).toContain(`Full output saved to: ${savedPath}\n`);
});

test('exit code, signal, timeout and stop reach the model as in a session', () => {
  expect(presented(raw('out\n', { exitCode: 3 })).sent.text).toBe('Exit code 3\nout');
  expect(presented(raw('out\n', { exitCode: null, signal: 'SIGKILL' })).sent.text).toContain('SIGKILL');
  expect(presented(raw('out\n', { exitCode: null, endedBy: 'timeout' })).sent.text).toContain(
    'Command timed out after 2m 0s',
  );
  expect(presented(raw('', { exitCode: null, endedBy: 'user' })).sent.text).toContain('stopped by the user');
});

test('profiles with one cleaner share one reading of the bytes', () => {
  const parsed = new ParsedOutput(raw('\x1b[31mred\x1b[0m'));
  expect(parsed.cleanedBy('ansi')).toBe(parsed.cleanedBy('ansi'));
  expect([parsed.cleanedBy('ansi').text.merged.head, parsed.cleanedBy('none').text.merged.head]).toEqual([
    'red',
    '\x1b[31mred\x1b[0m',
  ]);
});
