import type { Guest } from '../port.ts';
import { collect, endOf } from './observe.ts';

/** A question whose answer is a fact about this guest and no promise of it. */
export interface GuestFact {
  readonly question: string;
  find(guest: Guest): Promise<string>;
}

/** One line: what a command said and how it ended. */
async function answerOf(guest: Guest, command: string): Promise<string> {
  const { stdout, stderr, status } = await collect(
    guest.run(`timeout 10 bash -c '${command.replaceAll("'", "'\\''")}'`),
  );
  const words = `${stdout}${stderr}`.trim().replaceAll(/\s*\n\s*/g, ' · ') || 'nothing';
  const end = endOf(status);
  return end === 0 ? words : `${words} (ended with ${end})`;
}

const command = (question: string, line: string): GuestFact => ({
  question,
  find: (guest) => answerOf(guest, line),
});

/** What only the running guest can answer, asked of whichever it is. */
export const guestProbes: readonly GuestFact[] = [
  command(
    'Which Node is it?',
    'node --version; node -p "process.platform + String.fromCharCode(32) + process.arch"',
  ),
  command('What stands at the root?', 'ls /'),
  command('What is PATH?', 'echo "$PATH"'),
  command(
    'Which of the usual tools are there?',
    'for t in sleep grep sed awk find wc date tee xargs git bash sh npm npx python3 jq curl tar make gcc; do command -v $t > /dev/null && printf "%s " $t; done',
  ),
  command(
    'Which are not?',
    'for t in sleep grep sed awk find wc date tee xargs git bash sh npm npx python3 jq curl tar make gcc; do command -v $t > /dev/null || printf "%s " $t; done',
  ),
  command(
    'Is a child that was detached found by kill of its group?',
    `node -e '
    const { spawn } = require("child_process");
    const child = spawn("sleep", ["5"], { detached: true, stdio: "ignore" });
    child.on("exit", (code, signal) => { console.log(signal ?? code); process.exit(0); });
    setTimeout(() => { try { process.kill(-child.pid, "SIGTERM"); } catch (error) { console.log(error.code ?? error.message); process.exit(0); } }, 100);
    setTimeout(() => { console.log("it lives on"); process.exit(0); }, 3000);'`,
  ),
  command(
    'With what does node end after SIGKILL from a shell?',
    `node -e 'setInterval(() => {}, 1000)' & sleep 0.3; kill -9 $!; wait $!; echo $?`,
  ),
  command(
    'Is what npm installs found by npx and by npm scripts?',
    `mkdir -p /tmp/probe-bin/node_modules/.bin; cd /tmp/probe-bin; printf '#!/bin/sh\\necho found\\n' > node_modules/.bin/probe-tool; chmod +x node_modules/.bin/probe-tool; echo '{"scripts":{"p":"probe-tool"}}' > package.json; npm run -s p; cd /; rm -rf /tmp/probe-bin`,
  ),
  command(
    'How wide does a program think that its terminal is?',
    'node -p "String(process.stdout.columns)"; echo "COLUMNS=$COLUMNS"',
  ),
  command(
    'How much memory does node see?',
    'node -p "Math.round(require(String.fromCharCode(111,115)).totalmem() / 2 ** 20) + String.fromCharCode(32) + String.fromCharCode(77,105,66)"',
  ),
  {
    question: 'How long does an empty command take, at best of five?',
    async find(guest) {
      let bestMs = Number.POSITIVE_INFINITY;
      for (let count = 0; count < 5; count++) {
        const sinceMs = performance.now();
        await collect(guest.run(':'));
        bestMs = Math.min(bestMs, performance.now() - sinceMs);
      }
      return `${bestMs.toFixed(1)} ms`;
    },
  },
  {
    question: 'How long do 50 MB take into a file and, a 1 MB range of it, back?',
    async find(guest) {
      const path = `${guest.dirs.tmp}/probe-50-mb`;
      const sinceMs = performance.now();
      await guest.fs.write(path, new Uint8Array(50_000_000));
      const writtenMs = performance.now() - sinceMs;
      const readMs = performance.now();
      await guest.fs.read(path, { offset: 40_000_000, length: 1_000_000 });
      const rangeMs = performance.now() - readMs;
      await guest.fs.rm(path);
      return `${Math.round(writtenMs)} ms in, ${rangeMs.toFixed(1)} ms back`;
    },
  },
  {
    question: 'Which limits does the guest itself name?',
    find: async (guest) =>
      guest.limitations.map(({ code, detail }) => `${code}: ${detail}`).join(' · ') || 'none',
  },
  {
    question: 'Is the page cross-origin isolated?',
    find: async () => (crossOriginIsolated ? 'yes' : 'no'),
  },
];
