import type { CheckGroup, ConformanceCheck } from './check.ts';
import { bytesOf, collect, endOf, placesNamed } from './observe.ts';

/** A command and everything that it gives. */
interface ShellCheck {
  readonly name: string;
  readonly group: CheckGroup;
  /** Run in the folder of the check. */
  readonly command: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly end?: number | string;
}

const shellChecks: readonly ShellCheck[] = [
  { group: 'exit codes', name: 'true ends with 0', command: 'true' },
  { group: 'exit codes', name: 'false ends with 1', command: 'false', end: 1 },
  { group: 'exit codes', name: 'exit 3 ends with 3', command: 'exit 3', end: 3 },
  { group: 'exit codes', name: '255 is the largest code', command: '(exit 255)', end: 255 },
  { group: 'exit codes', name: 'a code is taken modulo 256', command: 'exit 256', end: 0 },
  {
    group: 'exit codes',
    name: 'a pipeline ends as its last command, with pipefail as the last that failed',
    command: '(exit 3) | true; echo $?; set -o pipefail; (exit 3) | true; echo $?',
    stdout: '0\n3\n',
  },
  {
    group: 'exit codes',
    name: 'node ends with the code that its program gives',
    command: `node -e 'process.exitCode = 7'`,
    end: 7,
  },
  {
    group: 'streams',
    name: 'stdout and stderr are told apart',
    command: 'echo out; echo err >&2',
    stdout: 'out\n',
    stderr: 'err\n',
  },
  {
    group: 'streams',
    name: 'streams can be exchanged, joined and thrown away',
    command: '{ echo a; echo b >&2; } 2>&1; { echo c; echo d >&2; } 3>&1 1>&2 2>&3; echo e > /dev/null',
    stdout: 'a\nb\nd\n',
    stderr: 'c\n',
  },
  {
    group: 'streams',
    name: 'node’s two streams are told apart too',
    command: `node -e 'console.log("out"); console.error("err")'`,
    stdout: 'out\n',
    stderr: 'err\n',
  },
  {
    group: 'streams',
    name: 'a command reads what it is given on stdin',
    command: 'cat; echo end',
    stdin: 'one\ntwo\n',
    stdout: 'one\ntwo\nend\n',
  },
  {
    group: 'streams',
    name: 'a command that is given nothing finds the end of its stdin',
    command: 'cat; echo end',
    stdout: 'end\n',
  },
  { group: 'streams', name: 'no output at all is none', command: ':' },
  {
    group: 'streams',
    name: 'output without a newline at its end comes whole',
    command: `printf 'no newline'`,
    stdout: 'no newline',
  },
  {
    group: 'streams',
    name: 'a carriage return and a colour pass unchanged',
    command: `printf 'a\\r\\nb\\033[31mred\\033[0m\\r'`,
    stdout: 'a\r\nb\x1b[31mred\x1b[0m\r',
  },
  {
    group: 'streams',
    name: 'a program is not told that its output is a terminal',
    command: `[ -t 1 ] && echo tty || echo no; node -p 'process.stdout.isTTY === true'`,
    stdout: 'no\nfalse\n',
  },
  {
    group: 'cwd and env',
    name: 'a variable of the options holds for the run',
    command: 'echo "$EXTRA"',
    env: { EXTRA: 'given here' },
    stdout: 'given here\n',
  },
  {
    group: 'cwd and env',
    name: 'a child gets what is exported and nothing else',
    command: `PLAIN=1; export TOLD=2; bash -c 'echo "[$PLAIN][$TOLD]"'; node -p 'process.env.TOLD'`,
    stdout: '[][2]\n2\n',
  },
  {
    group: 'paths',
    name: 'a glob names what is there, in order, and stays as it is where nothing is',
    command: 'touch b.txt a.txt; echo *.txt; echo *.none',
    stdout: 'a.txt b.txt\n*.none\n',
  },
  {
    group: 'paths',
    name: 'names with blanks, quotes, a line break and a dash are names',
    command: `mkdir ' x'; echo 1 > ' x/it"s'; echo 2 > $'line\\nbreak'; echo 3 > ./-n; cat ' x/it"s' $'line\\nbreak' ./-n`,
    stdout: '1\n2\n3\n',
  },
  {
    group: 'paths',
    name: '. and .. are resolved, also through a link, as cd does without -P',
    command: 'mkdir -p real/deep; ln -s real/deep link; cd link/..; pwd; cd ./real/../real; pwd',
    stdout: 'DIR\nDIR/real\n',
  },
  {
    group: 'files',
    name: 'mode bits are kept and obeyed: what is not executable is not run',
    command: `printf '#!/bin/sh\\necho ran\\n' > tool; ./tool 2> /dev/null; echo $?; chmod +x tool; ./tool`,
    stdout: '126\nran\n',
  },
  {
    group: 'files',
    name: 'appending with >> goes on, > begins anew',
    command: 'echo 1 > f; echo 2 >> f; cat f; echo 3 > f; cat f',
    stdout: '1\n2\n3\n',
  },
  {
    group: 'unicode',
    name: 'text beyond ASCII passes as it is: accents, CJK, emoji, right to left',
    command: `printf '%s\\n' 'naïve' '日本語' '👩‍👩‍👧' 'שלום'; node -e 'console.log("é漢🎉")'`,
    stdout: 'naïve\n日本語\n👩‍👩‍👧\nשלום\né漢🎉\n',
  },
  {
    group: 'unicode',
    name: 'names of files beyond ASCII are kept as written',
    command: `echo x > 'größe 日本.txt'; ls; cat gr*`,
    stdout: 'größe 日本.txt\nx\n',
  },
  {
    group: 'unicode',
    name: 'lengths are counted in characters, and in bytes by wc -c',
    command: `s='é漢🎉'; echo \${#s}; printf %s "$s" | wc -c | tr -d ' '`,
    stdout: '3\n9\n',
  },
  {
    group: 'order',
    name: 'what two programs write through one pipe comes in the order of their writing',
    command: `for i in 1 2 3 4 5; do echo $i; node -e 'console.log("n" + process.argv[1])' $i; done | cat`,
    stdout: '1\nn1\n2\nn2\n3\nn3\n4\nn4\n5\nn5\n',
  },
  {
    group: 'jobs',
    name: 'background jobs run beside the shell, with its variables and functions, and wait knows how they ended',
    command: `word=w; say() { echo "$word $1"; }
{ while [ ! -e flag ]; do sleep 0.01; done; say job; exit 3; } & touch flag; wait $!; echo $?`,
    stdout: 'w job\n3\n',
  },
  ...(
    [
      ['sleep 60', 'TERM', 143],
      ['sleep 60', 'KILL', 137],
      ['sleep 60', 'HUP', 129],
      [`awk 'BEGIN { while (1) {} }'`, 'KILL', 137],
    ] as const
  ).map(
    ([job, signal, code]): ShellCheck => ({
      group: 'signals',
      name: `a job (${job}) killed with SIG${signal} ends with ${code}`,
      command: `${job} & kill -${signal} $!; wait $!; echo $?`,
      stdout: `${code}\n`,
    }),
  ),
  {
    group: 'signals',
    name: 'a trap runs when its signal comes, and the shell goes on or ends as it says',
    command: `(trap 'echo caught; exit 5' TERM; touch ready; while :; do sleep 0.02; done) &
while [ ! -e ready ]; do sleep 0.01; done; kill $!; wait $!; echo $?; trap 'echo bye' EXIT`,
    stdout: 'caught\n5\nbye\n',
  },
  {
    group: 'signals',
    name: 'a program that handles SIGTERM in node ends as it wishes',
    command: `node -e 'process.on("SIGTERM", () => process.exit(9)); require("fs").writeFileSync("ready", ""); setInterval(() => {}, 1000)' &
while [ ! -e ready ]; do sleep 0.02; done; kill $!; wait $!; echo $?`,
    stdout: '9\n',
  },
  {
    group: 'signals',
    name: 'timeout ends what does not end by itself: 124',
    command: `timeout 0.3 awk 'BEGIN { while (1) {} }'`,
    end: 124,
  },
  {
    group: 'signals',
    name: 'timeout -s KILL: 137',
    command: `timeout -s KILL 0.3 awk 'BEGIN { while (1) {} }'`,
    end: 137,
  },
  {
    group: 'signals',
    name: 'timeout leaves what ends in time alone',
    command: `timeout 30 sh -c 'exit 3'`,
    end: 3,
  },
];

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/** Commands with everything they give, as checks. */
export function shellCommandChecks(): readonly ConformanceCheck[] {
  return shellChecks.map(({ name, group, command, stdin, env, stdout = '', stderr = '', end = 0 }) => ({
    name,
    group,
    expected: { stdout, stderr, end },
    async run(context) {
      const process = context.guest.run(`cd ${quoted(context.dir)} || exit\n${command}`, {
        ...(stdin === undefined ? {} : { stdin: bytesOf(stdin) }),
        ...(env === undefined ? {} : { env }),
      });
      const got = await collect(process);
      return {
        stdout: placesNamed(got.stdout, context),
        stderr: placesNamed(got.stderr, context),
        end: endOf(got.status),
      };
    },
  }));
}
