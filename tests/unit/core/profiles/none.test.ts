import { expect, test } from 'vitest';
import { profileContext, profileOf, profileRef, sentViewOf } from '../../../../src/core/index.ts';
import { failedWith, outputText, places, recordOf } from '../support/outputs.ts';

const none = profileOf({ id: 'none' });
const ref = profileRef(none);
const ctx = profileContext(none, ref, places);

test('no cut: a result of any size goes to the model whole and nothing is saved', () => {
  const output = 'x'.repeat(131_072);
  const sent = sentViewOf(ref, recordOf(output), outputText(output), places);
  expect(sent.text).toBe(output);
  expect(sent.account.whole).toBe(true);
  expect(none.save(recordOf(output), outputText(output), ctx)).toBe(null);
  expect(none.savedFolders(ctx)).toEqual([]);
});

test('no cut: failures are worded', () => {
  const record = recordOf('out\n', 'err\n', { outcome: failedWith(1) });
  expect(sentViewOf(ref, record, outputText('out\n', 'err\n'), places).text).toBe('Exit code 1\nout\nerr');
  expect(sentViewOf(ref, recordOf(''), outputText(''), places).text).toBe('(Bash completed with no output)');
});

test('no cut: what the page does not hold in memory is counted in the gap', () => {
  const output = `${'h'.repeat(50)}${'m'.repeat(70)}${'t'.repeat(50)}`;
  const sent = sentViewOf(ref, recordOf(output), outputText(output, '', 50), places);
  expect(sent.text).toBe(`${'h'.repeat(50)}\n... [70 characters truncated] ...\n${'t'.repeat(50)}`);
  expect(sent.account).toMatchObject({ sourceUnits: 170, seenUnits: 100, omittedUnits: 70, whole: false });
});
