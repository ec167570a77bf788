import { bootEmbeddedGuest, type Guest } from '../../src/guest/index.ts';
import type { Answer, GuestCase } from './cases.ts';

/** A case that has not ended by then has failed, milliseconds. */
const patienceMs = 20_000;
/** The clock and seed of every guest: a case that asks for either gets the same answer each time. */
const boot = { seed: 1, clockStartMs: null };

let next: Promise<Guest> | null = null;

/** Runs one case in a guest of its own; the guest for the next one starts meanwhile. */
async function runCase(each: GuestCase): Promise<Answer> {
  const guest = await (next ?? bootEmbeddedGuest(boot));
  next = bootEmbeddedGuest(boot);
  try {
    return each.kind === 'bash' ? await runBash(guest, each) : await runNode(guest, each);
  } finally {
    guest.dispose();
  }
}

async function runBash(
  guest: Guest,
  { setup, expected }: Extract<GuestCase, { kind: 'bash' }>,
): Promise<Answer> {
  if (setup !== '') await answerOf(guest, setup);
  return answerOf(guest, expected.command);
}

async function runNode(guest: Guest, { expected }: Extract<GuestCase, { kind: 'node' }>): Promise<Answer> {
  const { workspace } = guest.dirs;
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(expected.files)) {
    await guest.fs.write(`${workspace}/${path}`, encoder.encode(text));
  }
  const words = ['node', ...expected.argv].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const options = { env: expected.env, stdin: encoder.encode(expected.stdin) };
  const { stdout, stderr, exitCode } = await answerOf(guest, words.join(' '), options);
  const named = (text: string) => text.replaceAll(workspace, '/WORK');
  return { stdout: named(stdout), stderr: named(stderr), exitCode };
}

async function answerOf(
  guest: Guest,
  command: string,
  options: { readonly env?: Readonly<Record<string, string>>; readonly stdin?: Uint8Array } = {},
): Promise<Answer> {
  const process = guest.run(command, options);
  const timer = setTimeout(() => void process.signal('SIGKILL'), patienceMs);
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const texts = { stdout: '', stderr: '' };
  for await (const { stream, bytes } of process.output) {
    texts[stream] += decoders[stream].decode(bytes, { stream: true });
  }
  const exit = await process.exit;
  clearTimeout(timer);
  return {
    stdout: texts.stdout + decoders.stdout.decode(),
    stderr: texts.stderr + decoders.stderr.decode(),
    exitCode: exit.kind === 'exited' ? exit.code : null,
  };
}

Object.assign(globalThis, { runGuestCase: runCase });
