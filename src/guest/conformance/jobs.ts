import type { ConformanceCheck } from './check.ts';
import { collect, eventually, readText, said } from './observe.ts';

/** Processes beside the shell: what outlives a run, and what goes with it. */
export const jobChecks: readonly ConformanceCheck[] = [
  {
    group: 'jobs',
    name: 'a job outlives its run for the next one of the same shell, and the page can see and stop it',
    expected: { isListed: true, killed: true, end: '143\n', again: false, grewBy: 0 },
    async run({ guest, dir }) {
      const log = `${dir}/job-log`;
      const shell = guest.shell();
      const { stdout } = await collect(
        shell.run(`{ while :; do echo tick >> '${log}'; sleep 0.02; done; } > /dev/null 2>&1 & echo $!`),
      );
      const pid = Number(stdout);
      await eventually('ticks after the run', async () => {
        return (await guest.fs.exists(log)) && (await readText(guest.fs, log)).includes('tick\ntick\n');
      });
      const isListed = (await guest.processes()).some((each) => each.pid === pid);
      const killed = await guest.kill(pid, 'SIGTERM');
      const end = (await collect(shell.run('wait $!; echo $?'))).stdout;
      const again = await guest.kill(pid, 'SIGTERM');
      const { size } = await guest.fs.stat(log);
      await collect(guest.run('sleep 0.1'));
      return { isListed, killed, end, again, grewBy: (await guest.fs.stat(log)).size - size };
    },
  },
  {
    group: 'jobs',
    name: 'what ended is listed no more, and a pid that nobody has cannot be killed',
    expected: { left: [], kill: false },
    async run({ guest }) {
      const marker = 'check-ended-marker';
      await collect(guest.run(`bash -c 'exit 0 # ${marker}' & wait`));
      const titles = (await guest.processes()).map(({ title }) => title);
      return {
        left: titles.filter((title) => title.includes(marker)),
        kill: await guest.kill(999_999, 'SIGTERM'),
      };
    },
  },
  ...(
    [
      [
        'a loop in the background and a shell below timeout',
        `while :; do echo x >> log; sleep 0.01; done & timeout 60 bash -c 'while :; do :; done'`,
      ],
      ['a pipeline', `while :; do echo x >> log; echo y; sleep 0.01; done | cat > /dev/null`],
      [
        'a child of node',
        `node -e 'require("child_process").spawn("bash", ["-c", "while :; do echo x >> log; sleep 0.02; done"]); setInterval(() => {}, 1000)'`,
      ],
      [
        'a grandchild that ignores SIGTERM',
        `bash -c "trap '' TERM; while :; do echo x >> log; sleep 0.01; done"`,
      ],
    ] as const
  ).map(
    ([what, command]): ConformanceCheck => ({
      group: 'tree kill',
      name: `a stopped run takes along all that it has started: ${what}`,
      expected: { confirmed: true, processesLeft: [], grewBy: 0 },
      async run({ guest, dir }) {
        const before = new Set((await guest.processes()).map(({ pid }) => pid));
        const process = guest.run(`cd '${dir}'; ${command}`);
        await eventually('the writer', () => guest.fs.exists(`${dir}/log`), 20_000);
        const confirmed = await process.signal('SIGKILL');
        const { size } = await guest.fs.stat(`${dir}/log`);
        const left = (await guest.processes()).filter(({ pid }) => !before.has(pid));
        await said(guest, 'sleep 0.1');
        const grewBy = (await guest.fs.stat(`${dir}/log`)).size - size;
        return { confirmed, processesLeft: left.map(({ title }) => title), grewBy };
      },
    }),
  ),
];
