import type { ConformanceCheck } from './check.ts';
import {
  bytesOf,
  collect,
  endOf,
  eventually,
  joined,
  readRest,
  readText,
  readUntil,
  said,
  textOf,
  underMs,
} from './observe.ts';

const mebibyte = 1024 * 1024;
/** More than any window: the command cannot end before its output is taken. */
const bigBytes = 12 * mebibyte;
/** How long a stop may take on a machine that is busy with other things, milliseconds. */
const stopMs = 3_000;

/** Kills, back-pressure and spools: what happens to output when a run does not simply end. */
export const endingChecks: readonly ConformanceCheck[] = [
  ...[
    ['a shell that sleeps', 'echo MARK; sleep 30'],
    ['a shell that loops', 'echo MARK; while :; do :; done'],
    ['a function', 'f() { echo MARK; sleep 30; }; f'],
    ['a shell below the shell', "bash -c 'echo MARK; sleep 30'"],
    ['awk in a hot loop', `awk 'BEGIN { print "MARK"; fflush(); while (1) {} }'`],
    ['node in a hot loop', `node -e 'console.log("MARK"); setTimeout(() => { for (;;); }, 50)'`],
  ].map(
    ([what = '', command = '']): ConformanceCheck => ({
      group: 'kill',
      name: `${what}, killed: its output stays to the last byte, the stop is confirmed and in time`,
      expected: { output: 'MARK\n', confirmed: true, end: 'SIGTERM', took: 'under 3 s' },
      async run({ guest }) {
        const process = guest.run(command);
        const output = process.output[Symbol.asyncIterator]();
        const first = await readUntil(output, 'MARK\n');
        const sinceMs = performance.now();
        const confirmed = await process.signal('SIGTERM');
        const took = underMs(stopMs, performance.now() - sinceMs);
        return { output: first + (await readRest(output)), confirmed, end: endOf(await process.exit), took };
      },
    }),
  ),
  ...(['SIGINT', 'SIGTERM', 'SIGKILL'] as const).map(
    (signal): ConformanceCheck => ({
      group: 'signals',
      name: `a run stopped by ${signal} says so`,
      expected: { confirmed: true, end: signal },
      async run({ guest, dir }) {
        const process = guest.run(`touch '${dir}/ready'; sleep 30`);
        await eventually('the command', () => guest.fs.exists(`${dir}/ready`));
        const confirmed = await process.signal(signal);
        return { confirmed, end: endOf((await collect(process)).status) };
      },
    }),
  ),
  ...(
    [
      [
        'output that a killed command still kept to itself is named in its notes',
        `x=$(echo MARK; touch ready; sleep 30); echo "$x"`,
        ['not-streamed'],
      ],
      ['where a killed command kept none, nothing is named', 'x=$(echo before); touch ready; sleep 30', []],
    ] as const
  ).map(
    ([name, command, codes]): ConformanceCheck => ({
      group: 'kill',
      name,
      expected: { stdout: '', codes },
      async run({ guest, dir }) {
        const process = guest.run(`cd '${dir}'; ${command}`);
        await eventually('the command', () => guest.fs.exists(`${dir}/ready`));
        await process.signal('SIGTERM');
        const { stdout } = await collect(process);
        return { stdout, codes: (await process.notes).map(({ code }) => code) };
      },
    }),
  ),
  {
    group: 'kill',
    name: 'what was written just before a busy loop survives SIGKILL',
    expected: { confirmed: true, stdout: 'one\ntwo\nthree\n', end: 'SIGKILL' },
    async run({ guest, dir }) {
      const process = guest.run(`echo one; echo two; echo three; touch '${dir}/ready'; while :; do :; done`);
      await eventually('the loop', () => guest.fs.exists(`${dir}/ready`));
      const confirmed = await process.signal('SIGKILL');
      const { stdout, status } = await collect(process);
      return { confirmed, stdout, end: endOf(status) };
    },
  },
  {
    group: 'kill',
    name: 'a killed writer changes no file after its stop was confirmed, and a killed run changes no state',
    expected: { confirmed: true, state: 'before, in the workspace', grewBy: 0 },
    async run({ guest, dir }) {
      const path = `${dir}/grows`;
      const shell = guest.shell();
      await collect(shell.run('KEEP=before'));
      const process = shell.run(`KEEP=during; cd /; while :; do echo x >> '${path}'; done`);
      await eventually('the first write', () => guest.fs.exists(path));
      const confirmed = await process.signal('SIGKILL');
      const { size } = await guest.fs.stat(path);
      const { stdout } = await collect(shell.run('echo "$KEEP"; pwd'));
      const isAsBefore = stdout === `before\n${guest.dirs.workspace}\n`;
      return {
        confirmed,
        state: isAsBefore ? 'before, in the workspace' : stdout,
        grewBy: (await guest.fs.stat(path)).size - size,
      };
    },
  },
  {
    group: 'kill',
    name: 'a run that waits for its turn can be stopped before it starts, and stopping an ended one is true',
    expected: {
      waiting: [true, 'SIGINT'],
      firstToEnd: 'yardstick\n',
      running: [true, true],
      third: 'third\n',
    },
    async run({ guest }) {
      const shell = guest.shell();
      const first = shell.run('sleep 30');
      const second = shell.run('echo never');
      const third = collect(shell.run('echo third')).then(({ stdout }) => stdout);
      const stopped = await second.signal('SIGINT');
      const waiting = [stopped, endOf(await second.exit)];
      const firstToEnd = await Promise.race([third, said(guest, 'echo yardstick')]);
      const running = [await first.signal('SIGKILL'), await first.signal('SIGKILL')];
      return { waiting, firstToEnd, running, third: await third };
    },
  },
  {
    group: 'kill',
    name: 'the next command of a shell whose run was killed starts at once',
    expected: { stdout: 'next\n', took: 'under 3 s' },
    async run({ guest, dir }) {
      const shell = guest.shell();
      const process = shell.run(`touch '${dir}/ready'; sleep 30`);
      await eventually('the command', () => guest.fs.exists(`${dir}/ready`));
      await process.signal('SIGKILL');
      const sinceMs = performance.now();
      const { stdout } = await collect(shell.run('echo next'));
      return { stdout, took: underMs(stopMs, performance.now() - sinceMs) };
    },
  },
  {
    group: 'big output',
    name: '16 MiB come whole, and are counted by the guest itself too',
    expected: { bytes: 16 * mebibyte, wc: 16 * mebibyte },
    async run({ guest }) {
      const process = guest.run(`head -c ${16 * mebibyte} /dev/zero`);
      let bytes = 0;
      for await (const chunk of process.output) bytes += chunk.bytes.length;
      return { bytes, wc: Number(await said(guest, `head -c ${16 * mebibyte} /dev/zero | wc -c`)) };
    },
  },
  {
    group: 'big output',
    name: 'one line of 2 MiB and 20,000 short ones come as they are',
    expected: { long: 2 * mebibyte + 1, lines: 20_000, last: '20000' },
    async run({ guest }) {
      const long = (await collect(guest.run(`head -c ${2 * mebibyte} /dev/zero | tr '\\0' x; echo`))).bytes;
      const lines = (await said(guest, 'seq 20000')).trimEnd().split('\n');
      return { long: long.length, lines: lines.length, last: lines.at(-1) ?? '' };
    },
  },
  {
    group: 'big output',
    name: 'a command whose output nobody takes waits, and loses nothing when it is taken',
    expected: { ranAhead: false, bytes: bigBytes, end: 0 },
    async run({ guest, dir }) {
      await collect(guest.run(`head -c ${bigBytes} /dev/zero > '${dir}/big'`));
      const process = guest.run(`cd '${dir}'; cat big; touch done`);
      const output = process.output[Symbol.asyncIterator]();
      const { value } = await output.next();
      let bytes = value?.bytes.length ?? 0;
      // A yardstick of time by the guest itself: other commands come and go meanwhile.
      for (let count = 0; count < 5; count++) await collect(guest.run('true'));
      const ranAhead = await guest.fs.exists(`${dir}/done`);
      for (let next = await output.next(); !next.done; next = await output.next()) {
        bytes += next.value.bytes.length;
      }
      return { ranAhead, bytes, end: endOf(await process.exit) };
    },
  },
  {
    group: 'big output',
    name: 'a reader that leaves early does not keep the command from ending',
    expected: 0,
    async run({ guest, dir }) {
      await collect(guest.run(`head -c ${bigBytes} /dev/zero > '${dir}/big'`));
      const process = guest.run(`cat '${dir}/big'`);
      for await (const { bytes } of process.output) if (bytes.length > 0) break;
      return endOf(await process.exit);
    },
  },
  {
    group: 'big output',
    name: 'a pipe whose reader has enough ends its writer',
    expected: { stdout: 'y\ny\n', end: 0 },
    async run({ guest }) {
      const { stdout, status } = await collect(guest.run('yes | head -n 2'));
      return { stdout, end: endOf(status) };
    },
  },
  {
    group: 'spool',
    name: 'a spooled output becomes a file of exactly the bytes that came, in no path before that, once',
    expected: {
      wrongSize: false,
      spooled: 'all',
      inAPath: 0,
      rightSize: true,
      file: 'as it came',
      twice: false,
    },
    async run({ guest, dir }) {
      const path = `${dir}/adopted/deep/out.txt`;
      const process = guest.run('for i in 1 2 3 4 5; do echo line $i; done; echo err >&2', { spool: true });
      const chunks = [];
      for await (const chunk of process.output) chunks.push(chunk);
      await process.exit;
      const bytes = joined(chunks);
      const wrongSize = await guest.adoptSpool(process.pid, path, bytes.length + 1);
      const spooledBytes = guest.spooledBytes ? await guest.spooledBytes(process.pid) : bytes.length;
      const spooled = spooledBytes === bytes.length ? 'all' : spooledBytes;
      const { entries } = await guest.fs.walk(guest.dirs.tmp, { limit: 1000 });
      const inAPath = entries.filter(({ kind, size }) => kind === 'file' && size === bytes.length).length;
      const rightSize = await guest.adoptSpool(process.pid, path, bytes.length);
      const text = await readText(guest.fs, path);
      const twice = await guest.adoptSpool(process.pid, path, bytes.length);
      return {
        wrongSize,
        spooled,
        inAPath,
        rightSize,
        file: text === textOf(bytes) ? 'as it came' : text,
        twice,
      };
    },
  },
  {
    group: 'spool',
    name: 'the spool of a killed run holds what its reader got; a dropped or missing one is not adopted',
    expected: { killed: true, file: 'as it came', dropped: false, neverSpooled: false },
    async run({ guest, dir }) {
      const path = `${dir}/killed.txt`;
      const process = guest.run('echo a; echo b; while :; do :; done', { spool: true });
      const output = process.output[Symbol.asyncIterator]();
      const first = await readUntil(output, 'a\n');
      await process.signal('SIGKILL');
      const all = first + (await readRest(output));
      const killed = await guest.adoptSpool(process.pid, path, bytesOf(all).length);
      const text = killed ? await readText(guest.fs, path) : 'none';
      const dropped = guest.run('echo x', { spool: true });
      await collect(dropped);
      guest.dropSpool(dropped.pid);
      const plain = guest.run('echo x');
      await collect(plain);
      return {
        killed,
        file: text === all ? 'as it came' : text,
        dropped: await guest.adoptSpool(dropped.pid, path, 2),
        neverSpooled: await guest.adoptSpool(plain.pid, path, 2),
      };
    },
  },
];
