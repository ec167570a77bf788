import type { ConformanceCheck } from './check.ts';
import { bytesOf, collect, endOf, placesNamed, readText, said } from './observe.ts';

/** What a command gets and gives, where one command alone does not show it. */
export const commandChecks: readonly ConformanceCheck[] = [
  ...(['workspace', 'home', 'tmp'] as const).map(
    (which): ConformanceCheck => ({
      group: 'files',
      name: `${which}: written by the shell and read by fs, and the reverse`,
      expected: { isAbsolute: true, byShell: 'from-shell\n', byFs: 'from-fs\n' },
      async run({ guest }) {
        const dir = guest.dirs[which];
        const [one, two] = [`${dir}/check-shell.txt`, `${dir}/check-fs.txt`];
        await collect(guest.run(`echo from-shell > '${one}'`));
        const byShell = await readText(guest.fs, one);
        await guest.fs.write(two, bytesOf('from-fs\n'));
        const byFs = await said(guest, `cat '${two}'`);
        await guest.fs.rm(one);
        await guest.fs.rm(two);
        return { isAbsolute: dir.startsWith('/'), byShell, byFs };
      },
    }),
  ),
  {
    group: 'cwd and env',
    name: 'a run starts in the workspace, with HOME and TMPDIR set',
    expected: 'WORKSPACE\nHOME\nTMP\n',
    async run(context) {
      return placesNamed(await said(context.guest, 'pwd; echo "$HOME"; echo "$TMPDIR"'), context);
    },
  },
  {
    group: 'exit codes',
    name: 'a command that is not there ends with 127 and says so on stderr',
    expected: { end: 127, stdout: '', namesIt: true },
    async run({ guest }) {
      const { stdout, stderr, status } = await collect(guest.run('no-such-command-here'));
      return { end: endOf(status), stdout, namesIt: /no-such-command-here.*not found/.test(stderr) };
    },
  },
  {
    group: 'exit codes',
    name: 'a syntax error ends with 2, says so, and runs nothing of its line',
    expected: { end: 2, stdout: '', isTold: true },
    async run({ guest }) {
      const { stdout, stderr, status } = await collect(guest.run('echo before; if then fi'));
      return { end: endOf(status), stdout, isTold: /syntax|unexpected/i.test(stderr) };
    },
  },
  {
    group: 'paths',
    name: 'a redirection that cannot be opened fails its command and nothing else, with a reason',
    expected: Object.fromEntries(redirections().map((command) => [command, 'rc 1, with a reason'])),
    async run({ guest, dir }) {
      const found = [];
      for (const command of redirections()) {
        const { stdout, stderr } = await collect(guest.run(`cd '${dir}'; ${command}; echo "rc $?"`));
        const reason = /No such file or directory|Not a directory/.test(stderr) ? 'with a reason' : stderr;
        found.push([command, `${stdout.trim()}, ${reason}`] as const);
      }
      return Object.fromEntries(found);
    },
  },
  {
    group: 'order',
    name: 'both streams together keep the order in which they were written',
    expected: 'a\nb\nc\nd\n',
    async run({ guest }) {
      return (await collect(guest.run('echo a; echo b >&2; echo c; echo d >&2'))).merged;
    },
  },
  {
    group: 'order',
    name: 'a thousand lines on alternating streams keep their order',
    expected: { lines: 1000, firstOutOfOrder: null },
    async run({ guest }) {
      const { merged } = await collect(
        guest.run('for ((i = 0; i < 1000; i += 2)); do echo $i; echo $((i + 1)) >&2; done'),
      );
      const lines = merged.trimEnd().split('\n');
      return { lines: lines.length, firstOutOfOrder: lines.find((line, at) => line !== String(at)) ?? null };
    },
  },
  {
    group: 'order',
    name: 'output comes while the command runs, not at its end',
    expected: 'the first line came before the second was written',
    async run({ guest, dir }) {
      const process = guest.run(
        `cd '${dir}'; echo first; while [ ! -e go ]; do sleep 0.02; done; echo second`,
      );
      const output = process.output[Symbol.asyncIterator]();
      const { value } = await output.next();
      await guest.fs.write(`${dir}/go`, new Uint8Array());
      while (!(await output.next()).done);
      const text = value ? new TextDecoder().decode(value.bytes) : '';
      return text === 'first\n' ? 'the first line came before the second was written' : text;
    },
  },
  {
    group: 'binary',
    name: 'all 256 bytes pass unchanged, in a file of more than 64 KiB',
    expected: { bytes: 179_200, firstDifferent: -1 },
    async run({ guest, dir }) {
      const every = Uint8Array.from({ length: 256 * 700 }, (_, index) => (index * 7 + (index >> 8)) & 0xff);
      await guest.fs.write(`${dir}/all`, every);
      const { bytes } = await collect(guest.run(`cat '${dir}/all'`));
      return { bytes: bytes.length, firstDifferent: bytes.findIndex((byte, index) => byte !== every[index]) };
    },
  },
  {
    group: 'binary',
    name: 'bytes that are no text go in on stdin, through a pipe and into a file',
    expected: [0, 255, 128, 10, 13, 0, 195, 40],
    async run({ guest, dir }) {
      const stdin = Uint8Array.of(0, 255, 128, 10, 13, 0, 195, 40);
      await collect(guest.run(`cat | cat > '${dir}/copy'`, { stdin }));
      return [...(await guest.fs.read(`${dir}/copy`))];
    },
  },
  {
    group: 'unicode',
    name: 'a character written in pieces arrives whole',
    expected: '漢🎉\n',
    async run({ guest }) {
      const command = `printf '\\346\\274'; sleep 0.05; printf '\\242\\360\\237'; sleep 0.05; printf '\\216\\211\\n'`;
      return new TextDecoder().decode((await collect(guest.run(command))).bytes);
    },
  },
  {
    group: 'cwd and env',
    name: 'a shell carries cwd, variables and functions from run to run',
    expected: { second: 'WORKSPACE/check-sub\nfirst\nhello you\n', cwdAsData: 'WORKSPACE/check-sub' },
    async run(context) {
      const { guest } = context;
      const shell = guest.shell();
      await collect(
        shell.run('mkdir -p check-sub && cd check-sub; export FROM=first; greet() { echo "hello $1"; }'),
      );
      const second = (await collect(shell.run('pwd; echo "$FROM"; greet you'))).stdout;
      await guest.fs.rm(`${guest.dirs.workspace}/check-sub`);
      return { second: placesNamed(second, context), cwdAsData: placesNamed(shell.state.cwd, context) };
    },
  },
  {
    group: 'cwd and env',
    name: 'a shell made from another’s state goes on from there; a fresh one knows nothing of it',
    expected: { copy: 'DIR\nfirst\nhello copy\n', fresh: 'WORKSPACE\n[]\n' },
    async run(context) {
      const { guest, dir } = context;
      const shell = guest.shell();
      await collect(shell.run(`cd '${dir}'; export FROM=first; greet() { echo "hello $1"; }`));
      const copy = (await collect(guest.shell(shell.state).run('pwd; echo "$FROM"; greet copy'))).stdout;
      const fresh = (await collect(guest.shell().run('pwd; echo "[$FROM]"'))).stdout;
      return { copy: placesNamed(copy, context), fresh: placesNamed(fresh, context) };
    },
  },
  {
    group: 'cwd and env',
    name: 'a failed run still carries its state',
    expected: { end: 1, after: 'DIR\nyes\n' },
    async run(context) {
      const shell = context.guest.shell();
      const { status } = await collect(shell.run(`cd '${context.dir}'; KEPT=yes; false`));
      const after = (await collect(shell.run('pwd; echo "$KEPT"'))).stdout;
      return { end: endOf(status), after: placesNamed(after, context) };
    },
  },
  {
    group: 'cwd and env',
    name: 'cwd and env of the options hold for one run',
    expected: { given: 'DIR\nyes\n', after: 'WORKSPACE\n[]\n' },
    async run(context) {
      const shell = context.guest.shell();
      const options = { cwd: context.dir, env: { EXTRA: 'yes' } };
      const given = (await collect(shell.run('pwd; echo "$EXTRA"', options))).stdout;
      const after = (await collect(shell.run('pwd; echo "[$EXTRA]"'))).stdout;
      return { given: placesNamed(given, context), after: placesNamed(after, context) };
    },
  },
  {
    group: 'concurrency',
    name: 'runs of one shell are one at a time, in the order of their calls',
    expected: ['1\n', '12\n', '123\n'],
    async run({ guest }) {
      const shell = guest.shell();
      const runs = [1, 2, 3].map((number) => collect(shell.run(`N="\${N}${number}"; echo "$N"`)));
      return (await Promise.all(runs)).map(({ stdout }) => stdout);
    },
  },
  {
    group: 'concurrency',
    name: 'two runs go on at the same time and see the same files',
    expected: 'seen\n',
    async run({ guest, dir }) {
      const waiting = said(guest, `cd '${dir}'; while [ ! -e flag ]; do sleep 0.02; done; cat flag`);
      await collect(guest.run(`cd '${dir}'; echo seen > new; mv new flag`));
      return waiting;
    },
  },
  {
    group: 'concurrency',
    name: 'eight runs at once give each its own output',
    expected: Array.from({ length: 8 }, (_, n) => `${n}\n`.repeat(50)),
    async run({ guest }) {
      const runs = Array.from({ length: 8 }, (_, n) =>
        said(guest, `for ((i = 0; i < 50; i++)); do echo ${n}; done`),
      );
      return Promise.all(runs);
    },
  },
  {
    group: 'concurrency',
    name: 'what several runs append to one file at once is all there, line by line',
    expected: { lines: 80, whole: true },
    async run({ guest, dir }) {
      await Promise.all(
        [1, 2, 3, 4].map((n) =>
          collect(guest.run(`cd '${dir}'; for ((i = 0; i < 20; i++)); do echo "run ${n}" >> log; done`)),
        ),
      );
      const lines = (await readText(guest.fs, `${dir}/log`)).trimEnd().split('\n');
      return { lines: lines.length, whole: lines.every((line) => /^run [1-4]$/.test(line)) };
    },
  },
  {
    group: 'terminal',
    name: 'a terminal echoes what is typed and prints what the command says',
    expected: { isEchoed: true, isAnswered: true },
    async run({ guest }) {
      const terminal = guest.openTerminal({ columns: 80, rows: 24 });
      terminal.write('echo $((6*7))-answer\r');
      const decoder = new TextDecoder();
      let text = '';
      for await (const bytes of terminal.output) {
        text += decoder.decode(bytes, { stream: true });
        if (text.includes('42-answer\r\n')) break;
      }
      terminal.dispose();
      return { isEchoed: text.includes('echo $((6*7))-answer'), isAnswered: text.includes('42-answer\r\n') };
    },
  },
];

function redirections(): readonly string[] {
  return [
    'echo x > missing/file',
    'echo x >> missing/file',
    'echo x > missing/file 2>&1',
    '{ echo x; } > missing/file',
    'for i in 1; do echo x; done > missing/file',
    'f() { echo x; }; f > missing/file',
    'ls 2> missing/file',
    'echo x > /etc/hostname/below',
  ];
}
