import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

const body = '{ echo O1; echo E1 >&2; echo O2; echo E2 >&2; }';
const ordered = 'O1\nE1\nO2\nE2\n';

it.each([
  body,
  `${body} 2>&1`,
  `${body} 1>&2`,
  `(${body.slice(1, -1)}) 2>&1`,
  `${body} 2>&1 | cat`,
  `${body} |& cat`,
  `${body} > log 2>&1; cat log`,
  `${body} &> log; cat log`,
  `x=$(${body} 2>&1); echo "$x"`,
  `f() ${body}; f`,
  `f() ${body}; f 2>&1`,
  `f() ${body}; f 2>&1 | cat`,
  `f() ${body}; f > log 2>&1; cat log`,
  `f() ${body} 2>&1; f | cat`,
  `f() ${body}; g() { f; }; g 2>&1 | cat`,
  `f() ${body}; x=$(f 2>&1); echo "$x"`,
  `bash -c '${body}'`,
  `bash -c '${body}' 2>&1 | cat`,
  `bash -c '${body}' > log 2>&1; cat log`,
  `echo '${body}' > s.sh; bash s.sh 2>&1 | cat`,
  `exec 2>&1; ${body}`,
  `exec 3>&1; { echo O1; echo E1 >&3; echo O2 >&3; echo E2; }`,
  `if true; then ${body}; fi 2>&1 | cat`,
  `for i in 1; do ${body}; done 2>&1 | cat`,
  `cat <(${body} 2>&1)`,
])('keeps arrival order: %s', async (script) => {
  expect((await new TestShell().run(script)).merged).toBe(ordered);
});

it('prints what `time` says before what comes after', async () => {
  const { merged } = await new TestShell().run('time true; echo after');
  expect(merged).toMatch(/^\nreal\t0m0\.\d{3}s\nuser\t.*\nsys\t.*\nafter\n$/);
});
