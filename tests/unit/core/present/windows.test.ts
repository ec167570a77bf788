import { expect, test } from 'vitest';
import { maxInlineUnits, ParsedOutput } from '../../../../src/core/index.ts';

function parsed(tool: string, units: number): ParsedOutput {
  return new ParsedOutput({
    tool,
    chunks: [{ stream: 'stdout', bytes: new TextEncoder().encode('x'.repeat(units)) }],
    exitCode: 0,
    signal: null,
    endedBy: 'itself',
    timeoutMs: 120_000,
    durationMs: 0,
    callId: 'call_1',
    contextTokensLeft: null,
  });
}

test('a page of a file is seen whole, every other result through a window at each end', () => {
  const units = 2 * maxInlineUnits + 1;
  const seen = (tool: string) => {
    const { head, tail } = parsed(tool, units).cleanedBy('none').text.merged;
    return [head.length, tail.length];
  };
  expect(seen('read')).toEqual([units, 0]);
  expect(seen('bash')).toEqual([maxInlineUnits, maxInlineUnits]);
});

test('the same bytes as a page and as a result are not mistaken for each other', () => {
  const units = 2 * maxInlineUnits + 1;
  const result = parsed('bash', units);
  result.cleanedBy('none');
  const { chunks: _chunks, ...facts } = result.raw;
  const page = result.withFacts({ ...facts, tool: 'read' });
  expect(page.cleanedBy('none').text.merged.head.length).toBe(units);
  expect(result.cleanedBy('ansi').text.merged.head.length).toBe(maxInlineUnits);
});
