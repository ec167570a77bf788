import type { GuestQuestion } from '../../port.ts';
import { type Container, type ContainerProcess, callLimitMs, spawnWithin, within } from './client.ts';

/** Longer than any of these programs takes; what is still there then has not ended. */
const patienceMs = 4_000;

export interface BootTimes {
  /** Until the client had a container, and from then until its shell answered, milliseconds. */
  readonly containerMs: number;
  readonly shellMs: number;
  /** The page has had a container before. */
  readonly isAgain: boolean;
}

interface Ran {
  readonly text: string;
  /** Null where it has not ended in time, `none` where it never began. */
  readonly code: number | null | 'none';
  /** Whether the stream of its output ended, and whether that was after its exit was told. */
  readonly stream: 'ended first' | 'ended after the exit' | 'stays open';
}

/**
 * What the container's own client does where its papers are silent: asked with nothing of ours between. Facts, no
 * promises.
 */
export function clientFacts(container: Container, times: BootTimes): readonly GuestQuestion[] {
  const node = (program: string, more: RunMore = {}) => ran(container, 'node', ['-e', program], more);
  const jsh = (line: string) => ran(container, 'jsh', ['-c', line], {});
  const ask = (question: string, find: () => Promise<string>): GuestQuestion => ({ question, find });
  return [
    ask('Client: how long did the boot take?', async () => {
      const { containerMs, shellMs, isAgain } = times;
      const which = isAgain ? 'not the first of this page' : 'the first of this page';
      return `${Math.round(containerMs)} ms for the container, ${Math.round(shellMs)} ms for its shell (${which})`;
    }),
    ask('Client: with what does a program end after kill(), and its child?', async () => {
      // By what it writes: a dead child that nobody has asked about yet takes a signal like one that lives.
      const child =
        'const beat = () => require("fs").appendFileSync("probe-beats", "."); beat(); setInterval(beat, 50); console.log("up");';
      const parent = `const c = require("child_process").spawn("node", ["-e", ${JSON.stringify(child)}]); c.stdout.once("data", () => console.log("child " + c.pid)); setInterval(() => {}, 1000);`;
      const { text, code } = await node(parent, { killAt: /child \d+/ });
      const pid = /child (\d+)/.exec(text)?.[1];
      if (pid === undefined) return `it started no child: ${line(text)}`;
      const look = `const fs = require("fs"); const size = () => fs.statSync("probe-beats").size; const before = size(); setTimeout(() => { const lives = size() > before; try { process.kill(${pid}, 9); } catch {} fs.rmSync("probe-beats"); console.log(lives ? "lives on" : "is gone"); }, 1000);`;
      return `${endWords(code)}; its child ${line((await node(look)).text)}`;
    }),
    ask('Client: can a program that never rests be killed?', async () => {
      const { code } = await node('console.log("runs"); for (;;);', { killAt: /runs/ });
      return endWords(code);
    }),
    ask('Client: does env replace what is there, or add to it?', async () => {
      const { text } = await node('console.log(process.env.PROBE, process.env.PATH ? "adds" : "replaces")', {
        env: { PROBE: 'given' },
      });
      return line(text);
    }),
    ask('Client: does an unknown command reject, or end with 127?', async () => {
      const { text, code } = await ran(container, 'probe-no-such-command', [], {});
      return `${line(text)}; ${endWords(code)}`;
    }),
    ask('jsh: which syntax does it know?', async () => {
      const answers: string[] = [];
      for (const [name, command, expected] of syntaxes) {
        const { text } = await jsh(command);
        const got = line(text);
        answers.push(got === expected ? `${name}: yes` : `${name}: no, "${got.slice(0, 60)}"`);
      }
      return answers.join(' · ');
    }),
    ask('jsh: which of the usual commands does it find?', async () => {
      const tools = 'sleep grep sed awk find wc date tee xargs git bash sh npm python3 jq curl';
      return line((await jsh(`which ${tools}`)).text);
    }),
    ask('jsh: does it find what is in node_modules/.bin?', async () => {
      const folder = 'node_modules/.bin';
      await node(
        `const fs = require("fs"); fs.mkdirSync("${folder}", { recursive: true }); fs.writeFileSync("${folder}/probe-bin", "#!/usr/bin/env node\\nconsole.log('found')", { mode: 0o755 });`,
      );
      const { text, code } = await jsh('probe-bin');
      await node(
        `require("fs").rmSync("${folder}/probe-bin"); try { require("fs").rmdirSync("${folder}"); require("fs").rmdirSync("node_modules"); } catch {}`,
      );
      return `${line(text)}; ${endWords(code)}`;
    }),
    ask('Client: does a program’s output end, before or after its exit?', async () => {
      const { text, stream } = await node('console.log("all")');
      return `the stream ${stream}, with ${JSON.stringify(text)}`;
    }),
    ask('Client: which terminal does a program have where none is asked for?', async () => {
      const { text } = await node(
        'console.log(process.stdout.isTTY, process.stdout.columns, process.stdout.rows)',
      );
      return `isTTY, columns, rows: ${line(text)}`;
    }),
    ask('Client: does ^D end a program’s input?', async () => {
      const program =
        'console.log("reads"); process.stdin.resume().on("end", () => { console.log("ended"); process.exit(0); });';
      const { text, code } = await node(program, { typeAt: [/reads/, '\u0004'] });
      return /ended/.test(text) ? 'yes' : `no: ${line(text)}; ${endWords(code)}`;
    }),
    ask('Client: where do paths of its file calls lead?', async () => {
      await node('try { require("fs").symlinkSync("/etc", "probe-link"); } catch {}');
      const seen = async (path: string) => {
        const names = within(patienceMs, `listing ${path}`, container.fs.readdir(path));
        return names.then(
          (all) => `${path}: ${all.slice(0, 4).join(' ')}`,
          (error: unknown) => `${path}: ${line(String(error))}`,
        );
      };
      const all = [await seen('/'), await seen('..'), await seen('/tmp'), await seen('probe-link')];
      await node('require("fs").rmSync("probe-link", { force: true })');
      return all.join(' · ');
    }),
    ask('Client: how long does readFile take for 50 MB?', async () => {
      await node('require("fs").writeFileSync("probe-50-mb", Buffer.alloc(50_000_000))');
      const sinceMs = performance.now();
      const bytes = await within(callLimitMs, 'reading 50 MB', container.fs.readFile('probe-50-mb'));
      const tookMs = performance.now() - sinceMs;
      await within(callLimitMs, 'removing it', container.fs.rm('probe-50-mb', { force: true }));
      return `${Math.round(tookMs)} ms for ${bytes.length} bytes`;
    }),
  ];
}

/** Name, a line that needs it, and what it prints where it is known. */
const syntaxes: readonly (readonly [name: string, command: string, prints: string])[] = [
  ['2>', 'node -e "console.error(1)" 2>/dev/null; echo ok', 'ok'],
  ['2>&1', 'node -e "console.error(1)" 2>&1', '1'],
  ['$( )', 'echo $(echo in)', 'in'],
  ['for', 'for i in 1 2; do echo $i; done', '1 · 2'],
  ['if', 'if true; then echo yes; fi', 'yes'],
  ['heredoc', 'cat <<END\nheld\nEND', 'held'],
  ['&', 'echo back & wait; echo done', 'back · done'],
  ['( )', '(cd / && pwd)', '/'],
  ['|', 'echo piped | cat', 'piped'],
];

interface RunMore {
  readonly env?: Record<string, string>;
  /** Killed when its output has this. */
  readonly killAt?: RegExp;
  /** Typed when its output has this. */
  readonly typeAt?: readonly [RegExp, string];
}

/** Runs one program by the client alone, for as long as one waits here. Never rejects. */
async function ran(container: Container, command: string, args: string[], more: RunMore): Promise<Ran> {
  const options = more.env ? { env: more.env } : {};
  let process: ContainerProcess;
  try {
    process = await spawnWithin(patienceMs, container, [command, ...args], options);
  } catch (error) {
    return { text: `spawn rejects: ${String(error)}`, code: 'none', stream: 'stays open' };
  }
  let text = '';
  let code: number | null = null;
  let stream: Ran['stream'] = 'stays open';
  let waitsFor = more.killAt ?? more.typeAt?.[0];
  const reader = process.output.getReader();
  const reading = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += next.value;
      if (!waitsFor?.test(text)) continue;
      waitsFor = undefined;
      if (more.typeAt) await process.input.getWriter().write(more.typeAt[1]);
      else process.kill();
    }
    stream = code === null ? 'ended first' : 'ended after the exit';
  })().catch(() => {});
  const exit = process.exit.then((value) => {
    code = value;
  });
  await within(patienceMs, command, exit).catch(() => {});
  // Output may lag behind the exit, or never end.
  await within(patienceMs / 8, 'the output', reading).catch(() => {});
  void reader.cancel().catch(() => {});
  if (code === null) process.kill();
  return { text, code, stream };
}

function endWords(code: Ran['code']): string {
  if (code === 'none') return 'it did not begin';
  return code === null ? `it did not end within ${patienceMs / 1000} s` : `it ended with ${code}`;
}

/** Programs on a terminal colour what they print. */
const colours = /\u001b\[[0-9;]*m/g;

function line(text: string): string {
  return (
    text
      .replaceAll(colours, '')
      .trim()
      .replaceAll(/\s*\n\s*/g, ' · ') || 'nothing'
  );
}
