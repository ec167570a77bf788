import { expect, test } from 'vitest';
import { ParsedOutput, presentOutput, profileRef, profiles } from '../../../../src/core/index.ts';
import { generate } from '../../../../src/ui/lab/input/generators.ts';
import { rawOutput, usualFacts } from '../../../../src/ui/lab/input/labInput.ts';
import { labPlaces } from '../../../../src/ui/lab/labPlaces.ts';
import { LabWork, logSizes, resized } from '../../../../src/ui/lab/work/labWork.ts';

const chunk = (text: string) => ({ stream: 'stdout' as const, bytes: new TextEncoder().encode(text) });

test('a view of the Lab is the text that a session would send', () => {
  const chunks = [{ stream: 'stdout' as const, bytes: generate({ id: 'lines', count: 1_000, width: 80 }) }];
  const work = new LabWork();
  work.setInput(chunks, usualFacts);
  for (const profile of profiles) {
    const ref = profileRef(profile);
    const result = work.present(ref);
    const session = presentOutput(new ParsedOutput(rawOutput(chunks, usualFacts)), ref, labPlaces);
    expect(result.ok && result.view.sent, profile.id).toEqual(session.sent);
    expect(result.ok && result.view.savedPath).toBe(session.savedPath);
  }
});

test('kept and lost make the whole, for every profile and every kind of output', () => {
  const work = new LabWork();
  for (const id of ['lines', 'one-line', 'cjk', 'progress', 'crlf', 'json'] as const) {
    work.setInput([{ stream: 'stdout', bytes: generate({ id, count: 3_000, width: 40 }) }], usualFacts);
    for (const profile of profiles) {
      const result = work.present(profileRef(profile));
      expect(result.ok, `${profile.id} ${id}`).toBe(true);
      if (!result.ok) continue;
      const { loss } = result.view;
      expect(loss.keptUnits + loss.lostUnits).toBe(loss.sourceUnits);
      expect(loss.keptBytes + loss.lostBytes).toBe(loss.sourceBytes);
      expect(loss.lostLines).toBeLessThanOrEqual(loss.sourceLines);
      for (const { start, end } of loss.kept) expect(start <= end && end <= loss.sourceUnits).toBe(true);
    }
  }
});

test('other facts change the words without the bytes being read again', () => {
  const work = new LabWork();
  work.setInput([chunk('hello\n')], usualFacts);
  const ref = profileRef(profiles[0]!);
  const before = work.present(ref);
  work.setFacts({ ...usualFacts, exitCode: 3 });
  const after = work.present(ref);
  const asked = presentOutput(
    new ParsedOutput(rawOutput([chunk('hello\n')], { ...usualFacts, exitCode: 3 })),
    ref,
    labPlaces,
  );
  expect(after.ok && after.view.sent.text).toBe(asked.sent.text);
  expect(before.ok && before.view.sent.text).not.toBe(asked.sent.text);
});

test('an output is cut or repeated to a size', () => {
  const bytes = new TextEncoder().encode('abc');
  const text = (size: number) => new TextDecoder().decode(resized(bytes, size));
  expect([text(1), text(3), text(4), text(8)]).toEqual(['a', 'abc', 'abca', 'abcabcab']);
  expect(resized(new Uint8Array(), 10).length).toBe(10);
});

test('forty sizes go from one to the other by equal ratios', () => {
  const sizes = logSizes(1024, 1024 * 1024, 40);
  expect(sizes.length).toBe(40);
  expect([sizes[0], sizes.at(-1)]).toEqual([1024, 1024 * 1024]);
  expect(sizes.toSorted((a, b) => a - b)).toEqual(sizes);
});

test('the window of a page is its lines and no more bytes than asked', () => {
  const work = new LabWork();
  work.setInput([chunk('1\n2\n3\n4')], usualFacts);
  const text = (lines: number, bytes: number) => new TextDecoder().decode(work.window(lines, bytes).bytes);
  expect([text(2, 99), text(9, 99), text(2, 3)]).toEqual(['1\n2\n', '1\n2\n3\n4', '1\n2']);
  expect(work.window(1, 99).totalLines).toBe(4);
});
