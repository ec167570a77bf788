import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultProfileRef,
  type Outcome,
  type ProfileRef,
  profileContext,
  profileOf,
  profileRef,
  profiles,
  retextOutput,
  type StreamName,
  sentViewOf,
  textOfPieces,
  verifySent,
} from '../../../../src/core/index.ts';
import { captured, failedWith, outputText, places, recordOf, timedOutAfter } from '../support/outputs.ts';

const ref = defaultProfileRef();

describe('the view that is sent', () => {
  test('is the text of its pieces, with the hash of its UTF-8 and what it ran under', () => {
    const text = outputText('漢字\n', 'err\n');
    const sent = sentViewOf(ref, recordOf('漢字\n', 'err\n'), text, places);
    expect(sent).toEqual({
      profile: ref,
      pieces: [
        { from: 'output', of: 'stdout', start: 0, end: 3 },
        { from: 'output', of: 'stderr', start: 0, end: 4 },
      ],
      text: '漢字\nerr\n',
      sha256: createHash('sha256').update('漢字\nerr\n').digest('hex'),
      account: { sourceUnits: 7, seenUnits: 7, omittedUnits: 0, harnessUnits: 0, whole: true },
    });
    expect(textOfPieces(sent.pieces, text)).toBe(sent.text);
  });

  test('has no notices of any profile where they are off, and never is empty', () => {
    const written = 'one line of words\n'.repeat(6_000);
    for (const profile of profiles) {
      const off: ProfileRef = profileRef(profile, {}, { options: { notice: 'off' } });
      for (const output of ['', '\n', 'x\n', written]) {
        const text = outputText(output);
        const record = recordOf(output, '', { savedAs: { path: '/saved', bytes: output.length } });
        const [on, without] = [profileRef(profile), off].map((each) =>
          sentViewOf(each, record, text, places),
        );
        const kept = on?.pieces.filter(
          (piece) => piece.from === 'output' || !['notice', 'preview-end', 'gap'].includes(piece.role),
        );
        // Blank is a view without notices only where the harness's own is.
        expect(without?.text.trim() === '').toBe(on?.text.trim() === '');
        const rest = textOfPieces(kept ?? [], text);
        expect(without?.text).toBe(rest.trim() === '' ? on?.text : rest);
      }
    }
  });

  test('holds no NUL, as no request does, and stays unit for unit the text of its pieces', () => {
    const page = {
      path: '/a',
      askedOffset: null,
      askedLimit: null,
      firstLine: 1,
      lastLine: 1,
      totalLines: 1,
      rangeTokens: 3,
      capTokens: 25_000,
      encoding: 'o200k_base',
      cut: { kind: 'none' },
    } as const;
    const record = recordOf('a\0b\n', '', { tool: 'read', facts: { kind: 'read-page', page } });
    const text = outputText('a\0b\n');
    const sent = sentViewOf(ref, record, text, places);
    expect(sent.text).toBe('     1\ta␀b');
    expect(textOfPieces(sent.pieces, text)).toBe('     1\ta\0b');
    expect(sent.sha256).toBe(createHash('sha256').update(sent.text).digest('hex'));
  });

  test('of a failure that wrote one newline to each stream is whole', () => {
    const record = recordOf('\n', '\n', { outcome: failedWith(1) });
    const sent = sentViewOf(ref, record, outputText('\n', '\n'), places);
    expect(sent.text).toBe('Exit code 1');
    expect(sent.account).toEqual({
      sourceUnits: 2,
      seenUnits: 2,
      omittedUnits: 0,
      harnessUnits: 11,
      whole: true,
    });
  });

  test('names the profile that made it where the asked one is not in this build', () => {
    const gone: ProfileRef = { ...ref, id: 'gone', version: 99 };
    expect(sentViewOf(gone, recordOf('x'), outputText('x'), places).profile).toMatchObject({
      id: 'claude-code',
      version: ref.version,
    });
  });

  test('live and made again from the stored bytes are the same, over any chunks and endings', async () => {
    const chunk = fc.tuple(
      fc.constantFrom<StreamName>('stdout', 'stderr'),
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => new TextEncoder().encode(text)),
        fc
          .constantFrom('€', '😀', '\u001b[31m', '\0', '\r\n', 'x'.repeat(31_000))
          .map((text) => new TextEncoder().encode(text)),
      ),
    );
    const outcomes: Outcome[] = [{ status: 'ok', exitCode: 0 }, failedWith(3), timedOutAfter(1000)];
    const refs = [
      ref,
      profileRef(profileOf({ id: 'claude-code' }), { 'failure-excerpt': 'exact' }),
      profileRef(profileOf({ id: 'none' })),
      profileRef(
        profileOf({ id: 'claude-code' }),
        {},
        { inlineLimit: { default: 5, bash: 5 }, previewUnits: 7 },
      ),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(chunk, { maxLength: 8 }),
        fc.constantFrom(...outcomes),
        fc.constantFrom(...refs),
        fc.boolean(),
        async (chunks, outcome, under, canSave) => {
          const capture = captured(chunks);
          capture.end();
          const record = recordOf('', '', { outcome, output: capture.facts() });
          const profile = profileOf(under);
          const plan = profile.save(record, capture.text(), profileContext(profile, under, places));
          const savedAs = plan !== null && canSave ? { path: plan.path, bytes: 1 } : null;
          const sent = sentViewOf(under, { ...record, savedAs }, capture.text(), places);
          expect(sent.text).not.toBe('');
          expect(sent.text.isWellFormed()).toBe(true);

          const again = await retextOutput(
            chunks.map(([, bytes]) => bytes),
            record.output.segments,
            profile.cleaner,
          );
          expect(verifySent(sent, { ...record, savedAs }, again, places)).toBe('same');
        },
      ),
      { numRuns: 150 },
    );
  });
});

test('every profile gives every tool a text that is never empty', () => {
  for (const profile of profiles) {
    for (const tool of ['bash', 'read', 'grep', 'glob', 'ls', 'write', 'edit', 'anything']) {
      const sent = sentViewOf(profileRef(profile), recordOf('', '', { tool }), outputText(''), places);
      expect(sent.text.trim()).not.toBe('');
    }
  }
});
