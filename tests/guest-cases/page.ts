import type { GuestKind } from '../../src/core/index.ts';
import { bootChosenGuest, bootEmbeddedGuest, type Guest } from '../../src/guest/index.ts';
import type { Answer, GuestCase } from './cases.ts';

/** A case that has not ended by then has failed, milliseconds. */
const patienceMs = 20_000;
/** The clock and seed of every guest: a case that asks for either gets the same answer each time. */
const boot = { seed: 1, clockStartMs: null };

/** Whose guest answers. */
interface Source {
  /** A guest whose workspace is empty. */
  take(): Promise<Guest>;
  /** `isSpoilt`: something may still run in it. */
  giveBack(guest: Guest, isSpoilt: boolean): Promise<void>;
}

/** A guest of its own for each case; the one for the next starts meanwhile. */
const embedded: Source & { next: Promise<Guest> | null } = {
  next: null,
  async take() {
    const guest = await (this.next ?? bootEmbeddedGuest(boot));
    this.next = bootEmbeddedGuest(boot);
    return guest;
  },
  giveBack: async (guest) => guest.dispose(),
};

/** A page has one WebContainer: cases take turns in it, each in an emptied workspace. */
const webcontainer: Source & { kept: Guest | null } = {
  kept: null,
  async take() {
    if (this.kept) return this.kept;
    const { guest, why } = await bootChosenGuest({ ...boot, kind: 'webcontainer' });
    if (guest.kind !== 'webcontainer') throw new Error(`there is no WebContainer: ${why}`);
    this.kept = guest;
    return guest;
  },
  async giveBack(guest, isSpoilt) {
    if (!isSpoilt) {
      const { workspace } = guest.dirs;
      for (const { name } of await guest.fs.readdir(workspace)) await guest.fs.rm(`${workspace}/${name}`);
      if ((await guest.processes()).length === 0) return;
    }
    guest.dispose();
    this.kept = null;
  },
};
const sources: Readonly<Record<GuestKind, Source>> = { embedded, webcontainer };

async function runCase(each: GuestCase, kind: GuestKind): Promise<Answer> {
  const source = sources[kind];
  const guest = await source.take();
  let answer: Answer | null = null;
  try {
    answer = each.kind === 'bash' ? await runBash(guest, each) : await runNode(guest, each);
    return answer;
  } finally {
    await source.giveBack(guest, (answer?.exitCode ?? null) === null);
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
  const { workspace, tmp } = guest.dirs;
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(expected.files)) {
    await guest.fs.write(`${workspace}/${path}`, encoder.encode(text));
  }
  const words = ['node', ...expected.argv].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const options = { env: expected.env, stdin: encoder.encode(expected.stdin) };
  const { stdout, stderr, exitCode } = await answerOf(guest, words.join(' '), options);
  // A container that is a folder of the machine has its own folder for temporary files in it.
  const named = (text: string) => text.replaceAll(workspace, '/WORK').replaceAll(tmp, '/tmp');
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
