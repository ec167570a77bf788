import {
  bytesOf,
  collect,
  eventually,
  expectSame,
  expectTrue,
  type GuestBehaviour,
  joined,
  readRest,
  readText,
  readUntil,
  textOf,
} from './checks.ts';

const mebibyte = 1024 * 1024;
/** More than any window: the command cannot end before its output is taken. */
const bigBytes = 16 * mebibyte;

/** Kills, back-pressure and spools: what happens to output when a run does not simply end. */
export const endingBehaviours: readonly GuestBehaviour[] = [
  {
    title: 'a killed command keeps its output to the last byte',
    async run(guest) {
      for (const command of [
        'echo MARK; sleep 30',
        'echo MARK; echo late; while :; do :; done',
        'f() { echo MARK; sleep 30; }; f',
        "bash -c 'echo MARK; sleep 30'",
      ]) {
        const process = guest.run(command);
        const output = process.output[Symbol.asyncIterator]();
        const first = await readUntil(output, 'MARK\n');
        expectSame(await process.signal('SIGTERM'), true, `${command}: the stop is confirmed`);
        const all = first + (await readRest(output));
        expectTrue(/^MARK\n(late\n)?$/.test(all), `${command}: exactly what was written, got ${all}`);
        expectSame(await process.exit, { kind: 'signaled', signal: 'SIGTERM' }, command);
      }
    },
  },
  {
    title: 'output that a killed command still kept to itself is named in its notes, and nothing else is',
    async run(guest) {
      const flag = `${guest.dirs.tmp}/captured`;
      for (const [command, isNamed] of [
        [`x=$(echo MARK; touch '${flag}'; sleep 30); echo "$x"`, true],
        [`x=$(echo before); touch '${flag}'; sleep 30`, false],
      ] as const) {
        const process = guest.run(command);
        await eventually('the command', 10_000, () => guest.fs.exists(flag));
        await process.signal('SIGTERM');
        const { stdout } = await collect(process);
        const codes = (await process.notes).map(({ code }) => code);
        expectSame([stdout, codes], ['', isNamed ? ['not-streamed'] : []], command);
        await guest.fs.rm(flag);
      }
    },
  },
  {
    title: 'what was written just before a busy loop survives the kill',
    async run(guest) {
      const flag = `${guest.dirs.tmp}/before-the-loop`;
      const process = guest.run(`echo one; echo two; echo three; touch '${flag}'; while :; do :; done`);
      await eventually('the loop', 10_000, () => guest.fs.exists(flag));
      expectSame(await process.signal('SIGKILL'), true, 'the stop is confirmed');
      const { stdout, status } = await collect(process);
      expectSame(stdout, 'one\ntwo\nthree\n', 'the output');
      expectSame(status, { kind: 'signaled', signal: 'SIGKILL' }, 'the status');
      await guest.fs.rm(flag);
    },
  },
  {
    title: 'a killed writer changes no file after its stop was confirmed, and a killed run changes no state',
    async run(guest) {
      const path = `${guest.dirs.tmp}/grows`;
      const shell = guest.shell();
      await collect(shell.run('KEEP=before'));
      const process = shell.run(`KEEP=during; cd /; while :; do echo x >> '${path}'; done`);
      await eventually('the first write', 10_000, () => guest.fs.exists(path));
      expectSame(await process.signal('SIGKILL'), true, 'the stop is confirmed');
      const { size } = await guest.fs.stat(path);
      const { stdout } = await collect(shell.run('echo "$KEEP"; pwd'));
      expectSame(stdout, `before\n${guest.dirs.workspace}\n`, 'the state before the killed run');
      expectSame((await guest.fs.stat(path)).size, size, 'the file stood still');
      await guest.fs.rm(path);
    },
  },
  {
    title: 'a run that waits for its turn can be stopped before it starts, and stopping an ended one is true',
    async run(guest) {
      const shell = guest.shell();
      const first = shell.run('sleep 30');
      const second = shell.run('echo never');
      const third = collect(shell.run('echo third'));
      expectSame(await second.signal('SIGINT'), true, 'the waiting run');
      expectSame(await second.exit, { kind: 'signaled', signal: 'SIGINT' }, 'its status');
      const early = await Promise.race([third, collect(guest.run('echo yardstick'))]);
      expectSame(early.stdout, 'yardstick\n', 'the third waits for the first, not for the second');
      expectSame(await first.signal('SIGKILL'), true, 'the running one');
      expectSame(await first.signal('SIGKILL'), true, 'once more');
      expectSame((await third).stdout, 'third\n', 'the shell goes on');
    },
  },
  {
    title: 'a command whose output nobody takes waits, and loses nothing when it is taken',
    async run(guest) {
      const [big, done] = [`${guest.dirs.tmp}/big`, `${guest.dirs.tmp}/big-done`];
      await guest.fs.write(big, new Uint8Array(bigBytes).fill(120));
      const process = guest.run(`cat '${big}'; touch '${done}'`);
      const output = process.output[Symbol.asyncIterator]();
      const { value } = await output.next();
      let bytes = value?.bytes.length ?? 0;
      // A yardstick of time by the guest itself: other commands come and go meanwhile.
      for (let count = 0; count < 5; count++) await collect(guest.run('true'));
      expectSame(await guest.fs.exists(done), false, 'the command ran ahead of its reader');
      for (let next = await output.next(); !next.done; next = await output.next()) {
        bytes += next.value.bytes.length;
      }
      expectSame(bytes, bigBytes, 'all of it came');
      expectSame(await process.exit, { kind: 'exited', code: 0 }, 'and it ended well');
      await guest.fs.rm(big);
      await guest.fs.rm(done);
    },
  },
  {
    title: 'a reader that leaves early does not keep the command from ending',
    async run(guest) {
      const big = `${guest.dirs.tmp}/big`;
      await guest.fs.write(big, new Uint8Array(bigBytes).fill(120));
      const process = guest.run(`cat '${big}'`);
      for await (const { bytes } of process.output) if (bytes.length > 0) break;
      expectSame(await process.exit, { kind: 'exited', code: 0 }, 'the command ended');
      await guest.fs.rm(big);
    },
  },
  {
    title: 'a spooled output becomes a file of exactly the bytes that came, in no path before that',
    async run(guest) {
      const path = `${guest.dirs.tmp}/adopted/deep/out.txt`;
      const process = guest.run('for i in 1 2 3 4 5; do echo line $i; done; echo err >&2', { spool: true });
      const chunks = [];
      for await (const chunk of process.output) chunks.push(chunk);
      await process.exit;
      const bytes = joined(chunks);
      expectSame(await guest.adoptSpool(process.pid, path, bytes.length + 1), false, 'a wrong size');
      const { entries } = await guest.fs.walk(guest.dirs.tmp, { limit: 1000 });
      const files = entries.filter(({ kind, size }) => kind === 'file' && size === bytes.length);
      expectSame(files, [], 'a spool is in no path');
      expectSame(await guest.adoptSpool(process.pid, path, bytes.length), true, 'the right size');
      expectSame(await readText(guest.fs, path), textOf(bytes), 'the adopted file');
      expectSame(await guest.adoptSpool(process.pid, path, bytes.length), false, 'adopted only once');
      await guest.fs.rm(`${guest.dirs.tmp}/adopted`);
    },
  },
  {
    title: 'the spool of a killed run holds what its reader got; a dropped or missing one is not adopted',
    async run(guest) {
      const path = `${guest.dirs.tmp}/killed.txt`;
      const process = guest.run('echo a; echo b; while :; do :; done', { spool: true });
      const output = process.output[Symbol.asyncIterator]();
      const first = await readUntil(output, 'a\n');
      await process.signal('SIGKILL');
      const all = bytesOf(first + (await readRest(output)));
      expectSame(await guest.adoptSpool(process.pid, path, all.length), true, 'the killed run');
      expectSame(await readText(guest.fs, path), textOf(all), 'its file');
      const dropped = guest.run('echo x', { spool: true });
      await collect(dropped);
      guest.dropSpool(dropped.pid);
      expectSame(await guest.adoptSpool(dropped.pid, path, 2), false, 'the dropped one');
      const plain = guest.run('echo x');
      await collect(plain);
      expectSame(await guest.adoptSpool(plain.pid, path, 2), false, 'one that was never spooled');
      await guest.fs.rm(path);
    },
  },
];
