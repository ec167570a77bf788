import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesBase64, bytesOfChunk, sha256Hex, type ToolRecord } from '../../../../src/core/index.ts';
import {
  compareResult,
  findSecrets,
  linkOf,
  openLink,
  recordSession,
  redactRecording,
  reviewRecording,
  whyNotDerivable,
} from '../../../../src/core/recording/index.ts';
import { call, LogWriter, text } from '../support/log.ts';
import { recordOf } from '../support/outputs.ts';
import { hashOf, sampleLog, sampleRecording } from './samples.ts';

describe('a recording of a session', () => {
  test('has what was said and done, the hashes of what came out, and nothing of the page’s own', () => {
    const { events } = sampleRecording();
    expect(events).toEqual([
      { type: 'user-message', turn: 1, text: 'build it' },
      {
        type: 'step',
        turn: 1,
        step: 1,
        parts: [
          { type: 'text', text: 'I try.' },
          { type: 'tool-call', callId: 'a', wireName: 'Bash', input: { command: 'make' } },
        ],
        usage: null,
        finish: 'stop',
        cutShort: null,
      },
      {
        type: 'record',
        key: '1.1.0',
        tool: 'bash',
        outcome: { status: 'ok', exitCode: 0 },
        startedAtMs: 1_000,
        durationMs: 1_000,
        lines: 1,
        loss: null,
        output: { stdout: hashOf('built\n') },
        savedAs: null,
        saveError: null,
        notes: [],
        view: { sha256: hashOf('built\n').sha256, units: 6 },
        result: { kind: 'derived' },
      },
      {
        type: 'step',
        turn: 1,
        step: 2,
        parts: [{ type: 'text', text: 'Done.' }],
        usage: null,
        finish: 'stop',
        cutShort: null,
      },
      { type: 'turn-end', turn: 1, reason: 'done', error: null },
    ]);
  });

  test('has no signature, encrypted reasoning or unknown field, wherever a canary is put', () => {
    const canary = 'canary-4711';
    const providerData = { signature: canary, nested: { encrypted_content: canary } };
    const log = new LogWriter()
      .user(1, 'go')
      .step(1, 1, [
        { ...text('a'), providerData },
        { type: 'reasoning', text: 'hm', providerData },
        { ...call('a'), providerData },
      ])
      .record('1.1.0', 'x')
      .end(1);
    const events = log.events.map((event) => ({
      ...event,
      apiKey: canary,
      headers: { authorization: canary },
      ...('model' in event ? { model: { ...event.model, baseUrl: canary } } : {}),
      ...('record' in event
        ? { record: { ...event.record, env: canary, contextTokensLeft: 1, header: canary } }
        : {}),
    }));
    const recording = recordSession({
      events,
      app: '0.1.0',
      clockStartMs: null,
      workspace: { files: [] },
      system: { text: '' },
      tools: { list: [] },
      bytesOf: () => ({ stdout: hashOf('x'), stderr: null, result: { kind: 'derived' } }),
    });
    expect(JSON.stringify(recording)).not.toContain(canary);
    expect(openLink(linkOf(recording))).toEqual({ ok: true, recording });
  });

  test('names the guest in which it really ran', () => {
    const guestOf = (log: LogWriter) =>
      recordSession({
        events: log.events,
        app: '',
        clockStartMs: null,
        workspace: { files: [] },
        system: { text: '' },
        tools: { list: [] },
        bytesOf: () => ({ stdout: null, stderr: null, result: { kind: 'derived' } }),
      }).guest.kind;
    expect(guestOf(sampleLog())).toBe('embedded');
    expect(guestOf(new LogWriter().add({ type: 'guest-changed', guest: 'webcontainer' }))).toBe(
      'webcontainer',
    );
  });

  test('of a log without its beginning is refused', () => {
    const [, ...events] = sampleLog().events;
    expect(() =>
      recordSession({
        events,
        app: '',
        clockStartMs: null,
        workspace: { files: [] },
        system: { text: '' },
        tools: { list: [] },
        bytesOf: () => ({ stdout: null, stderr: null, result: { kind: 'derived' } }),
      }),
    ).toThrow(RangeError);
  });
});

const whyNot = (record: ToolRecord) =>
  whyNotDerivable({ ...record, loss: record.output.loss?.code ?? null, liveLogs: [], job: null });

describe('what a replay may run again', () => {
  const stopped = (stoppedBy: 'timeout' | 'user' | 'cap' | 'guest-death' | 'session-end') =>
    recordOf('', '', {
      outcome: {
        status: 'error',
        error: { code: 'X', phase: 'run', message: '' },
        stoppedBy,
        unconfirmedStop: false,
      },
    });

  test('is a command, a read or a search that ended by itself, also with an error of its own', () => {
    expect(whyNot(recordOf('x'))).toBeNull();
    expect(
      whyNot(recordOf('x', 'y', { outcome: { status: 'failed', exitCode: 2, signal: null } })),
    ).toBeNull();
    expect(whyNot(recordOf('', '', { tool: 'read' }))).toBeNull();
  });

  test('is nothing that a timeout, a stop, a cap, a death or chance has shaped', () => {
    const timeout = recordOf('', '', {
      outcome: { status: 'timeout', timeoutMs: 1, signal: 'SIGTERM', unconfirmedStop: false },
    });
    const lossy = recordOf('x');
    const records = [
      timeout,
      stopped('user'),
      stopped('cap'),
      stopped('guest-death'),
      stopped('session-end'),
      {
        ...lossy,
        output: { ...lossy.output, loss: { code: 'output-cap', atByte: 1, lostBytes: null } as const },
      },
      recordOf('', '', { notes: [{ code: 'order-not-promised' }] }),
      recordOf('', '', { tool: 'mcp_x_y' }),
      recordOf('', '', { tool: 'task' }),
    ];
    expect(records.map(whyNot)).toEqual([
      'it was ended by its timeout',
      'it was stopped by the user',
      'it was stopped at the limit of its output',
      'it ended with the guest',
      'it ended with the page',
      'a part of its output was lost',
      'its processes ran at the same time, and their order is chance',
      'it came from outside the guest',
      'it came from outside the guest',
    ]);
  });
});

describe('a result that was run again', () => {
  const recorded = sampleRecording().events.find((event) => event.type === 'record');
  if (recorded?.type !== 'record' || recorded.view === null) throw new Error('the sample has a result');
  const same = { outcome: recorded.outcome, stdout: hashOf('built\n'), stderr: null, view: recorded.view };

  test('is the same where ending, bytes and view are', () => {
    expect(compareResult(recorded, same)).toEqual({ kind: 'same' });
  });

  test('has drifted at the first place that differs, and says both sides', () => {
    expect(
      compareResult(recorded, { ...same, stderr: hashOf('oh'), view: { sha256: 'x', units: 1 } }),
    ).toEqual({
      kind: 'drift',
      place: 'stderr',
      expected: 'nothing',
      got: `2 bytes, SHA-256 ${hashOf('oh').sha256}`,
    });
    expect(
      compareResult(recorded, { ...same, outcome: { status: 'failed', exitCode: 1, signal: null } }),
    ).toMatchObject({ place: 'outcome', expected: 'ok with exit code 0', got: 'failed with exit code 1' });
  });
});

const secrets = {
  key: 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx',
  token: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  'e-mail': 'ada@example.org',
  password: 'password=hunter22',
  'private-key': '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----',
} as const;

describe('the review before sharing', () => {
  test.each(Object.entries(secrets))('finds a %s in the middle of a text', (kind, secret) => {
    expect(findSecrets(`see ${secret} here`)).toEqual([{ kind, start: 4, end: 4 + secret.length }]);
  });

  test('finds nothing in hashes, paths and ordinary output', () => {
    expect(
      reviewRecording(sampleRecording({ command: 'npm test -- --grep "adds up" > /tmp/a.log 2>&1' })),
    ).toEqual([]);
  });

  test('finds a secret in each text that travels, and a redacted document has none of them', () => {
    const secret = secrets.key;
    const output = `token is ${secret}\n`;
    const recording = sampleRecording({
      title: `a ${secret}`,
      command: `echo ${secret}`,
      output,
      result: {
        kind: 'inlined',
        chunks: [{ stream: 'stdout', text: output }],
        facts: null,
        pieces: [{ from: 'output', of: 'merged', start: 0, end: output.length }],
      },
    });
    const findings = reviewRecording(recording);
    expect(findings.map(({ path }) => path.join('.'))).toEqual([
      'title',
      'events.1.parts.1.input.command',
      'events.2.result.chunks.0.text',
    ]);
    const redacted = redactRecording(recording, findings);
    expect(JSON.stringify(redacted)).not.toContain(secret);
    const left = `token is ${'[redacted key]'.padEnd(secret.length, '*')}\n`;
    expect(redacted.events[2]).toMatchObject({
      output: { stdout: hashOf(left) },
      view: null,
      result: { kind: 'inlined', redacted: true, chunks: [{ stream: 'stdout', text: left }] },
    });
    expect(openLink(linkOf(redacted))).toEqual({ ok: true, recording: redacted });
  });

  test('finds a secret among bytes that are no text, and leaves as many bytes', () => {
    const bytes = Uint8Array.from([0, 255, ...new TextEncoder().encode(` ${secrets.token} `), 254, 0]);
    const chunk = { stream: 'stdout', base64: bytesBase64(bytes) } as const;
    const recording = sampleRecording({
      result: { kind: 'inlined', chunks: [chunk], facts: null, pieces: [] },
    });
    const findings = reviewRecording(recording);
    expect(findings.map(({ kind, text: found }) => [kind, found])).toEqual([['token', secrets.token]]);
    const [, , redacted] = redactRecording(recording, findings).events;
    if (redacted?.type !== 'record' || redacted.result.kind !== 'inlined') throw new Error('a result');
    const [left] = redacted.result.chunks;
    const after = left ? bytesOfChunk(left) : new Uint8Array();
    expect([after.length, after.slice(0, 3), after.slice(-3)]).toEqual([
      bytes.length,
      bytes.slice(0, 3),
      bytes.slice(-3),
    ]);
    expect(new TextDecoder('latin1').decode(after)).toContain('[redacted token]');
    expect(redacted.output.stdout).toEqual({ bytes: bytes.length, sha256: sha256Hex(after) });
  });

  test('a call whose input was redacted is not run again: its result is missing, and says why', () => {
    const recording = sampleRecording({ command: `echo ${secrets.token}` });
    const redacted = redactRecording(recording, reviewRecording(recording));
    expect(redacted.events[2]).toMatchObject({
      output: {},
      view: null,
      result: { kind: 'missing', why: 'a part of its input was taken out before sharing' },
    });
  });

  test('reads a megabyte of any one character quickly, and redaction keeps the length', () => {
    for (const unit of ['a', '@', ':', '-', 'sk-', 'eyJ', 'a.', '-----BEGIN ', 'password ']) {
      const hostile = unit.repeat(1_000_000 / unit.length);
      const before = process.cpuUsage();
      findSecrets(hostile);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(5_000);
    }
    const words = fc
      .array(fc.oneof(fc.string(), fc.constantFrom(...Object.values(secrets))))
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, (given) => {
        const recording = sampleRecording({ command: given });
        const [, step] = redactRecording(recording, reviewRecording(recording)).events;
        const part = step?.type === 'step' ? step.parts[1] : undefined;
        const input = part?.type === 'tool-call' ? part.input : null;
        expect((input as { command: string }).command).toHaveLength(given.length);
      }),
    );
  });
});
