import { collect, eventually, expectSame, expectTrue, type GuestBehaviour, readText } from './checks.ts';

/** Processes beside the shell: background jobs, signals, what outlives a run. */
export const jobBehaviours: readonly GuestBehaviour[] = [
  {
    title:
      'background jobs run beside the shell, with its variables and functions, and wait knows how they ended',
    async run(guest) {
      const flag = `${guest.dirs.tmp}/job-flag`;
      const script = `word=w; say() { echo "$word $1"; }
{ while [ ! -e '${flag}' ]; do sleep 0.01; done; say job; exit 3; } & touch '${flag}'; wait $!; echo $?`;
      const { stdout } = await collect(guest.run(script));
      expectSame(stdout, 'w job\n3\n', 'the output');
      await guest.fs.rm(flag);
    },
  },
  {
    title: 'a killed job ends with 128 and the number of its signal, whatever it was doing',
    async run(guest) {
      for (const [job, signal, code] of [
        ['sleep 60', 'TERM', 143],
        ['sleep 60', 'KILL', 137],
        ['sleep 60', 'HUP', 129],
        [`awk 'BEGIN { while (1) {} }'`, 'KILL', 137],
      ] as const) {
        const { stdout } = await collect(guest.run(`${job} & kill -${signal} $!; wait $!; echo $?`));
        expectSame(stdout, `${code}\n`, `${job}, ${signal}`);
      }
    },
  },
  {
    title: 'a trap runs when its signal comes, and the shell goes on or ends as it says',
    async run(guest) {
      const ready = `${guest.dirs.tmp}/trap-ready`;
      const script = `(trap 'echo caught; exit 5' TERM; touch '${ready}'; while :; do sleep 0.02; done) &
while [ ! -e '${ready}' ]; do sleep 0.01; done; kill $!; wait $!; echo $?; trap 'echo bye' EXIT`;
      const { stdout } = await collect(guest.run(script));
      expectSame(stdout, 'caught\n5\nbye\n', 'the output');
      await guest.fs.rm(ready);
    },
  },
  {
    title: 'a job outlives its run for the next one of the same shell, and the page can see and stop it',
    async run(guest) {
      const log = `${guest.dirs.tmp}/job-log`;
      const shell = guest.shell();
      const { stdout } = await collect(
        shell.run(`{ while :; do echo tick >> '${log}'; sleep 0.02; done; } > /dev/null 2>&1 & echo $!`),
      );
      const pid = Number(stdout);
      await eventually('ticks after the run', 10_000, async () => {
        return (await guest.fs.exists(log)) && (await readText(guest.fs, log)).includes('tick\ntick\n');
      });
      const listed = await guest.processes();
      expectTrue(
        listed.some((each) => each.pid === pid),
        'it is in the table of processes',
      );
      expectSame(await guest.kill(pid, 'SIGTERM'), true, 'the kill');
      expectSame((await collect(shell.run('wait $!; echo $?'))).stdout, '143\n', 'how it ended');
      expectSame(await guest.kill(pid, 'SIGTERM'), false, 'once more');
      const { size } = await guest.fs.stat(log);
      await collect(guest.run('sleep 0.1'));
      expectSame((await guest.fs.stat(log)).size, size, 'the log stood still');
      await guest.fs.rm(log);
    },
  },
  {
    title: 'a stopped run takes all that it has started along',
    async run(guest) {
      const log = `${guest.dirs.tmp}/tree-log`;
      const process = guest.run(
        `while :; do echo x >> '${log}'; sleep 0.01; done & timeout 60 bash -c 'while :; do :; done'`,
      );
      await eventually('the job', 20_000, () => guest.fs.exists(log));
      expectSame(await process.signal('SIGKILL'), true, 'the stop is confirmed');
      const { size } = await guest.fs.stat(log);
      expectSame((await guest.processes()).length, 0, 'processes left');
      await collect(guest.run('sleep 0.1'));
      expectSame((await guest.fs.stat(log)).size, size, 'the log stood still');
      await guest.fs.rm(log);
    },
  },
  {
    title: 'timeout ends what does not end by itself',
    async run(guest) {
      for (const [command, code] of [
        [`timeout 0.3 awk 'BEGIN { while (1) {} }'`, 124],
        [`timeout -s KILL 0.3 awk 'BEGIN { while (1) {} }'`, 137],
        [`timeout 30 sh -c 'exit 3'`, 3],
      ] as const) {
        const { status } = await collect(guest.run(command));
        expectSame(status, { kind: 'exited', code }, command);
      }
    },
  },
];
