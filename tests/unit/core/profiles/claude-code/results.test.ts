import { describe, expect, test } from 'vitest';
import {
  defaultProfileRef,
  type Outcome,
  type OutputText,
  profileContext,
  profileOf,
  profileRef,
  sentViewOf,
  type ToolRecord,
  textOfPieces,
} from '../../../../../src/core/index.ts';
import { captured, failedWith, outputText, places, recordOf, timedOutAfter } from '../../support/outputs.ts';

const profile = profileOf({ id: 'claude-code' });
const ctx = profileContext(profile, defaultProfileRef(), places);

const viewOf = (record: ToolRecord, text: OutputText) =>
  textOfPieces(profile.present(record, text, ctx), text);
const bash = (stdout: string, stderr: string, outcome: Outcome, changes: Partial<ToolRecord> = {}) =>
  viewOf(recordOf(stdout, stderr, { outcome, ...changes }), outputText(stdout, stderr));
const ok: Outcome = { status: 'ok', exitCode: 0 };

describe('a success', () => {
  test('is stdout then stderr, whole', () => {
    expect(bash('out\n', '', ok)).toBe('out\n');
    expect(bash('out\n', 'warning\n', ok)).toBe('out\nwarning\n');
    expect(bash('out', 'warning', ok)).toBe('out\nwarning');
    expect(bash('', 'warning\n', ok)).toBe('warning\n');
  });
});

describe('a failing command', () => {
  test('reads as measured: exit code, stdout, stderr', () => {
    expect(bash('out\n', 'err\n', failedWith(3))).toBe('Exit code 3\nout\nerr');
  });

  test('loses one final newline of each part and nothing more', () => {
    expect(bash('out\n\n', 'err', failedWith(1))).toBe('Exit code 1\nout\n\nerr');
    expect(bash('out', '', failedWith(2))).toBe('Exit code 2\nout');
    expect(bash('', 'err\n', failedWith(127))).toBe('Exit code 127\nerr');
    expect(bash('\n', 'err\n', failedWith(1))).toBe('Exit code 1\nerr');
  });
});

describe('row 19: silence has words, and different ones', () => {
  const killed: Outcome = { status: 'failed', exitCode: null, signal: 'SIGKILL' };

  test('for exit 0, for exit 1, for a kill and for a timeout', () => {
    const silences = [ok, failedWith(1), killed, timedOutAfter(1000)].map((outcome) => bash('', '', outcome));
    expect(silences).toEqual([
      '(Bash completed with no output)',
      'Exit code 1',
      'Command was ended by SIGKILL',
      'Command timed out after 1s',
    ]);
    expect(bash('', '', { status: 'failed', exitCode: null, signal: null })).toBe(
      'Command failed without an exit code',
    );
  });

  test('of white space alone it is said, since providers refuse a blank text', () => {
    expect(bash('\n', '', ok)).toBe('\n(The output is white space only)');
    expect(bash('  ', '\n', ok)).toBe('  \n\n(The output is white space only)');
  });
});

describe('row 40: a command that was stopped keeps its output and says how it ended', () => {
  test('at a timeout: partial stdout and stderr, then the measured line', () => {
    expect(bash('MARK\n', '', timedOutAfter(1000))).toBe('MARK\nCommand timed out after 1s');
    expect(bash('MARK\n', 'err', timedOutAfter(120_000))).toBe('MARK\nerr\nCommand timed out after 2m 0s');
  });

  test('and where the stop was not confirmed', () => {
    expect(bash('', '', { ...timedOutAfter(4000), unconfirmedStop: true })).toBe(
      'Command timed out after 4s (the stop was not confirmed: it may still be running)',
    );
  });

  test.each([
    ['user', 'ABORTED', 'Command was stopped by the user'],
    ['cap', 'OUTPUT_CAP', 'Command was stopped (OUTPUT_CAP): why'],
    [
      'guest-death',
      'GUEST_CRASHED',
      'Command ended because the computer that ran it stopped (GUEST_CRASHED): why',
    ],
    ['session-end', 'SESSION_END', 'Command was stopped because the session ended'],
    [null, 'SPAWN', 'Error (SPAWN): why'],
  ] as const)('stopped by %s', (stoppedBy, code, line) => {
    const outcome: Outcome = {
      status: 'error',
      error: { code, phase: 'run', message: 'why' },
      stoppedBy,
      unconfirmedStop: false,
    };
    expect(bash('so far\n', '', outcome)).toBe(`so far\n${line}`);
  });

  test('also where the output was saved: the ending stands after the notice', () => {
    const stdout = 'x'.repeat(40_000);
    const view = bash(stdout, '', timedOutAfter(1000), { savedAs: { path: '/saved', bytes: 40_000 } });
    expect(view).toBe(
      `<persisted-output>\nOutput too large (39.1KB). Full output saved to: /saved\n\nPreview (first 2KB):\n${'x'.repeat(2000)}\n...\n</persisted-output>\nCommand timed out after 1s`,
    );
  });
});

describe('row 12: what capture lost is said apart from what the view leaves out', () => {
  const lossy = (stdout: string, lostBytes: number | null): ToolRecord => {
    const record = recordOf(stdout);
    return {
      ...record,
      output: { ...record.output, loss: { code: 'output-cap', atByte: stdout.length, lostBytes } },
    };
  };

  test('in a small result', () => {
    expect(viewOf(lossy('abc\n', 1), outputText('abc\n'))).toBe(
      'abc\nOutput was kept up to 4 bytes only (limit for one command); 1 byte after that is lost.',
    );
    expect(viewOf(lossy('abc\n', null), outputText('abc\n'))).toBe(
      'abc\nOutput was kept up to 4 bytes only (limit for one command); what came after is lost.',
    );
  });

  test('and the view does not count as whole', () => {
    expect(sentViewOf(defaultProfileRef(), lossy('abc', 5), outputText('abc'), places).account).toMatchObject(
      {
        omittedUnits: 0,
        whole: false,
      },
    );
  });
});

test('row 14: NUL and ANSI sequences are out of the view before anything is measured', () => {
  const capture = captured([['stdout', 'a\0b \u001b[31mred\u001b[0m\n']]);
  capture.end();
  const record = recordOf('', '', { output: capture.facts() });
  const sent = sentViewOf(defaultProfileRef(), record, capture.text(), places);
  expect(sent.text).toBe('a␀b red\n');
  expect(JSON.parse(new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(sent))))).toEqual(sent);
});

describe('what could not stream', () => {
  const notes = [{ code: 'not-streamed', data: { detail: '$(sleep 30)' } }];

  test('is named where the command was stopped', () => {
    expect(bash('', '', timedOutAfter(1000), { notes })).toBe(
      'Output of a part that could not stream is missing: $(sleep 30)\nCommand timed out after 1s',
    );
  });

  test('and is not where it ran to its end', () => {
    expect(bash('done\n', '', ok, { notes })).toBe('done\n');
  });
});

describe('the documented excerpt of a failing command (quirk failure-excerpt)', () => {
  const ref = profileRef(profile, { 'failure-excerpt': 'exact' });
  const quirky = profileContext(profile, ref, places);
  const stdout = `${'h'.repeat(15_000)}${'t'.repeat(15_001)}`;
  const record = recordOf(stdout, '', { outcome: failedWith(1) });
  const text = outputText(stdout);

  test('is off by default: the result is saved like any other', () => {
    expect(profile.save(record, text, ctx)?.path).toBe(
      '/home/user/.claude/projects/-home-user-project/s/tool-results/call_1.txt',
    );
  });

  test('keeps 5,000 of each end and saves nothing when it is on', () => {
    expect(profile.save(record, text, quirky)).toBe(null);
    expect(textOfPieces(profile.present(record, text, quirky), text)).toBe(
      `Exit code 1\n${'h'.repeat(4988)}\n... [20013 characters truncated] ...\n${'t'.repeat(5000)}`,
    );
  });

  test('leaves a failure of exactly 10,000 whole, and every success', () => {
    const short = 'x'.repeat(10_000 - 'Exit code 1\n'.length);
    const whole = recordOf(short, '', { outcome: failedWith(1) });
    expect(textOfPieces(profile.present(whole, outputText(short), quirky), outputText(short))).toBe(
      `Exit code 1\n${short}`,
    );
    const success = recordOf(stdout);
    expect(profile.save(success, text, quirky)).not.toBe(null);
  });
});

describe('a result over its limit without a file', () => {
  const saveError = { code: 'ENOSPC', phase: 'save', message: 'no space left' } as const;
  const unsaved = (units: number, error: ToolRecord['saveError']) => {
    const stdout = `${'h'.repeat(Math.ceil(units / 2))}${'t'.repeat(Math.floor(units / 2))}`;
    return viewOf(recordOf(stdout, '', { saveError: error }), outputText(stdout));
  };

  test('is whole up to 50,000, with no sentence about a loss that did not happen', () => {
    expect(unsaved(50_000, saveError)).toBe(`${'h'.repeat(25_000)}${'t'.repeat(25_000)}`);
  });

  test('is never white space alone, which providers refuse', () => {
    const stdout = '\n'.repeat(40_000);
    expect(viewOf(recordOf(stdout, '', { saveError }), outputText(stdout))).toBe(
      `${stdout}(The output is white space only)`,
    );
  });

  test('is cut between characters at both ends', () => {
    const stdout = `a${'😀'.repeat(30_000)}b`;
    const view = viewOf(recordOf(stdout, '', { saveError: null }), outputText(stdout));
    expect(view).toBe(
      `a${'😀'.repeat(12_499)}\n... [10004 characters truncated] ...\n${'😀'.repeat(12_499)}b\n[The full output was not saved to a file]`,
    );
  });

  test('is its head and tail beyond, and says why', () => {
    expect(unsaved(50_001, saveError)).toBe(
      `${'h'.repeat(25_000)}\n... [1 characters truncated] ...\n${'t'.repeat(25_000)}\n[The full output was not saved to a file (ENOSPC: no space left)]`,
    );
    expect(unsaved(60_000, null)).toBe(
      `${'h'.repeat(25_000)}\n... [10000 characters truncated] ...\n${'t'.repeat(25_000)}\n[The full output was not saved to a file]`,
    );
  });
});
