import { bytesOf, collect, expectSame, expectTrue, type GuestBehaviour, readText } from './checks.ts';

const ok = { kind: 'exited', code: 0 } as const;

/** What a command gets and gives. */
export const commandBehaviours: readonly GuestBehaviour[] = [
  {
    title: 'each of the three directories is written by the shell and read by fs, and the reverse',
    async run(guest) {
      for (const dir of [guest.dirs.workspace, guest.dirs.home, guest.dirs.tmp]) {
        expectTrue(dir.startsWith('/'), `${dir} is absolute`);
        const written = await collect(guest.run(`echo from-shell > '${dir}/shell.txt'`));
        expectSame(written.status, ok, `writing in ${dir}`);
        expectSame(await readText(guest.fs, `${dir}/shell.txt`), 'from-shell\n', 'what the shell wrote');
        await guest.fs.write(`${dir}/fs.txt`, bytesOf('from-fs\n'));
        const read = await collect(guest.run(`cat '${dir}/fs.txt'`));
        expectSame(read.stdout, 'from-fs\n', 'what fs wrote');
        await guest.fs.rm(`${dir}/shell.txt`);
        await guest.fs.rm(`${dir}/fs.txt`);
      }
    },
  },
  {
    title: 'a run starts in the workspace, with HOME and TMPDIR set',
    async run(guest) {
      const { stdout } = await collect(guest.run('pwd; echo "$HOME"; echo "$TMPDIR"'));
      const { workspace, home, tmp } = guest.dirs;
      expectSame(stdout, `${workspace}\n${home}\n${tmp}\n`, 'pwd, HOME, TMPDIR');
    },
  },
  {
    title: 'exit codes arrive as they are',
    async run(guest) {
      for (const [command, code] of [
        ['true', 0],
        ['false', 1],
        ['exit 3', 3],
        ['(exit 255)', 255],
        ['no-such-command-here', 127],
      ] as const) {
        const { status } = await collect(guest.run(command));
        expectSame(status, { kind: 'exited', code }, command);
      }
    },
  },
  {
    title: 'a redirection that cannot be opened fails its command and nothing else, with a reason',
    async run(guest) {
      for (const command of [
        'echo x > missing/file',
        'echo x >> missing/file',
        'echo x > missing/file 2>&1',
        '{ echo x; } > missing/file',
        'for i in 1; do echo x; done > missing/file',
        'f() { echo x; }; f > missing/file',
        'ls 2> missing/file',
        'echo x > /etc/hostname/below',
      ]) {
        const { stdout, stderr, status } = await collect(guest.run(`${command}; echo "rc $?"`));
        expectSame([stdout, status], ['rc 1\n', ok], command);
        expectTrue(/No such file or directory|Not a directory/.test(stderr), `${command}: says ${stderr}`);
      }
    },
  },
  {
    title: 'stdout and stderr are told apart and keep the order in which they were written',
    async run(guest) {
      const result = await collect(guest.run('echo a; echo b >&2; echo c; echo d >&2'));
      expectSame([result.stdout, result.stderr], ['a\nc\n', 'b\nd\n'], 'the two streams');
      expectSame(result.merged, 'a\nb\nc\nd\n', 'the order');
    },
  },
  {
    title: 'a command reads what it is given on stdin, and an end where nothing is given',
    async run(guest) {
      const given = await collect(guest.run('cat; echo end', { stdin: bytesOf('one\ntwo\n') }));
      expectSame(given.stdout, 'one\ntwo\nend\n', 'stdin');
      const empty = await collect(guest.run('cat; echo end'));
      expectSame(empty.stdout, 'end\n', 'no stdin');
    },
  },
  {
    title: 'bytes pass unchanged: all 256 of them, and a file of more than 64 KiB',
    async run(guest) {
      const path = `${guest.dirs.tmp}/all-bytes`;
      const every = Uint8Array.from({ length: 256 * 700 }, (_, index) => (index * 7 + (index >> 8)) & 0xff);
      await guest.fs.write(path, every);
      const chunks: number[] = [];
      const process = guest.run(`cat '${path}'`);
      for await (const { bytes } of process.output) for (const byte of bytes) chunks.push(byte);
      expectSame(chunks.length, every.length, 'how many bytes came');
      expectTrue(
        chunks.every((byte, index) => byte === every[index]),
        'the bytes are the same',
      );
      await guest.fs.rm(path);
    },
  },
  {
    title: 'a shell carries cwd, variables and functions from run to run; another shell has its own',
    async run(guest) {
      const shell = guest.shell();
      await collect(shell.run('mkdir -p sub && cd sub; export FROM=first; greet() { echo "hello $1"; }'));
      const second = await collect(shell.run('pwd; echo "$FROM"; greet you'));
      expectSame(second.stdout, `${guest.dirs.workspace}/sub\nfirst\nhello you\n`, 'the second run');
      expectSame(shell.state.cwd, `${guest.dirs.workspace}/sub`, 'the state as data');
      const copy = await collect(guest.shell(shell.state).run('pwd; echo "$FROM"; greet copy'));
      expectSame(copy.stdout, `${guest.dirs.workspace}/sub\nfirst\nhello copy\n`, 'a shell from that state');
      const other = await collect(guest.shell().run('pwd; echo "[$FROM]"'));
      expectSame(other.stdout, `${guest.dirs.workspace}\n[]\n`, 'another shell');
      await guest.fs.rm(`${guest.dirs.workspace}/sub`);
    },
  },
  {
    title: 'a failed run still carries its state',
    async run(guest) {
      const shell = guest.shell();
      const failed = await collect(shell.run('cd /tmp; KEPT=yes; false'));
      expectSame(failed.status, { kind: 'exited', code: 1 }, 'the failed run');
      const { stdout } = await collect(shell.run('pwd; echo "$KEPT"'));
      expectSame(stdout, '/tmp\nyes\n', 'what it left');
    },
  },
  {
    title: 'cwd and env of the options hold for one run',
    async run(guest) {
      const shell = guest.shell();
      const given = await collect(
        shell.run('pwd; echo "$EXTRA"', { cwd: guest.dirs.tmp, env: { EXTRA: 'yes' } }),
      );
      expectSame(given.stdout, `${guest.dirs.tmp}\nyes\n`, 'with options');
      const after = await collect(shell.run('pwd; echo "[$EXTRA]"'));
      expectSame(after.stdout, `${guest.dirs.workspace}\n[]\n`, 'without options');
    },
  },
  {
    title: 'runs of one shell are one at a time, in the order of their calls',
    async run(guest) {
      const shell = guest.shell();
      const runs = [1, 2, 3].map((number) => collect(shell.run(`N="\${N}${number}"; echo "$N"`)));
      const outputs = (await Promise.all(runs)).map(({ stdout }) => stdout);
      expectSame(outputs, ['1\n', '12\n', '123\n'], 'each saw the one before');
    },
  },
  {
    title: 'two runs go on at the same time and see the same files',
    async run(guest) {
      const flag = `${guest.dirs.tmp}/conformance-flag`;
      const waiting = collect(guest.run(`while [ ! -e '${flag}' ]; do sleep 0.02; done; cat '${flag}'`));
      await collect(guest.run(`echo seen > '${flag}.new'; mv '${flag}.new' '${flag}'`));
      expectSame((await waiting).stdout, 'seen\n', 'the waiting run');
      await guest.fs.rm(flag);
    },
  },
  {
    title: 'a terminal shows a prompt, echoes what is typed and prints what the command says',
    async run(guest) {
      const terminal = guest.openTerminal({ columns: 80, rows: 24 });
      terminal.write('echo $((6*7))-answer\r');
      let text = '';
      for await (const bytes of terminal.output) {
        text += new TextDecoder().decode(bytes);
        if (text.includes('42-answer\r\n')) break;
      }
      expectTrue(text.includes('echo $((6*7))-answer'), 'the typed line is echoed');
      terminal.dispose();
    },
  },
];
