import { expect, test } from 'vitest';
import {
  ParsedOutput,
  presentOutput,
  profileRef,
  profiles,
  type SessionPlaces,
} from '../../../../src/core/index.ts';
import { whatIfView } from '../../../../src/ui/inspector/whatIf.ts';
import { groupColumns } from '../../../../src/ui/lab/columnGroups.ts';
import { mergedBytes, rawOutput, usualFacts } from '../../../../src/ui/lab/input/labInput.ts';
import { stepChunks } from '../../../../src/ui/lab/input/stepChunks.ts';
import { LabWork } from '../../../../src/ui/lab/work/labWork.ts';
import { Example, keptWords } from '../../../../src/ui/protocols/example.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('a step’s bytes come back as the runs in which the streams wrote them', async () => {
  const bytes = encode('out1err1out2');
  const record = {
    key: '1.1.0' as const,
    output: {
      totalBytes: 12,
      stdoutBytes: 8,
      stderrBytes: 4,
      lines: 1,
      segments: [
        { stream: 'stdout' as const, bytes: 4 },
        { stream: 'stderr' as const, bytes: 4 },
        { stream: 'mixed' as const, bytes: 2 },
      ],
      loss: null,
    },
  };
  const chunks = await stepChunks({ readOutput: async () => bytes }, record);
  expect(chunks.map((chunk) => [chunk.stream, new TextDecoder().decode(chunk.bytes)])).toEqual([
    ['stdout', 'out1'],
    ['stderr', 'err1'],
    ['stdout', 'ou'],
    ['stdout', 't2'],
  ]);
  expect(mergedBytes(chunks)).toEqual(bytes);
});

test('columns with the very same text stand together only where that is asked for', () => {
  const work = new LabWork();
  work.setInput([{ stream: 'stdout', bytes: encode('short\n') }], usualFacts);
  const columns = profiles.map((profile) => {
    const ref = profileRef(profile);
    return { ref, key: profile.id, result: work.present(ref) };
  });
  expect(groupColumns(columns, false).map(({ column }) => column.key)).toEqual(profiles.map(({ id }) => id));
  const groups = groupColumns(columns, true);
  const texts = groups.map(({ column }) => (column.result?.ok ? column.result.view.sent.text : ''));
  expect(new Set(texts).size).toBe(groups.length);
  expect(groups.flatMap(({ column, others }) => [column, ...others]).length).toBe(columns.length);
});

test('what if: under any profile a stored step has the view that the profile would have given it', async () => {
  const bytes = encode(`${'a line of output\n'.repeat(8_000)}`);
  const raw = rawOutput([{ stream: 'stdout', bytes }], { ...usualFacts, exitCode: 2 });
  const places: SessionPlaces = { sessionId: 's', home: '/home/user', workspace: '/w', usedStems: new Set() };
  const really = presentOutput(new ParsedOutput(raw), profileRef(profiles[0]!), places).record;
  const session = {
    id: 's',
    home: '/home/user',
    workspace: '/w',
    async *streamOutput() {
      yield bytes.subarray(0, 70_001);
      yield bytes.subarray(70_001);
    },
  };
  for (const profile of profiles) {
    const ref = profileRef(profile);
    const view = await whatIfView(session, really, ref);
    expect(view.text, profile.id).toBe(presentOutput(new ParsedOutput(raw), ref, places).sent.text);
  }
});

test('the example can be worded by every profile, and its kept part has words', () => {
  const example = new Example();
  for (const profile of profiles)
    expect(example.under(profileRef(profile)).sent.text.length).toBeGreaterThan(0);
  expect(keptWords([{ start: 0, end: 10 }], 10)).toBe('everything');
  expect(keptWords([{ start: 0, end: 9 }], 10)).toBe('everything');
  expect(keptWords([{ start: 0, end: 5 }], 10)).toBe('the start');
  expect(keptWords([{ start: 5, end: 10 }], 10)).toBe('the end');
  expect(
    keptWords(
      [
        { start: 0, end: 2 },
        { start: 8, end: 10 },
      ],
      10,
    ),
  ).toBe('the start and the end');
  expect(keptWords([{ start: 3, end: 5 }], 10)).toBe('the middle');
  expect(keptWords([], 10)).toBe('nothing');
});
