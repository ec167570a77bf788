import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filmTimes,
  foldEvents,
  htmlOf,
  linesOfRecording,
  linesOfSession,
  linesOfTranscript,
  markdownOf,
  markdownOfEntry,
  type OutputSamples,
  type Transcript,
  type TranscriptCall,
  transcriptOfRecording,
  transcriptOfSession,
} from '../../../../src/core/index.ts';
import { finished } from '../../finished.ts';
import { fullLog, fullRecording, hashOf, sampleLog, sampleRecording } from '../recording/samples.ts';
import { LogWriter, text } from '../support/log.ts';

const bytes = (words: string) => new TextEncoder().encode(words);
const samplesOf = (words: string, totalBytes = words.length): OutputSamples =>
  new Map([['1.1.0', { bytes: bytes(words), totalBytes }]]);
const ofLog = (log: LogWriter, samples: OutputSamples = new Map()) =>
  transcriptOfSession(foldEvents(log.events), samples);

const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '</pre></details><iframe srcdoc="<script>1</script>">',
  "' onmouseover='alert(1)",
  '<!-- --><svg/onload=1>',
  '&lt;b&gt;&#60;b>',
  '\u202e]]><![CDATA[<b>',
  '\0<\0script>',
  '\ud800<a href="javascript:1">',
];

/** A transcript with one text in every place that holds one. */
function everywhere(words: string): Transcript {
  const view = { kind: 'part', text: words, why: words } as const;
  const call: TranscriptCall = {
    kind: 'call',
    id: words,
    key: null,
    depth: 0,
    tool: words,
    input: words,
    ending: 'failed',
    endingWords: words,
    durationMs: 5,
    model: view,
    modelSha256: null,
    harness: [{ start: 0, end: Math.min(3, words.length) }],
    user: view,
    disk: { kind: 'absent', why: words },
    savedPath: words,
    outputBytes: 5,
  };
  return {
    title: words,
    source: words,
    facts: [{ name: words, value: words }],
    entries: [
      { kind: 'user', id: words, depth: 0, by: 'user', text: words },
      { kind: 'said', id: words, depth: 1, reasoning: true, text: words },
      call,
      { kind: 'note', id: words, depth: 0, bad: true, text: words },
      { kind: 'raw', id: words, depth: 0, why: words, text: words },
    ],
  };
}

const shapeOf = (page: string) =>
  page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/ id="[^"<>]*"/, ' id')) ?? [];

describe('HTML', () => {
  const plain = shapeOf(htmlOf(everywhere('plain')));

  test('no text makes a tag or an attribute, wherever it stands', () => {
    const anything = fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.tuple(fc.constantFrom(...hostileTexts), fc.string()).map(([a, b]) => b + a + b),
    );
    fc.assert(
      fc.property(anything, (words) => {
        const page = htmlOf(everywhere(words));
        expect(shapeOf(page)).toEqual(plain);
        expect(page.isWellFormed()).toBe(true);
        expect(page).not.toContain('\0');
      }),
      { numRuns: 300 },
    );
  });

  test('is one file: no script, nothing from elsewhere, and a policy that allows its own style only', () => {
    const page = htmlOf(everywhere('x'));
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-[A-Za-z0-9+/=]{44}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;">/,
    );
    expect(page).not.toMatch(
      /<(?:script|link|img|iframe|object|embed|base|form|a)\b|\son\w+=|https?:|url\(/i,
    );
  });

  test('shows of a step the three views, folded, with the harness’s words told apart', () => {
    const output = `${'x'.repeat(40_000)}\n`;
    const log = new LogWriter()
      .user(1, 'go')
      .step(1, 1, [{ type: 'tool-call', callId: 'a', wireName: 'Bash', input: { command: 'make' } }]);
    log
      .started('1.1.0')
      .record('1.1.0', output, { savedAs: { path: '/home/user/a.txt', bytes: 40_001 } })
      .end(1);
    const page = htmlOf(ofLog(log, samplesOf(output)));
    expect(page.match(/<summary>[^<]*<\/summary>/g)).toEqual([
      expect.stringMatching(/^<summary>Model view · [\d,]+ characters<\/summary>$/),
      '<summary>User view · 40,001 characters</summary>',
      '<summary>Disk view · 40,001 characters</summary>',
    ]);
    expect(page).toMatch(/<span class="harness">&lt;persisted-output&gt;/);
    expect(page).toContain('saved as /home/user/a.txt');
  });
});

describe('Markdown', () => {
  test('a fence is longer than any run of backticks in what it holds', () => {
    const ticks = fc
      .array(fc.constantFrom('`', '``', '`````', 'a', '\n', ' '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(ticks, (words) => {
        const made = markdownOfEntry({ kind: 'user', id: 'u', depth: 0, by: 'user', text: words });
        const [, fence = ''] = /\n(`{3,})text\n/.exec(made) ?? [];
        const inside = made.slice(made.indexOf(`${fence}text\n`) + fence.length + 5, -fence.length);
        expect(inside).toBe(words.endsWith('\n') ? words : `${words}\n`);
        expect(Math.max(0, ...[...inside.matchAll(/`+/g)].map(([run]) => run.length))).toBeLessThan(
          fence.length,
        );
      }),
      { numRuns: 300 },
    );
  });

  test('a step is a heading, its command, how it ended and its views', () => {
    const [, , step] = ofLog(sampleLog(), samplesOf('built\n')).entries;
    if (step === undefined) throw new Error('no step');
    expect(markdownOfEntry(step)).toBe(
      [
        '### `Bash` · 1.1.0',
        '```text\nmake\n```',
        'ok, 1 s, 6 B of output',
        '**Model view**\n\n```text\nbuilt\n```',
        '**User view**\n\n```text\nbuilt\n```',
        '**Disk view**: Nothing was saved in a file.',
      ].join('\n\n'),
    );
  });

  test('an answer that leaves a fence open ends with its quotation, and no tag begins outside of its fences', () => {
    const said = (words: string) =>
      markdownOfEntry({ kind: 'said', id: 's', depth: 0, reasoning: false, text: words });
    expect(said('Look:\n\n```html\n<b>')).toBe('**Model**\n\n> Look:\n>\n> ```html\n> <b>');
    expect(said('<script>1</script>')).toBe('**Model**\n\n> &lt;script>1&lt;/script>');
    expect(said('```\n<b>\n```\n<b>')).toBe('**Model**\n\n> ```\n> <b>\n> ```\n> &lt;b>');
  });

  test('a name of a tool, a path and a title are no markup', () => {
    const made = markdownOf(everywhere('a`b`` *c* <i>\n# d'));
    expect(made.split('\n')[0]).toBe('# a\\`b\\`\\` \\*c\\* \\<i\\> \\# d');
    expect(made).toContain('### ```a`b`` *c* <i> # d``` · ');
  });
});

describe('JSONL', () => {
  const lines = (written: Iterable<string>) => [...written];

  test('of a session is its log, an event per line', () => {
    const { events } = sampleLog();
    const written = lines(linesOfSession(events));
    expect(written.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(events)));
  });

  test('of a recording is its head and then its events', () => {
    const recording = sampleRecording();
    const [head, ...events] = lines(linesOfRecording(recording)).map((line) => JSON.parse(line));
    expect({ ...head, events }).toEqual(JSON.parse(JSON.stringify(recording)));
  });

  test('no character within a line ends it for any reader', () => {
    const log = new LogWriter()
      .user(1, 'a\nb\r\u0085\u2028\u2029\u000bc')
      .step(1, 1, [text('x')])
      .end(1);
    const written = lines(linesOfTranscript(ofLog(log)));
    for (const line of written)
      expect(line).toMatch(/^[^\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]*\n$/);
    expect(JSON.parse(written[1] ?? '')).toMatchObject({ text: 'a\nb\r\u0085\u2028\u2029\u000bc' });
  });
});

describe('a transcript of a session', () => {
  test('shows of an output what was read of it, and says how much that is', () => {
    const [, , call] = ofLog(sampleLog(), samplesOf('bui', 3 * 1024 * 1024)).entries;
    expect(call).toMatchObject({
      user: { kind: 'part', text: 'bui', why: 'The first 3 B of 3 MB: the rest is in the session.' },
    });
  });

  test('takes escapes of the terminal out for the user and leaves them on disk', () => {
    const log = new LogWriter()
      .user(1, 'go')
      .step(1, 1, [{ type: 'tool-call', callId: 'a', wireName: 'Bash', input: { command: 'make' } }]);
    log
      .started('1.1.0')
      .record('1.1.0', 'red', { savedAs: { path: '/a', bytes: 12 } })
      .end(1);
    const [, call] = ofLog(log, samplesOf('\x1b[31mred\x1b[0m')).entries;
    expect(call).toMatchObject({
      user: { kind: 'text', text: 'red' },
      disk: { kind: 'text', text: '\x1b[31mred\x1b[0m' },
    });
  });
});

/** Each entry in a few words. */
const outline = ({ entries }: Transcript) =>
  entries.map((entry) => {
    const words = entry.kind === 'call' ? `${entry.tool} ${entry.endingWords}` : entry.text;
    return `${'  '.repeat(entry.depth)}${entry.kind} ${words.trim()}`;
  });

test('a session with jobs, commands of the user, wakes and a sub-agent is read in order', () => {
  expect(outline(ofLog(fullLog()))).toEqual([
    'user build it',
    'said I try.',
    'call Bash ok',
    'said Done.',
    'call ! ok',
    'user $ ls\na.txt',
    'user and now serve it',
    'call Bash ok',
    'call Task ok',
    '  user look',
    '  said I looked.',
    'user job_1 has ended.',
    'note The end of a job woke the model.',
    'said It has ended.',
  ]);
});

describe('a transcript of a recording', () => {
  test('with jobs, commands of the user, wakes and a sub-agent is read in the order in which they came', () => {
    expect(outline(finished(transcriptOfRecording(fullRecording())))).toEqual([
      'user build it',
      'said I try.',
      'call Bash ok',
      'said Done.',
      'note The profile was changed to claude-code.',
      'note The model was changed to scripted demo.',
      'call ! ok',
      'user and now serve it',
      'note The model was told of a command of the user’s.',
      'call Bash ok',
      'call Task ok',
      'note job_1 began: serve',
      '  user look',
      '  said I looked.',
      'note job_1 ended: ok.',
      'note The end of a job woke the model.',
      'note The model was told of the end of job_1.',
      'said It has ended.',
    ]);
  });

  test('words the model view of a result that came with it', () => {
    const log = sampleLog('make', 'built\n');
    const record = log.events.find((event) => event.type === 'record');
    const pieces = record?.type === 'record' ? record.sent.pieces : [];
    const recording = sampleRecording({
      output: 'built\n',
      result: { kind: 'inlined', chunks: [{ stream: 'stdout', text: 'built\n' }], facts: null, pieces },
    });
    const call = finished(transcriptOfRecording(recording)).entries[2];
    expect(call).toMatchObject({
      model: { kind: 'text', text: 'built\n' },
      user: { kind: 'text', text: 'built\n' },
      outputBytes: hashOf('built\n').bytes,
    });
  });

  test('does not throw at ranges that its output does not have', () => {
    const pieces = [{ from: 'output', of: 'merged', start: 5, end: 900 }] as const;
    const recording = sampleRecording({
      result: { kind: 'inlined', chunks: [{ stream: 'stdout', text: 'ab' }], facts: null, pieces },
    });
    expect(finished(transcriptOfRecording(recording)).entries[2]).toMatchObject({
      model: { kind: 'absent' },
    });
  });
});

test('a film gives each entry its time: 0.6 s, and as long as it took or takes to read, up to 4 s', () => {
  expect(
    filmTimes([
      { kind: 'note', units: 900 },
      { kind: 'words', units: 10 },
      { kind: 'words', units: 10_000 },
      { kind: 'call', durationMs: 1_000 },
      { kind: 'call', durationMs: 600_000 },
      { kind: 'call', durationMs: null },
    ]),
  ).toEqual([600, 800, 4_600, 1_600, 4_600, 600]);
});
