import { describe, expect, test } from 'vitest';
import {
  type AccountKind,
  accountOf,
  foldEvents,
  type Measure,
  type ProfileRef,
  profileOf,
  profileRef,
  profiles,
  type RecordKey,
  type SessionAccount,
  sumAccount,
  sumSaved,
  unitsOfText,
  wholeOf,
} from '../../../../src/core/index.ts';
import { countParts } from '../../../../src/tokenizer/countParts.ts';
import { loadEngine } from '../../../../src/tokenizer/loadEngine.ts';
import { LogWriter, text } from '../support/log.ts';
import { places } from '../support/outputs.ts';
import { presented } from './anyLog.ts';

const head = { system: 'Be brief.', tools: [{ name: 'Bash', description: 'Runs.', inputSchema: { a: 1 } }] };
const engine = await loadEngine('o200k_base');
const tokens: Measure = ({ parts }) =>
  countParts(
    engine,
    parts.map((part) => part.text),
  );

const claude = (limit?: number): ProfileRef =>
  profileRef(
    profileOf({ id: 'claude-code' }),
    {},
    limit === undefined ? {} : { inlineLimit: { default: limit, bash: limit } },
  );

const accountOfLog = (log: LogWriter): SessionAccount =>
  accountOf(foldEvents(log.events), () => head, places.workspace);

/** What a step owns, as `kind: text` lines in order. */
const ownOf = (account: SessionAccount, at: number): readonly string[] =>
  (account.steps[at]?.own ?? []).flatMap(({ parts }) => parts.map((part) => `${part.kind}: ${part.text}`));

const calls = (wireName: string, input: Record<string, string>, callId = 'c') =>
  ({ type: 'tool-call', callId, wireName, input }) as const;

describe('the texts of a step', () => {
  test('are the user’s, the model’s, its calls’ and the results’, and the harness’s words apart', () => {
    const ref = claude();
    const log = new LogWriter(ref)
      .user(1, 'build')
      .step(1, 1, [text('I look.'), calls('Bash', { command: 'make' })])
      .add({ type: 'record', ...presented(ref, 'built\n', { key: '1.1.0' }) })
      .step(1, 2, [{ type: 'reasoning', text: 'It works.' }, text('Done.')])
      .end(1);
    const account = accountOfLog(log);
    expect(ownOf(account, 0)).toEqual([
      'user: build',
      'answer: I look.',
      'call: Bash',
      'call: {"command":"make"}',
      'result: built\n',
    ]);
    expect(ownOf(account, 1)).toEqual(['reasoning: It works.', 'answer: Done.']);
    expect(account.nextHead.flatMap(({ parts }) => parts)).toEqual([
      { kind: 'system', text: 'Be brief.' },
      { kind: 'tools', text: 'Bash' },
      { kind: 'tools', text: 'Runs.' },
      { kind: 'tools', text: '{"a":1}' },
    ]);
  });

  test('what the harness says in somebody’s place is its words', () => {
    const log = new LogWriter()
      .user(1, 'go')
      .end(1, 'failed')
      .user(2, 'again')
      .step(2, 1, [text(' '), calls('Bash', {})], 'stopped')
      .end(2, 'stopped')
      .user(3, 'and now');
    expect([0, 1, 2].map((at) => ownOf(accountOfLog(log), at))).toEqual([
      ['user: go', 'words: [No answer: the request failed.]'],
      [
        'user: again',
        'call: Bash',
        'call: {}',
        'words: This call was not run: the answer that asked for it was cut off.',
        'words: [No answer: the user stopped the turn.]',
      ],
      ['user: and now'],
    ]);
  });

  test('what the harness tells beside results and before the user’s words is its own', () => {
    const ref = claude();
    const subject = { kind: 'job-end', job: 'job_1' } as const;
    const log = new LogWriter(ref)
      .user(1, 'build')
      .step(1, 1, [calls('Bash', { command: 'make' })])
      .add({ type: 'record', ...presented(ref, 'built\n', { key: '1.1.0' }) })
      .add({ type: 'told', subject, at: { kind: 'result', key: '1.1.0' }, words: 'job_1 has ended.' })
      .step(1, 2, [text('Done.')])
      .end(1)
      .user(2, 'thanks')
      .add({ type: 'told', subject, at: { kind: 'turn', turn: 2 }, words: 'job_2 has ended.' })
      .end(2)
      .add({ type: 'wake', turn: 3, cause: 'job' })
      .add({ type: 'told', subject, at: { kind: 'turn', turn: 3 }, words: 'job_3 has ended.' });
    const account = accountOfLog(log);
    expect(ownOf(account, 0).slice(-2)).toEqual(['result: built\n', 'words: \n\njob_1 has ended.']);
    expect(ownOf(account, 2)).toEqual([
      'words: job_2 has ended.\n\n',
      'user: thanks',
      'words: [An answer without text.]',
    ]);
    expect(ownOf(account, 3)).toEqual(['words: job_3 has ended.']);
  });

  test('a request sends the history again: the whole grows, what is repeated is what was sent before', () => {
    const log = new LogWriter()
      .user(1, 'one')
      .step(1, 1, [text('two'), calls('Bash', { command: 'x' })])
      .record('1.1.0', 'three')
      .step(1, 2, [text('four')])
      .end(1)
      .user(2, 'five')
      .step(2, 1, [text('six')])
      .end(2);
    const headUnits = 'Be brief.Bash'.length + 'Runs.'.length + '{"a":1}'.length;
    const step1 = headUnits + 'one'.length;
    const step2 = step1 + 'two'.length + 'Bash{"command":"x"}'.length + 'three'.length;
    const step3 = step2 + 'fourfive'.length;
    const sums = sumAccount(accountOfLog(log), unitsOfText);
    expect(sums.steps.map(({ request, repeated }) => [request && wholeOf(request), repeated])).toEqual([
      [step1, 0],
      [step2, step1],
      [step3, step2],
    ]);
    expect(wholeOf(sums.sent)).toBe(step1 + step2 + step3);
    expect(sums.repeated).toBe(step1 + step2);
    expect(wholeOf(sums.next)).toBe(step3 + 'six'.length);
  });

  test('under another head nothing of the request before is repeated', () => {
    const log = new LogWriter()
      .user(1, 'one')
      .step(1, 1, [text('two'), calls('Bash', {})])
      .record('1.1.0', 'three')
      .step(1, 2, [text('four')]);
    const account = accountOf(
      foldEvents(log.events),
      (step) => (step?.step === 2 ? { ...head, system: 'Other.' } : head),
      places.workspace,
    );
    expect(sumAccount(account, unitsOfText).repeated).toBe(0);
  });
});

describe('re-reads', () => {
  const path = '/home/user/project/.out/log.txt';
  /** Step 1 saves `path`; step 2 calls a tool with `input`. */
  const kindOfCall = (tool: string, input: Record<string, string>): AccountKind | undefined => {
    const log = new LogWriter()
      .user(1, 'go')
      .step(1, 1, [calls('Bash', { command: 'make' })])
      .record('1.1.0', 'x'.repeat(90), { savedAs: { path, bytes: 90 } })
      .step(1, 2, [calls('T', input)])
      .record('1.2.0', 'found', { tool, savedAs: null });
    const own = accountOfLog(log).steps[1]?.own ?? [];
    const kinds = new Set(own.flatMap(({ parts }) => parts.map(({ kind }) => kind)));
    return kinds.size === 1 && kinds.has('reread') ? 'reread' : own[0]?.parts[0]?.kind;
  };

  test('are calls that name a saved output’s path, absolute or from the workspace, with their results', () => {
    expect(kindOfCall('read', { file_path: path })).toBe('reread');
    expect(kindOfCall('read', { path: '.out/log.txt' })).toBe('reread');
    expect(kindOfCall('grep', { pattern: 'error', path })).toBe('reread');
    expect(kindOfCall('bash', { command: `tail -n 5 '${path}'` })).toBe('reread');
    expect(kindOfCall('bash', { command: 'cat .out/log.txt' })).toBe('reread');
    expect(kindOfCall('bash', { command: 'cat ./.out/log.txt | wc' })).toBe('reread');
    expect(kindOfCall('bash', { command: `wc -l ${path}.` })).toBe('reread');
  });

  test('are not calls that name another file, nor a read whose words only speak of it', () => {
    expect(kindOfCall('bash', { command: `cat ${path}.bak` })).toBe('call');
    expect(kindOfCall('bash', { command: `cat /other${path}` })).toBe('call');
    expect(kindOfCall('bash', { command: 'cat my.out/log.txt' })).toBe('call');
    expect(kindOfCall('bash', { command: 'ls .out' })).toBe('call');
    expect(kindOfCall('read', { file_path: '/tmp/x', why: `beside ${path}` })).toBe('call');
  });

  test('are not calls of the step that saved it: the model had not been told', () => {
    const log = new LogWriter()
      .user(1, 'go')
      .step(1, 1, [calls('Bash', { command: 'make' }, 'a'), calls('Read', { file_path: path }, 'b')])
      .record('1.1.0', 'x', { savedAs: { path, bytes: 1 } })
      .record('1.1.1', 'y', { tool: 'read' });
    expect([...accountOfLog(log).rereads]).toEqual([]);
  });
});

describe('row 30: a limit that is set is the one that fires, and what a cut costs is told', () => {
  const output = `${'line of a build log, as long as such lines are\n'.repeat(660)}done\n`;
  const run = (limit?: number) => {
    const ref = claude(limit);
    const built = presented(ref, output, { key: '1.1.0' });
    const path = built.record.savedAs?.path ?? '';
    const log = new LogWriter(ref)
      .user(1, 'build')
      .step(1, 1, [calls('Bash', { command: 'make' })])
      .add({ type: 'record', ...built })
      .step(1, 2, [calls('Bash', { command: `tail -n 2 ${path}` })])
      .add({ type: 'record', ...presented(ref, 'as long as such lines are\ndone\n', { key: '1.2.0' }) })
      .step(1, 3, [text('It built.')])
      .end(1);
    return { account: accountOfLog(log), saved: built.record.savedAs };
  };

  test('31,000 characters under a limit of 150,000 are whole: no preview, no notice, nothing saved', () => {
    expect(output.length).toBeGreaterThan(31_000);
    const { account, saved } = run(150_000);
    const { next } = sumAccount(account, unitsOfText);
    expect(saved).toBe(null);
    expect([next.preview, next.notice, next.reread]).toEqual([0, 0, 0]);
    expect(next.result).toBe(output.length + 'as long as such lines are\ndone\n'.length);
  });

  test('under the profile’s own limit they are a preview with a notice, and the later read is theirs', () => {
    const { account, saved } = run();
    const key: RecordKey = '1.1.0';
    const { next } = sumAccount(account, tokens);
    expect(saved?.bytes).toBe(output.length);
    expect(next.result).toBe(0);
    expect(next.preview).toBeGreaterThan(0);
    expect(next.notice).toBeGreaterThan(0);
    const [cost] = sumSaved(account, [key], tokens);
    expect(cost).toEqual({
      key,
      view: next.preview + next.notice + next.words,
      rereads: next.reread,
      rereadCalls: 1,
    });
    // Paid once in the preview and once more in the read; still far less than the whole.
    expect((cost?.view ?? 0) + (cost?.rereads ?? 0)).toBeLessThan(engine.countText(output) / 4);
  });
});

describe('row 36: JSON that is cut is told apart by what it costs', () => {
  const items = Array.from({ length: 2000 }, (_item, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] }));
  const json = JSON.stringify(items);
  const costOf = (id: string) => {
    const ref = profileRef(profileOf({ id }));
    const made = presented(ref, json, { key: '1.1.0', tool: 'mcp' });
    const log = new LogWriter(ref)
      .user(1, 'list')
      .step(1, 1, [calls('list', {})])
      .add({ type: 'record', ...made });
    return { ...made, sums: sumAccount(accountOfLog(log), tokens).next };
  };

  test('the synopsis is words of the harness around a few values of output, saved as .json', () => {
    const { sums, record, sent } = costOf('spillway');
    expect(record.savedAs).toEqual({ path: expect.stringMatching(/\.json$/), bytes: json.length });
    expect(sums.preview).toBeGreaterThan(0);
    expect(sums.notice + sums.words).toBeGreaterThan(0);
    expect(sums.result).toBe(0);
    expect(sums.preview + sums.notice + sums.words).toBe(engine.countText(sent.text));
    for (const piece of sent.pieces) {
      if (piece.from === 'output') JSON.parse(json.slice(piece.start, piece.end));
    }
  });

  test.each(profiles.map(({ id }) => id))('under %s the parts of the view sum to the whole view', (id) => {
    const { sums, sent } = costOf(id);
    expect(sums.result + sums.preview + sums.notice + sums.words).toBe(engine.countText(sent.text));
  });
});
