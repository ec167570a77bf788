import type { Guest } from '../../../../../src/guest/index.ts';

/** One recorded run of real Node 20; its folder is written `/WORK`. */
export interface NodeCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

let count = 0;

/** Runs a case in a folder of its own. */
export async function caseResult(
  guest: Guest,
  nodeCase: NodeCase,
): Promise<Result & { readonly directory: string }> {
  count += 1;
  const directory = `${guest.dirs.workspace}/case-${count}`;
  await guest.fs.mkdir(directory);
  for (const [name, text] of Object.entries(nodeCase.files)) {
    await guest.fs.write(`${directory}/${name}`, new TextEncoder().encode(text));
  }
  const command = ['node', ...nodeCase.argv.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`)].join(' ');
  const run = guest.run(command, {
    cwd: directory,
    env: nodeCase.env,
    stdin: new TextEncoder().encode(nodeCase.stdin),
  });
  const texts = { stdout: '', stderr: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  for await (const { stream, bytes } of run.output)
    texts[stream] += decoders[stream].decode(bytes, { stream: true });
  const exit = await run.exit;
  return { ...texts, exitCode: exit.kind === 'exited' ? exit.code : -1, directory };
}

/** Output and exit code exactly; of stderr the error's name and message, and the file and line where it names one. */
export function whatCounts({ stdout, stderr, exitCode }: Result, directory = '/WORK') {
  const here = (text: string) => text.replaceAll('/WORK', directory);
  const error = /^(?:Uncaught )?\[?\w*(?:Error|Rejection)\b[^\n]*/m.exec(here(stderr))?.[0] ?? '';
  const place = /^(?:file:\/\/)?(\/[^\n:]*:\d+)$/m.exec(here(stderr))?.[1] ?? '';
  return { stdout: here(stdout), exitCode, error, place };
}
