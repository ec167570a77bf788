import { sha256Hex } from '../../../../src/core/index.ts';
import {
  type RecordedResult,
  type Recording,
  recordSession,
  type StreamHash,
} from '../../../../src/core/recording/index.ts';
import { call, LogWriter, text } from '../support/log.ts';

export const hashOf = (words: string): StreamHash => ({
  bytes: new TextEncoder().encode(words).length,
  sha256: sha256Hex(words),
});

/** A session of one turn: a command, its result, an answer. */
export function sampleLog(command = 'make', output = 'built\n'): LogWriter {
  return new LogWriter()
    .user(1, 'build it')
    .step(1, 1, [text('I try.'), call('a', command)])
    .started('1.1.0')
    .record('1.1.0', output, { callId: 'a' })
    .step(1, 2, [text('Done.')])
    .end(1);
}

export function sampleRecording(
  changes: {
    readonly command?: string;
    readonly output?: string;
    readonly result?: RecordedResult;
    readonly title?: string;
  } = {},
): Recording {
  const { command, output = 'built\n', result = { kind: 'derived' }, title } = changes;
  const log = sampleLog(command, output);
  if (title !== undefined) log.add({ type: 'title-changed', title });
  return recordSession({
    events: log.events,
    app: '0.1.0',
    clockStartMs: 0,
    workspace: { files: [{ path: 'src/a.txt', text: 'hello\n' }] },
    system: { text: 'You are an agent.' },
    tools: { list: [{ name: 'Bash', description: 'Runs a command.', inputSchema: { type: 'object' } }] },
    bytesOf: () => ({ stdout: hashOf(output), stderr: null, result }),
  });
}
