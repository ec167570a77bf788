import { describe, expect, test } from 'vitest';
import { failedWith, timedOutAfter } from '../../support/outputs.ts';
import { bytesOf, shown } from './view.ts';

const file = '/home/user/.spillway/s/call_1';
const running = (command: string) => ({ input: { command } });

describe('A. the cut itself', () => {
  test('row 1: a limit in bytes cuts between characters on both sides and is never passed', () => {
    for (const character of ['€', '😀', '👨‍👩‍👧', 'e\u0301', 'a']) {
      const output = character.repeat(Math.ceil(1200 / bytesOf(character)));
      for (let limit = 990; limit <= 1010; limit++) {
        const { text } = shown(output, { limit, options: { unit: 'bytes' } }).sent;
        expect(bytesOf(text)).toBeLessThanOrEqual(limit);
        expect(text).not.toContain('\ufffd');
        expect(text.isWellFormed()).toBe(true);
      }
    }
  });

  test('row 2: a character in two chunks is one character', () => {
    const halves = [
      ['stdout', Uint8Array.of(0xe2)],
      ['stdout', Uint8Array.of(0x82, 0xac)],
    ] as const;
    expect(shown(halves).sent.text).toBe('€');
  });

  test('row 4: what is sent is unit for unit what JSON and UTF-8 give back', () => {
    const output = `a${'😀'.repeat(1000)}`;
    for (let limit = 600; limit < 620; limit++) {
      const { text } = shown(output, { limit }).sent;
      const there = new TextEncoder().encode(JSON.stringify(text));
      expect(JSON.parse(new TextDecoder().decode(there))).toBe(text);
    }
  });

  test('row 5: one long line shows its two ends, the same with and without its newline', () => {
    const views = ['', '\n'].map((end) => shown(`A${'X'.repeat(4998)}Z${end}`).sent.text);
    expect(views[0]).toMatch(
      /^\[Cut at 1000 characters\. 1 line, 668 bytes shown of 5000: .*\nAX+\n\[.*\]\nX+Z$/s,
    );
    expect(views[1]).toMatch(
      /^\[Cut at 1000 characters\. 1 line, 668 bytes shown of 5001: .*\nAX+\n\[.*\]\nX+Z\n$/s,
    );
  });

  test('row 6: exactly at the limit of lines or of characters nothing is cut, said or saved', () => {
    for (const lines of [9, 10, 11]) {
      const { sent, path } = shown('line\n'.repeat(lines));
      expect([sent.text === 'line\n'.repeat(lines), path === null]).toEqual([lines < 11, lines < 11]);
    }
    for (const units of [999, 1000, 1001]) {
      const { sent, path } = shown('x'.repeat(units));
      expect([sent.text === 'x'.repeat(units), path === null]).toEqual([units < 1001, units < 1001]);
    }
  });

  test('row 8: the numbers of the notice are those of the view, and none is said where all is shown', () => {
    expect(shown('a\nb\nc\nd\ne\n').sent.text).toBe('a\nb\nc\nd\ne\n');
    expect(shown('x'.repeat(900)).sent.text).toBe('x'.repeat(900));
    const { sent } = shown(Array.from({ length: 20 }, (_, k) => `line ${k + 1}\n`).join(''));
    expect(sent.text).toBe(
      [
        `[Cut at 10 lines. 20 lines, 77 bytes shown of 151: lines 1-3 and 14-20. Not shown: 10 lines (74 bytes) between them. Full output (151 bytes): ${file}.txt - read or search it there.]\n`,
        'line 1\nline 2\nline 3\n',
        `[... 10 lines (74 bytes) not shown, from byte 21 on; full output: ${file}.txt ...]\n`,
        'line 14\nline 15\nline 16\nline 17\nline 18\nline 19\nline 20\n',
      ].join(''),
    );
    expect(sent.account).toMatchObject({ sourceUnits: 151, seenUnits: 77, omittedUnits: 74 });
  });

  test('row 9: the unit of a limit is named, and CJK text counts by it', () => {
    expect(shown('漢'.repeat(4000)).sent.text).toContain('[Cut at 1000 characters. ');
    const { text } = shown('漢'.repeat(4000), { options: { unit: 'bytes' } }).sent;
    expect(text).toContain('[Cut at 1000 bytes. ');
    expect(bytesOf(text)).toBeLessThanOrEqual(1000);
  });

  test('row 10: the error in the last line of a long output is shown', () => {
    for (const headPercent of [0, 30, 90]) {
      const { text } = shown(`${'ok\n'.repeat(100)}error: FAILED\n`, { options: { headPercent } }).sent;
      expect(text.endsWith('error: FAILED\n')).toBe(true);
    }
  });

  test('row 11: the loss is said at the top and at the gap', () => {
    const lines = shown('some words\n'.repeat(200)).sent.text.split('\n');
    expect(lines[0]).toContain('Not shown: 190 lines (2090 bytes)');
    expect(lines[4]).toContain('190 lines (2090 bytes) not shown');
  });

  test('row 12: loss in capture is said beside the cut of the view, and of the file too', () => {
    const loss = { code: 'output-cap', atByte: 5000, lostBytes: 700 } as const;
    const output = shown('x'.repeat(5000)).record.output;
    const { text } = shown('x'.repeat(5000), { changes: { output: { ...output, loss } } }).sent;
    expect(text).toMatch(
      /^Output was kept up to 4\.9KB only \(limit for one command\); 700 bytes after that are lost\.\n/,
    );
    expect(text).toContain('Cut at 1000 characters. 1 line, ');
    expect(text).toContain(`What was kept of the output (5000 bytes): ${file}.txt`);
  });
});

describe('B. what is in the bytes', () => {
  test('row 14: NUL is visible', () => {
    expect(shown('a\0b').sent.text).toBe('a␀b');
  });

  test('row 15: bytes that are no text are named, with their size and their file', () => {
    const image = Uint8Array.from({ length: 200 }, (_, k) => (k * 37) % 256);
    image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const { sent, path } = shown(image);
    expect(path).toBe(`${file}.png`);
    expect(sent.text).toBe(
      `[Binary output (PNG image), 200 bytes: not shown as text. Saved byte for byte: ${file}.png]`,
    );
    expect(sent.account.whole).toBe(false);
  });

  test('row 16: colours are removed before anything is measured', () => {
    expect(shown('\x1b[31mred\x1b[0m \x1b]0;t\x07x').sent.text).toBe('red x');
    expect(shown('\x1b[31mred\x1b[0').sent.text).toBe('red');
    expect(shown(`${'\x1b[31m'.repeat(500)}${'x'.repeat(1000)}`).path).toBe(null);
  });

  test('row 17: a progress bar is its last state', () => {
    const bar = Array.from({ length: 100_000 }, (_, k) => `\r${k + 1} of 100000`).join('');
    expect(shown(`${bar}\n`).sent.text).toBe('100000 of 100000\n');
  });

  test('row 18: CRLF is a line end like any other', () => {
    expect(shown('a\r\nb\r\n').sent.text).toBe('a\nb\n');
    expect(shown('a\r\n'.repeat(10)).path).toBe(null);
  });

  test('rows 19 and 20: every silence has words of its own', () => {
    const silences = [
      shown('').sent.text,
      shown('', { changes: { ...running('grep zzz file'), outcome: failedWith(1) } }).sent.text,
      shown('', { changes: { ...running('grep zzz file'), outcome: failedWith(2) } }).sent.text,
      shown('', { changes: { outcome: { status: 'failed', exitCode: null, signal: 'SIGKILL' } } }).sent.text,
      shown('', { changes: { outcome: timedOutAfter(1000) } }).sent.text,
    ];
    expect(silences).toEqual([
      '(exit 0, no output)',
      'exit 1 (of grep: it matched no line of what it searched), no output',
      'exit 2, no output: the command failed without a word',
      'Killed before it printed anything: ended by SIGKILL.',
      'Timed out after 1s: it was stopped, there is no exit code, it had printed nothing by then.',
    ]);
  });

  test('row 19: white space alone is named', () => {
    expect(shown('\n').sent.text).toBe('(the output is white space only: 1 byte)\n\n');
  });

  test('row 21: base64 inside a JSON result is counted, not shown', () => {
    const output = JSON.stringify({ type: 'image', data: 'QUJD'.repeat(2000), note: 'x' });
    const { sent, path } = shown(output);
    expect(path).toBe(`${file}.json`);
    expect(sent.text).toContain(
      '"data" at byte 23: string of 8000 characters, base64 by its looks, not shown\n',
    );
    expect(sent.text).toContain('"note" at byte 8033: "x"\n');
    expect(sent.text).not.toContain('QUJDQUJD');
  });

  test('row 22: the streams stay in the order in which they came', () => {
    const { sent } = shown([
      ['stdout', 'O1\n'],
      ['stderr', 'E1\n'],
      ['stdout', 'O2\n'],
      ['stderr', 'E2\n'],
    ]);
    expect(sent.text).toBe('O1\nE1\nO2\nE2\n');
  });
});

describe('C. and D. saved results', () => {
  test('row 30: the configured limit is the one that fires', () => {
    const options = { maxLines: 1_000_000 };
    expect(shown('x'.repeat(31_000), { limit: 150_000, options }).path).toBe(null);
    expect(shown('x'.repeat(150_001), { limit: 150_000, options }).path).not.toBe(null);
  });

  test.each(['../../etc/x', 'a/b', 'a;rm -rf .', '', 'con', '..', 'x'.repeat(5000)])(
    'row 32: the id %j stays inside the folder of saved results',
    (callId) => {
      const { path } = shown('x'.repeat(2000), { changes: { callId } });
      expect(path).toMatch(/^\/home\/user\/\.spillway\/s\/[A-Za-z0-9_-]{1,64}\.txt$/);
    },
  );

  test('row 36: a list in one line is its structure, and its file is JSON', () => {
    const list = Array.from({ length: 2000 }, (_, id) => ({ id, name: `n${id}` }));
    const { sent, path } = shown(JSON.stringify(list));
    expect(path).toBe(`${file}.json`);
    expect(sent.text).toBe(
      [
        `[JSON, over 1000 characters. 1 line, 60 bytes shown of 51781: its structure, with byte offsets in the file; values stand as they are. Full output (51781 bytes): ${file}.json - read or search it there.]`,
        'at byte 0: list of 2000 items, 51781 bytes',
        '  [0] at byte 1: {"id":0,"name":"n0"}',
        '  [1] at byte 22: {"id":1,"name":"n1"}',
        '  [2] at byte 43: {"id":2,"name":"n2"}',
        '  ... 1997 items not shown',
        `[... 51721 bytes of values not shown; full output: ${file}.json ...]`,
      ].join('\n'),
    );
  });

  test('row 39: a big result of any tool is saved, not refused', () => {
    const { sent, path } = shown('word '.repeat(40_000), { changes: { tool: 'mcp__server__tool' } });
    expect(path).toBe(`${file}.txt`);
    expect(sent.text.length).toBeLessThanOrEqual(1000);
  });
});

describe('E. time and exit', () => {
  test('row 40: a timeout says so, keeps the output and has no exit code', () => {
    expect(shown('MARK\n', { changes: { outcome: timedOutAfter(1000) } }).sent.text).toBe(
      'Timed out after 1s: it was stopped, there is no exit code, what it had printed by then is below.\nMARK\n',
    );
  });

  test('row 41: a filter that held the output is named', () => {
    const { text } = shown('', {
      changes: {
        outcome: timedOutAfter(1000),
        notes: [{ code: 'filter-held-output', data: { filter: 'tail' } }],
      },
    }).sent;
    expect(text).toContain('tail had printed nothing: it prints only when its input ends');
  });

  test('row 42: a child that still runs is said', () => {
    const { text } = shown('done\n', { changes: { notes: [{ code: 'child-still-running' }] } }).sent;
    expect(text).toBe(
      'A process that the command started is still running; what it prints from now on is not in this result.\ndone\n',
    );
  });

  test('row 47: the exit of a pipeline is called that of its last command, or told stage by stage', () => {
    const command = '(echo bad; exit 1) | tail -1';
    expect(shown('bad\n', { changes: running(command) }).sent.text).toBe(
      'exit 0 of the pipeline’s last command (tail); exits of the 1 command before it are not known\nbad\n',
    );
    const notes = [{ code: 'pipeline-stages', data: { exits: [1, 0] } }];
    expect(shown('bad\n', { changes: { ...running(command), notes } }).sent.text).toBe(
      'exit 0 of the pipeline (stages: 1 0)\nbad\n',
    );
  });

  test.each([[[0, 0]], [[141, 0]]])(
    'row 47: a pipeline of which no command failed (%j) is plain success',
    (exits) => {
      const changes = {
        ...running('seq 1 99999 | head -1'),
        notes: [{ code: 'pipeline-stages', data: { exits } }],
      };
      expect(shown('1\n', { changes }).sent.text).toBe('1\n');
    },
  );

  test.each(['echo "a | b"', "echo 'a | b'", 'a || b', 'echo a \\| b', 'a | b\nc', 'a | b; c', 'echo a'])(
    'row 47: %j ends in no pipeline',
    (command) => {
      expect(shown('bad\n', { changes: running(command) }).sent.text).toBe('bad\n');
    },
  );
});
