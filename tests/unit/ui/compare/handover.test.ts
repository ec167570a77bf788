import { expect, test } from 'vitest';
import { bringToCompare, takeBrought } from '../../../../src/ui/compare/handover.ts';
import { sampleRecording } from '../../core/recording/samples.ts';

test('a recording that is brought stands beside the one that was brought before it, each once', () => {
  const [a, b, c] = [sampleRecording(), sampleRecording(), sampleRecording()];
  expect(bringToCompare(a)).toBe('#/compare');
  expect(takeBrought()).toEqual([a]);
  expect(takeBrought()).toEqual([]);
  bringToCompare(a);
  expect(takeBrought()).toEqual([a]);
  bringToCompare(b);
  expect(takeBrought()).toEqual([a, b]);
  bringToCompare(c);
  expect(takeBrought()).toEqual([b, c]);
});
