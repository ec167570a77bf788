import { accessSync, constants, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { channels, type Hello, isStillThere, PortLink, type Start, sampleLine } from '../link/index.ts';
import { startMachineKernel } from './machineKernel.ts';

/** Programs of the machine that a shell here runs instead of what it brings under the same name. */
const preferred = ['node', 'npm', 'npx', 'python3', 'jq', 'curl'];
/** Where the supervisor keeps its own things, below a folder that is writable. */
const folderName = '.spillway-host';
/** Written at once, more or less, so that what is waiting to be read is read between two pieces. */
const pieceLength = 256 * 1024;
/** After a piece of this length more is on its way: a turn longer it gathers, since each write costs everybody behind it. */
const floodLength = 32 * 1024;

/**
 * The supervisor: the guest's kernel inside the container, at the other end of the page's line. Its first argument is
 * the folder that it was mounted in, from which it removes itself: that is the user's workspace.
 */
export function startSupervisor(): void {
  const { stdin } = process;
  // Raw: nothing that the page writes is echoed, or waits for a newline.
  if (stdin.isTTY) stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  const write = lineWriter();
  const workspace = process.cwd();
  const [home, tmp] = [homedir(), tmpdir()];
  let isStarted = false;
  const link = new PortLink({
    side: 'supervisor',
    send: write,
    onNoise: () => {},
    onDamage: (message) => {
      write([Buffer.from(`${message}\n`)]);
      process.exit(1);
    },
    onGreeting: (value) => {
      if (isStillThere(value)) link.greet(value);
      if (isStarted || !isStart(value)) return;
      isStarted = true;
      start(value);
    },
  });
  const fail = (error: unknown) => {
    link.greet({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  stdin.on('data', (text) => link.receive(String(text)));
  stdin.on('end', () => process.exit(0));
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const programs = preferred.filter((name) => isOnPath(name, env.PATH ?? ''));
  const hello: Hello = {
    type: 'hello',
    home,
    tmp,
    workspace,
    env,
    node: process.version,
    programs: programs.includes('node') ? programs : ['node', ...programs],
  };
  write([Buffer.from(`${sampleLine}\n`)]);
  link.greet(hello);

  function start({ seed, formerPlaces, plain }: Start): void {
    if (plain) link.sendPlain();
    const [control, files] = [new MessageChannel(), new MessageChannel()];
    link.bridge(control.port1, channels.control);
    link.bridge(files.port1, channels.files);
    const folder = ownFolder([home, tmp, workspace]);
    const script = `${folder}/supervisor.cjs`;
    const mounted = process.argv[1] ?? '';
    copyFileSync(mounted, script);
    if (mounted.startsWith(`${workspace}/`)) rmSync(mounted, { force: true });
    startMachineKernel({
      script,
      folder,
      roots: [workspace, home, tmp],
      programs: hello.programs,
      places: { now: { home, tmp, workspace }, former: formerPlaces },
      seed,
      control: control.port2,
      filePort: files.port2,
    });
  }
}

function isStart(value: unknown): value is Start {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'start';
}

/** The first of the folders in which a folder of our own can be made. */
function ownFolder(folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      const own = `${folder}/${folderName}`;
      mkdirSync(own, { recursive: true });
      accessSync(own, constants.W_OK);
      return own;
    } catch {
      // The next one.
    }
  }
  throw new Error('there is no folder in which the supervisor can write');
}

function isOnPath(name: string, path: string): boolean {
  return path.split(':').some((folder) => {
    try {
      accessSync(`${folder}/${name}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Writing to a terminal blocks, so it is done by the piece. */
function lineWriter(): (lines: readonly Uint8Array[]) => void {
  const waiting: Uint8Array[] = [];
  let isWriting = false;
  const later = (): void => void setImmediate(next);
  const next = (): void => {
    isWriting = waiting.length > 0;
    if (!isWriting) return;
    let length = 0;
    let count = 0;
    while (count < waiting.length && length < pieceLength) length += waiting[count++]?.length ?? 0;
    const lines = waiting.splice(0, count);
    const piece = count === 1 && lines[0] ? lines[0] : Buffer.concat(lines, length);
    const isFlood = length >= floodLength;
    process.stdout.write(piece, () => setImmediate(isFlood ? later : next));
  };
  return (lines) => {
    waiting.push(...lines);
    if (!isWriting) next();
  };
}
