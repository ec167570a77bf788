import { expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/core/index.ts';
import { redactRecording, reviewRecording } from '../../../../src/core/recording/index.ts';
import { findingPlace } from '../../../../src/ui/recording/findingPlace.ts';
import { fullRecording } from '../../core/recording/samples.ts';

const secret = 'ada@example.org';

/** The document with the secret at the end of each text of which that is a meaning. */
function withSecrets(value: JsonValue, name = ''): JsonValue {
  const worded = ['title', 'text', 'command', 'prompt', 'message'];
  if (typeof value === 'string') return worded.includes(name) ? `${value} ${secret}` : value;
  if (Array.isArray(value)) return value.map((each) => withSecrets(each as JsonValue, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withSecrets((member ?? null) as JsonValue, key)]),
  );
}

test('each place of a secret is named in words, and each can be taken out', () => {
  const recording = withSecrets(fullRecording() as unknown as JsonValue) as unknown as ReturnType<
    typeof fullRecording
  >;
  const findings = reviewRecording(recording);
  expect(findings.map((finding) => findingPlace(recording, finding))).toEqual([
    'the title',
    'the file a.txt',
    'the system prompt',
    'your message 1',
    'the answer 1.1',
    'the input of 1.1.0',
    'the answer 1.2',
    'your command 0.2.1',
    'your message 2',
    'the input of 2.1.0',
    'the input of 2.1.1',
    'the command of job_1',
    'the sub-agent of 2.1.1',
    'the sub-agent of 2.1.1',
    'the result of 2.1.1',
    'the answer 3.1',
  ]);
  expect(JSON.stringify(redactRecording(recording, findings))).not.toContain(secret);
});
