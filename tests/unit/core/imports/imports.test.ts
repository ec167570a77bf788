import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importTranscript, type Transcript, type TranscriptCall } from '../../../../src/core/index.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`, 'utf8');

function imported(text: string, sideFiles?: ReadonlyMap<string, string>): Transcript {
  const result = importTranscript(text, sideFiles);
  if (!result.ok) throw new Error(result.message);
  return result.transcript;
}

const refusal = (text: string) => {
  const result = importTranscript(text);
  return result.ok ? 'opened' : result.message;
};

function outlineOf(entry: Transcript['entries'][number]): string {
  switch (entry.kind) {
    case 'call':
      return `call ${entry.id} ${entry.tool}: ${entry.input} → ${entry.endingWords}`;
    case 'raw':
      return `raw: ${entry.why}`;
    case 'user':
      return `${entry.by}${entry.depth > 0 ? ' (sub-agent)' : ''}: ${entry.text}`;
    case 'said':
      return `${entry.reasoning ? 'thought' : 'said'}: ${entry.text}`;
    case 'note':
      return `note: ${entry.text}`;
  }
}

const outline = ({ entries }: Transcript) => entries.map(outlineOf);

const callOf = (transcript: Transcript, id: string): TranscriptCall => {
  const found = transcript.entries.find((entry) => entry.kind === 'call' && entry.id === id);
  if (found?.kind !== 'call') throw new Error(`no call ${id}`);
  return found;
};

const savedPath = '/home/ada/.claude/projects/-home-ada-site/s-1/tool-results/b5x1.txt';

describe('a session file of Claude Code', () => {
  const transcript = imported(fixture('claude-code.jsonl'));

  test('is read in order, its title and version too; lines that are not messages stay as they came', () => {
    expect(transcript.title).toBe('Why the build fails');
    expect(transcript.facts).toEqual([
      { name: 'Version', value: 'Claude Code 2.1.12' },
      { name: 'Folder', value: '/home/ada/site' },
      { name: 'Model', value: 'claude-test-1' },
    ]);
    expect(outline(transcript)).toEqual([
      'raw: A line of the kind “file-history-snapshot” is not shown in another way.',
      'user: Why does the build fail?',
      'thought: The log will tell.',
      'call 1.1.0 Bash: npm run build → ok',
      'said: I read the source.',
      'call 1.2.0 Read: {\n  "file_path": "/home/ada/site/a.js"\n} → ok',
      'user (sub-agent): Look for more.',
      'said: Line 1 of a.js has no value.',
      'raw: A line of the system (turn_duration).',
      'harness: <command-name>/cost</command-name>',
    ]);
    expect(transcript.entries[0]).toMatchObject({ text: fixture('claude-code.jsonl').split('\n')[1] });
  });

  test('without the side file of a persisted output says that the full output is not in it', () => {
    const call = callOf(transcript, '1.1.0');
    expect(call.model).toMatchObject({ kind: 'text', text: expect.stringMatching(/^<persisted-output>\n/) });
    expect(call.user).toEqual({
      kind: 'part',
      text: 'step 1\nstep 2\n',
      why: 'Full output not in this file.',
    });
    expect(call.disk).toEqual({
      kind: 'absent',
      why: `Full output not in this file: it was saved as ${savedPath}. Open that file together with this one.`,
    });
    expect([call.savedPath, call.outputBytes, call.durationMs]).toEqual([savedPath, 55_603, 6_500]);
  });

  test('with the side file shows the full output to user and disk', () => {
    const whole = 'step 1\nstep 2\nstep 3\n';
    const call = callOf(imported(fixture('claude-code.jsonl'), new Map([['b5x1.txt', whole]])), '1.1.0');
    expect([call.user, call.disk]).toEqual([
      { kind: 'text', text: whole },
      { kind: 'text', text: whole },
    ]);
  });

  test('shows of a read the file to the user and the numbered page to the model', () => {
    const call = callOf(transcript, '1.2.0');
    expect([call.model, call.user]).toEqual([
      { kind: 'text', text: '     1→const a = ;' },
      { kind: 'text', text: 'const a = ;' },
    ]);
  });

  test('that is cut in its last line is read up to there', () => {
    const lines = fixture('claude-code.jsonl').trimEnd().split('\n');
    const cut = [...lines.slice(0, 5), (lines[5] ?? '').slice(0, 200)].join('\n');
    expect(outline(imported(cut)).slice(-2)).toEqual([
      'call 1.1.0 Bash: npm run build → no result',
      'raw: This line is no JSON: the file may have been cut here.',
    ]);
  });
});

test('a list of OpenAI messages is read; what nobody asked for and what has no name stay raw', () => {
  const transcript = imported(fixture('openai-chat.json'));
  expect(transcript.source).toBe('OpenAI messages');
  expect(outline(transcript)).toEqual([
    'system: You are a helpful assistant.',
    'user: What is in this folder?',
    'raw: A part of the kind “image_url” is not shown in another way.',
    'call 1.1.0 shell: ls → ok',
    'call 1.1.1 shell: {"command": → no result',
    'raw: A result of a call that is not in this file.',
    'said: Two files.',
    'raw: A message of the kind “critic” is not understood.',
  ]);
  expect(callOf(transcript, '1.1.0').disk).toEqual({
    kind: 'absent',
    why: 'This format holds what the model was sent, and nothing else.',
  });
});

test('a request of OpenAI’s responses is read', () => {
  const transcript = imported(fixture('openai-responses.json'));
  expect(transcript.facts).toEqual([
    { name: 'Model', value: 'gpt-test' },
    { name: 'Tools', value: 'shell' },
  ]);
  expect(outline(transcript)).toEqual([
    'system: Be short.',
    'user: List the files.',
    'thought: I list them.',
    'call 1.1.0 shell: ls → ok',
    'said: One file.',
  ]);
});

test('items of OpenAI’s responses are read as the answers that they are parts of; what is not understood stays raw', () => {
  const transcript = imported(fixture('openai-responses-items.json'));
  expect(transcript.title).toBe('Build it.');
  expect(outline(transcript)).toEqual([
    'user: Build it.',
    'note: The model thought here; its provider has encrypted it.',
    'thought: Two at once.',
    'said: I build and look.',
    'call 1.1.0 exec: make → ok',
    'call 1.1.1 apply_patch: *** Begin Patch → ok',
    'call 1.2.0 shell: ls -l → ok',
    'call 1.3.0 shell: pwd\ndate → ok',
    'call 1.4.0 docs.find: {} → ok',
    'raw: A message of the kind “web_search_call” is not understood.',
    'said: I will not.',
    'raw: A message in which nothing is understood.',
    'system: Be short.',
    'raw: Parts of a system prompt that are no text: image_url.',
    'call 1.7.0 grep: x → ok',
  ]);
  expect(callOf(transcript, '1.3.0').model).toEqual({ kind: 'text', text: '/w\n\nno date\n' });
  expect(callOf(transcript, '1.1.0').model).toEqual({ kind: 'text', text: 'built' });
});

test.each([
  [{ model: 'm', input: 'Say it.' }, ['user: Say it.']],
  [
    { object: 'response', output: [{ type: 'function_call', call_id: 'a', name: 'f', arguments: '{' }] },
    ['call 1.1.0 f: { → no result'],
  ],
  [{ choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' } }] }, ['said: Yes.']],
  [{ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }, ['said: Yes.']],
])('a request with one text, and an answer by itself, are read: %j', (value, entries) => {
  expect(outline(imported(JSON.stringify(value)))).toEqual(entries);
});

test('a pasted Anthropic request is read; an id that comes twice answers the calls in their order', () => {
  const transcript = imported(fixture('anthropic-request.json'));
  expect(transcript.source).toBe('Anthropic messages');
  expect(outline(transcript)).toEqual([
    'system: You are an agent.',
    'user: Run the tests.',
    'note: The model thought here; its provider has encrypted it.',
    'said: I run them.',
    'call 1.1.0 bash: npm test → marked as an error',
    'call 1.1.1 bash: npm run lint → ok',
  ]);
  expect(callOf(transcript, '1.1.0').model).toEqual({
    kind: 'part',
    text: '1 failed',
    why: 'Beside this text the model was sent what is no text: image.',
  });
});

describe('what cannot be read is refused in one sentence', () => {
  test.each([
    ['', 'There is nothing in it.'],
    ['  \n', 'There is nothing in it.'],
    ['hello', 'This is no JSON: choose a session file of Claude Code, or paste a request or its messages.'],
    ['{"a":1}', 'There is no list of messages in it: paste a request with "messages", or the list alone.'],
    ['[]', 'Its list of messages is empty.'],
    ['{"messages":[]}', 'Its list of messages is empty.'],
    [
      '{"messages":7}',
      'There is no list of messages in it: paste a request with "messages", or the list alone.',
    ],
    ['[1,null,"x",[]]', 'There is no message in it that this page understands.'],
    ['{"a"', 'It is neither one JSON value nor lines of a Claude Code session: it may have been cut.'],
    ['{"format":"spillway-recording"}', 'This is a Spillway recording: open it as one.'],
  ])('%j', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test('100,000 lists in each other', () => {
    expect(refusal(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(
      'It is nested too deeply, or holds too many values to be a conversation.',
    );
  });

  test('one value of over 64 MB is not read', () => {
    expect(refusal(`["${'x'.repeat(64 * 1024 * 1024)}"]`)).toBe(
      'It is larger than 64 MB and not in lines of JSON: it was not read.',
    );
  });
});

test('a line of 100 MB in a session file is named and left out; the lines around it are read', () => {
  const [, , user = '', , , , , , , answer = ''] = fixture('claude-code.jsonl').split('\n');
  const huge = `{"type":"user","message":{"role":"user","content":"${'x'.repeat(100 * 1024 * 1024)}"}}`;
  const transcript = imported(`${user}\n${huge}\n${answer}\n`);
  expect(outline(transcript)).toEqual([
    'user: Why does the build fail?',
    'raw: This line is 100 MB long and is not read. Of its 104857654 characters the first 65536 are kept.',
    'said: Line 1 of a.js has no value.',
  ]);
});

test('a line that is nested deeply, or has wrong types everywhere, is kept raw', () => {
  const [, , user = ''] = fixture('claude-code.jsonl').split('\n');
  const deep = `{"type":"user","message":{"role":"user","content":${'['.repeat(90)}${']'.repeat(90)}}}`;
  const wrong = [
    { type: 'assistant', uuid: 1 },
    { type: 'user', message: 5, uuid: [] },
    { type: 'user', message: { content: { type: 'tool_result', tool_use_id: {} } } },
    { type: 'assistant', message: { id: {}, content: [{ type: 'tool_use' }, { type: 'text', text: 3 }, 7] } },
    { type: 'summary', summary: {}, uuid: 'x' },
    { type: 'system', content: 4, uuid: 'x' },
    { type: 9, uuid: 'x' },
    'text',
    null,
  ].map((line) => JSON.stringify(line));
  const rows = outline(imported([user, deep, ...wrong].join('\n')));
  expect(rows[1]).toBe('raw: This line is nested too deeply, or holds too many values.');
  expect(rows.slice(2).filter((row) => !row.startsWith('raw: '))).toEqual(['call 1.1.0 ?:  → no result']);
});

test('whatever comes, nothing is thrown', () => {
  const json = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .array(
        fc.record(
          {
            type: fc.oneof(
              fc.constantFrom('user', 'assistant', 'summary', 'tool_use', 'function_call'),
              fc.jsonValue(),
            ),
            role: fc.oneof(fc.constantFrom('user', 'assistant', 'tool', 'system'), fc.jsonValue()),
            message: fc.jsonValue(),
            content: fc.jsonValue(),
            tool_calls: fc.jsonValue(),
            uuid: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      )
      .chain((values) =>
        fc.constantFrom(
          JSON.stringify(values),
          values.map((value) => JSON.stringify(value)).join('\n'),
          JSON.stringify({ messages: values }),
        ),
      ),
  );
  fc.assert(
    fc.property(json, (text) => {
      const result = importTranscript(text);
      if (!result.ok) expect(result.message).toMatch(/^[A-Z].*\.$/);
    }),
    { numRuns: 500 },
  );
});

test('thousands of calls of one id are answered in their order, in a time that grows with their number alone', () => {
  const call = {
    role: 'assistant',
    tool_calls: [{ id: 'x', type: 'function', function: { name: 'sh', arguments: '{}' } }],
  };
  const answers = Array.from({ length: 30_000 }, (_, at) => ({
    role: 'tool',
    tool_call_id: 'x',
    content: `${at}`,
  }));
  const { entries } = imported(JSON.stringify([...answers.map(() => call), ...answers]));
  const texts = entries.map((entry) =>
    entry.kind === 'call' && entry.model.kind === 'text' ? entry.model.text : '',
  );
  expect(texts).toEqual(answers.map(({ content }) => content));
});
