import { expect, it } from 'vitest';
import { FakeProcesses } from './fakeProcesses.ts';
import { TestShell } from './shellHarness.ts';

async function answerOf(script: string) {
  const shell = new TestShell();
  shell.processes = new FakeProcesses(shell.files);
  const ran = await shell.run(script, { signal: AbortSignal.timeout(20_000) });
  return `${ran.stdout}${ran.stderr === '' ? '' : `[${ran.stderr}]`}${ran.exitCode === 0 ? '' : ` ${ran.exitCode}`}`;
}

const coprocesses: readonly (readonly [script: string, answer: string])[] = [
  ['coproc cat; echo ok', 'ok\n'],
  ['coproc cat; echo "${COPROC[@]}"; [ "$COPROC_PID" = $! ] && echo same', '63 60\nsame\n'],
  ['coproc cat; coproc B { cat; }; echo "${COPROC[@]} ${B[@]}"', '63 60 62 58\n'],
  ['coproc cat; echo hi >&"${COPROC[1]}"; read -r -u "${COPROC[0]}" x; echo "got $x"', 'got hi\n'],
  [
    'coproc UP { while read -r x; do echo "${x^^}"; done; }; echo a b >&${UP[1]}; read x <&${UP[0]}; echo "$x"; exec {UP[1]}>&-; wait $UP_PID; echo $?',
    'A B\n0\n',
  ],
  [
    'coproc S (read x; echo "<$x>"; exit 3); echo q >&${S[1]}; cat <&${S[0]}; wait $S_PID; echo $?',
    '<q>\n3\n',
  ],
  [
    'coproc bc; echo "2^70" >&${COPROC[1]}; eval "exec ${COPROC[1]}>&-"; cat <&${COPROC[0]}',
    '1180591620717411303424\n',
  ],
  [
    'coproc { echo out; echo err >&2; }; read x <&${COPROC[0]}; wait; echo "$x [${COPROC[*]}]"',
    'out []\n[err\n]',
  ],
  ['coproc sleep 60; kill $COPROC_PID; wait $COPROC_PID; echo $?', '143\n'],
  ['coproc FOO (sleep 1); jobs; kill %1', '[1]+  Running                 coproc FOO ( sleep 1 ) &\n'],
  ['f() { coproc cat; echo in >&${COPROC[1]}; read l <&${COPROC[0]}; echo "f $l"; }; f', 'f in\n'],
];

const pipes: readonly (readonly [script: string, answer: string])[] = [
  [
    'mkfifo -m 600 p; ls -lF p | cut -c1-10; ls -F; [ -p p ] && [[ -p p ]] && ! test -f p && stat -c %F p; find . -type p; file p',
    'prw-------\np|\nfifo\n./p\np: fifo (named pipe)\n',
  ],
  [
    'mkfifo p; mkfifo p; echo $?; mkfifo no/p',
    "1\n[mkfifo: cannot create fifo 'p': File exists\nmkfifo: cannot create fifo 'no/p': No such file or directory\n] 1",
  ],
  [
    'mknod -m 600 p p && stat -c "%F %a" p; mknod d c 1 3; mknod p p',
    'fifo 600\n[mknod: d: Operation not permitted\nmknod: p: File exists\n] 1',
  ],
  ['mkfifo p; echo hello > p & cat p; wait', 'hello\n'],
  ['mkdir d; mkfifo -m 600 d/p; cp -r d e; cp -a d/p q; ls -l e q | grep -c ^prw-------', '2\n'],
  ['mkfifo p; echo hello > p & cp p f; cat f', 'hello\n'],
  ['mkfifo p q; cp -r p r; echo one > p & echo two > r & cat p; cat r; wait', 'one\ntwo\n'],
  ['mkfifo p; cat p & printf "a\\nb\\n" > p; wait', 'a\nb\n'],
  [
    'mkfifo p; while read l; do echo "<$l>"; done < p & for i in 1 2; do echo $i; done > p; wait',
    '<1>\n<2>\n',
  ],
  [
    'mkfifo p; exec 3<>p; echo one >&3; echo two >&3; read -u 3 x; read y <&3; echo $x $y; read -t 0.05 -u 3; echo $?',
    'one two\n142\n',
  ],
  ['mkfifo p; yes > p & head -1 p; wait $!; echo $?', 'y\n141\n'],
  ['mkfifo p; cat < p | tr a-z A-Z & (echo a; echo b) > p; wait', 'A\nB\n'],
  ['mkfifo p; tee p < <(seq 2) > /dev/null & sort -r p; wait', '2\n1\n'],
  [
    'mkfifo p; (echo a > p) & (sleep 0.05; echo b > p) & exec 4<p 5>p; read -u 4 x; read -u 4 y; echo $x$y; exec 5>&-; read -u 4 z; echo $?',
    'ab\n1\n',
  ],
  [
    'mkfifo p q; (while read l; do echo "re $l"; done < p > q) & exec 4>p 5<q; echo 1 >&4; read -u 5 r; echo "$r"; exec 4>&-; cat <&5; wait; echo end',
    're 1\nend\n',
  ],
  [
    'mkfifo p; exec 3<>p; rm p; echo >&3; echo >&3; for i in 1 2 3 4; do read -u 3; { echo "job $i"; echo >&3; } & wait; done; exec 3>&-',
    'job 1\njob 2\njob 3\njob 4\n',
  ],
  ['mkfifo p; timeout 0.05 cat p; echo $?; timeout 0.05 bash -c "echo x > p"; echo $?', '124\n124\n'],
  ['mkfifo p; sleep 5 > p & sleep 0.05; kill $!; wait $!; echo $?', '143\n'],
  ['exec 3> f; (echo a >&3) & wait; echo b >&3; exec 3>&-; cat f', 'a\nb\n'],
  ['mkfifo p; ( exec 3> p; echo x >&3 ) & ( exec 4< p; cat <&4 ); wait; echo done', 'x\ndone\n'],
];

const substitutions: readonly (readonly [script: string, answer: string])[] = [
  ['read -t 0.05 x < <(sleep 3; echo hi); echo $?', '142\n'],
  ['head -2 < <(yes)', 'y\ny\n'],
  ['n=0; while read -r x; do n=$((n + x)); [ $x = 3 ] && break; done < <(seq 1 1000000); echo $n', '6\n'],
  ['exec 3< <(seq 3); read -u 3 a; read -u 3 b; echo $a $b; cat <&3; exec 3<&-', '1 2\n3\n'],
  ['f() { while read l; do echo "<$l>"; done < <(echo a; echo e >&2; exit 4); }; f | cat', '<a>\n[e\n]'],
  ['x=1; while read y; do x=$y; done < <(x=5; echo $x; x=6; echo $x); echo $x', '6\n'],
  ['mapfile -t a < <(printf "%s\\n" x y); echo ${#a[@]} ${a[1]}; cat < <(cat < <(echo deep))', '2 y\ndeep\n'],
];

it.each([...coprocesses, ...pipes, ...substitutions])('%s', async (script, answer) => {
  expect(await answerOf(script)).toBe(answer);
});

it('hands on what is read of `< <(…)` while that still runs', async () => {
  const shell = new TestShell();
  const { writes } = await shell.run('while read x; do echo "$x"; done < <(echo 1; sleep 0.2; echo 2)');
  expect(writes.map(({ text }) => text)).toEqual(['1\n', '2\n']);
  expect(writes[1]!.atMs - writes[0]!.atMs).toBeGreaterThan(150);
});
