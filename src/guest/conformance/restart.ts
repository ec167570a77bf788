import type { ConformanceCheck } from './check.ts';
import { journalOf, replayed } from './fileChanges.ts';
import { bytesOf, collect, endOf, eventually, readText, said } from './observe.ts';

/** What stays and what goes when a guest ends and another begins. */
export const restartChecks: readonly ConformanceCheck[] = [
  {
    group: 'restart',
    name: 'a new guest starts with nothing of the old one, and works',
    expected: { hadIt: true, hasIt: false, variable: '[]\n', processes: 0 },
    async run({ guest, restart }) {
      const path = `${guest.dirs.workspace}/check-restart`;
      await collect(guest.run(`export LEFT=behind; echo x > '${path}'; sleep 30 > /dev/null 2>&1 &`));
      const hadIt = await guest.fs.exists(path);
      const next = await restart();
      return {
        hadIt,
        hasIt: await next.fs.exists(path),
        variable: await said(next, 'echo "[$LEFT]"'),
        processes: (await next.processes()).length,
      };
    },
  },
  {
    group: 'restart',
    name: 'the drained workspace of one guest is restored into the next',
    expected: { file: 'kept\n', mode: '755\n', link: 'kept\n' },
    async run({ guest, restart }) {
      const dir = `${guest.dirs.workspace}/check-moves`;
      await guest.drainChanges();
      await collect(
        guest.run(`mkdir '${dir}'; cd '${dir}'; echo kept > file; chmod 755 file; ln -s file link`),
      );
      const changes = (await guest.drainChanges()).filter(({ path }) => path.startsWith(dir));
      const journal = await journalOf(guest, changes);
      const next = await restart();
      // The workspace may have another place there.
      const moved = journal.map(({ change, content }) => ({
        content,
        change: { ...change, path: change.path.replace(guest.dirs.workspace, next.dirs.workspace) },
      }));
      await next.restore(replayed(moved));
      const there = dir.replace(guest.dirs.workspace, next.dirs.workspace);
      const found = {
        file: await readText(next.fs, `${there}/file`),
        mode: await said(next, `stat -c %a '${there}/file'`),
        link: await said(next, `cat '${there}/link'`),
      };
      await next.fs.rm(there);
      await next.drainChanges();
      return found;
    },
  },
  {
    group: 'restart',
    name: 'a command that runs when its guest is ended ends too, with its output so far',
    expected: { output: 'MARK\n', end: 'not by itself' },
    async run({ guest, dir, restart }) {
      await guest.fs.write(`${dir}/x`, bytesOf(''));
      const process = guest.run(`echo MARK; touch '${dir}/ready'; sleep 60`);
      const all = collect(process);
      await eventually('the command', () => guest.fs.exists(`${dir}/ready`));
      await restart();
      const { stdout, status } = await all;
      return { output: stdout, end: endOf(status) === 0 ? 0 : 'not by itself' };
    },
  },
];
