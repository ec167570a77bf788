import { sha256Hex } from '../../../../src/core/index.ts';
import {
  type RecordedResult,
  type Recording,
  recordSession,
  type StreamHash,
} from '../../../../src/core/recording/index.ts';
import { call, LogWriter, text } from '../support/log.ts';
import { recordOf } from '../support/outputs.ts';

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

/** A session with every kind of event that a recording holds. */
export function fullLog(): LogWriter {
  const outcome = { status: 'ok', exitCode: 0 } as const;
  const { profile } = new LogWriter();
  const model = { provider: 'scripted', model: 'demo' };
  const jobOutput = recordOf('listening\n').output;
  return sampleLog()
    .add({ type: 'profile-changed', profile })
    .add({ type: 'model-changed', model })
    .add({ type: 'encoding-changed', encoding: 'cl100k_base' })
    .add({ type: 'command-started', key: '0.2.1', command: 'ls' })
    .endCommand('0.2.1', 'a.txt\n')
    .user(2, 'and now serve it')
    .add({
      type: 'told',
      subject: { kind: 'user-command', key: '0.2.1' },
      at: { kind: 'turn', turn: 2 },
      words: '$ ls\na.txt\n',
    })
    .step(2, 1, [
      call('b', 'serve'),
      { type: 'tool-call', callId: 'c', wireName: 'Task', input: { prompt: 'look' } },
    ])
    .add({
      type: 'job-started',
      job: 'job_1',
      from: '2.1.0',
      output: '0.1.1',
      command: 'serve',
      logPath: '/tmp/job_1.log',
      moved: false,
      profile,
    })
    .record('2.1.0', '', { callId: 'b' })
    .add({
      type: 'sub-agent',
      key: '2.1.1',
      event: { type: 'user-message', turn: 900_000_001, text: 'look' },
    })
    .add({
      type: 'sub-agent',
      key: '2.1.1',
      event: {
        type: 'step',
        turn: 900_000_001,
        step: 1,
        parts: [text('I looked.')],
        usage: null,
        finish: 'stop',
        model,
        profile,
        encoding: 'o200k_base',
        cutShort: null,
        startedAtMs: 5_000,
      },
    })
    .add({
      type: 'sub-agent',
      key: '2.1.1',
      event: { type: 'turn-end', turn: 900_000_001, reason: 'done', error: null },
    })
    .record('2.1.1', 'I looked.\n', { callId: 'c', tool: 'task' })
    .end(2)
    .add({ type: 'job-ended', job: 'job_1', outcome, output: jobOutput })
    .add({ type: 'wake', turn: 3, cause: 'job' })
    .add({
      type: 'told',
      subject: { kind: 'job-end', job: 'job_1' },
      at: { kind: 'turn', turn: 3 },
      words: 'job_1 has ended.',
    })
    .step(3, 1, [text('It has ended.')])
    .end(3);
}

/** `fullLog` as a recording. */
export function fullRecording(): Recording {
  const outputs: Readonly<Record<string, string>> = {
    '1.1.0': 'built\n',
    '0.2.1': 'a.txt\n',
    '0.1.1': 'listening\n',
    '2.1.1': 'I looked.\n',
  };
  return recordSession({
    events: fullLog().events,
    app: '0.1.0',
    clockStartMs: 0,
    workspace: { files: [{ path: 'a.txt', text: 'hello\n', executable: true }] },
    system: { text: 'You are an agent.' },
    tools: { list: [] },
    bytesOf: (key) => {
      const output = outputs[key] ?? '';
      const isPlayed = key === '2.1.1';
      return {
        stdout: output === '' ? null : hashOf(output),
        stderr: null,
        result: isPlayed
          ? {
              kind: 'inlined',
              chunks: [{ stream: 'stdout', text: output }],
              facts: null,
              pieces: [{ from: 'output', of: 'merged', start: 0, end: output.length }],
            }
          : { kind: 'derived' },
      };
    },
  });
}
