import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combinedHunks } from '../../../../../../src/guest/embedded/shell/git/diff/combined.ts';
import {
  editsBetween,
  linesOf,
  unifiedHunks,
} from '../../../../../../src/guest/embedded/shell/git/diff/hunks.ts';
import { mergeTexts } from '../../../../../../src/guest/embedded/shell/git/diff/merge3.ts';
import generated from './generated.json' with { type: 'json' };

const labels = { ours: 'HEAD', theirs: 'x' };

it('finds the hunks that the real git finds, in texts made by chance', () => {
  for (const { old, now, hunks } of generated.diffs) {
    const [oldLines, nowLines] = [linesOf(old), linesOf(now)];
    expect(unifiedHunks(oldLines, nowLines, editsBetween(oldLines, nowLines), 3)).toBe(hunks);
  }
});

it('merges as the real git merges, in texts made by chance', () => {
  for (const { base, ours, theirs, merged } of generated.merges) {
    expect(mergeTexts(base, ours, theirs, labels).text).toBe(merged);
  }
});

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', '\n', '  c\n', 'd\n'), { maxLength: 30 })
  .map((lines) => lines.join(''));

it('makes the new text from the old one and the edits, whatever they are', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('readable' as const, 'last' as const), (old, now, placement) => {
      const [oldLines, nowLines] = [linesOf(old), linesOf(now)];
      let at = 0;
      const made: string[] = [];
      for (const edit of editsBetween(oldLines, nowLines, 'exact', placement)) {
        made.push(...oldLines.slice(at, edit.oldFrom), ...nowLines.slice(edit.nowFrom, edit.nowTo));
        at = edit.oldTo;
      }
      expect([...made, ...oldLines.slice(at)].join('')).toBe(now);
    }),
  );
});

it('takes the one side where the other changed nothing, and either where both changed alike', () => {
  fc.assert(
    fc.property(text, text, (base, changed) => {
      const clean = { text: changed, conflicts: 0 };
      expect(mergeTexts(base, changed, base, labels)).toEqual(clean);
      expect(mergeTexts(base, base, changed, labels)).toEqual(clean);
      expect(mergeTexts(base, changed, changed, labels)).toEqual(clean);
    }),
  );
});

it('has nothing to say of a merge whose result is what one of the parents had', () => {
  fc.assert(
    fc.property(text, text, (ours, theirs) => {
      expect(combinedHunks([linesOf(ours), linesOf(theirs)], linesOf(ours))).toBe('');
    }),
  );
});
