import { describe, expect, test } from 'vitest';
import { packLesson, parseLesson, unpackLesson } from '../../../../src/core/lesson/index.ts';

const prose = `---
title: Title: with a colon
minutes: 5
profile: claude-code
---

## First

before \`\`\`

\`\`\`sh
## no heading in code
---
\`\`\`

---

after

---

still after

## Second
`;
const data = JSON.stringify({ steps: [{}, {}] });
const source = { id: 'a-lesson', prose, data };

function messageOf(change: Partial<typeof source>): string {
  const parsed = parseLesson({ ...source, ...change });
  return parsed.ok ? 'it was opened' : parsed.message;
}

describe('the two files of a lesson', () => {
  test('become a lesson whose steps are the headings, with what is shown before and behind the run', () => {
    const empty = { predict: null, run: [], show: null, table: null, task: null };
    expect(parseLesson(source)).toEqual({
      ok: true,
      lesson: {
        id: 'a-lesson',
        title: 'Title: with a colon',
        summary: '',
        minutes: 5,
        profile: 'claude-code',
        mcp: false,
        files: [],
        marks: {},
        steps: [
          {
            title: 'First',
            before: 'before ```\n\n```sh\n## no heading in code\n---\n```',
            after: 'after\n\n\nstill after',
            ...empty,
          },
          { title: 'Second', before: '', after: '', ...empty },
        ],
      },
    });
  });

  test('say in one sentence what is wrong with them', () => {
    expect(messageOf({ id: '../x' })).toMatch(/^This lesson cannot be opened: Its folder .*\.$/);
    expect(messageOf({ prose: 'no front matter' })).toContain('lesson.md does not begin with front matter');
    expect(messageOf({ prose: prose.replace('minutes: 5', 'minutes: 61') })).toContain('its minutes');
    expect(messageOf({ prose: prose.replace('## First', 'text first') })).toContain(
      'text before its first heading',
    );
    expect(messageOf({ data: '{' })).toContain('lesson.json is not JSON');
    expect(messageOf({ data: '{"steps":[{}]}' })).toContain('has 1 steps, and lesson.md has 2 headings');
    expect(messageOf({ data: '{"steps":[{},{"run":[{"kind":"shell"}]}]}' })).toContain(
      'is wrong at "steps.1.run.0',
    );
    expect(messageOf({ data: '{"steps":[{},{}],"onload":"x"}' })).toContain('is wrong at "onload"');
  });

  test('put no file outside the workspace', () => {
    for (const path of ['/etc/passwd', '../x', 'a/../../x', '..', '']) {
      const files = [{ path, text: '' }];
      expect(messageOf({ data: JSON.stringify({ files, steps: [{}, {}] }) }), path).toContain(
        'at "files.0.path"',
      );
    }
    const files = [{ path: 'src/..a/b.txt', text: '' }];
    expect(messageOf({ data: JSON.stringify({ files, steps: [{}, {}] }) })).toBe('it was opened');
  });

  test('survive a link, and a link that was cut or changed says so', () => {
    const packed = packLesson(source);
    expect(unpackLesson(packed)).toEqual({ ok: true, source });
    const cut = unpackLesson(packed.slice(0, -1));
    expect(cut).toEqual({ ok: false, message: expect.stringContaining('was cut') });
    const last = packed.at(-1) === 'A' ? 'B' : 'A';
    expect(unpackLesson(packed.slice(0, -1) + last)).toEqual({
      ok: false,
      message: expect.stringContaining('was changed'),
    });
    for (const bad of ['', 'x', '..', '1.2.3', 'zz.00000000.']) expect(unpackLesson(bad).ok, bad).toBe(false);
  });
});
