import type { StreamName } from '../../../../../src/core/index.ts';
import { createLocalFiles, createScratchFiles } from '../../../../../src/guest/embedded/files/index.ts';
import type { Bundle } from '../../../../../src/guest/embedded/shell/bundles.ts';
import type {
  JobRecord,
  ShellHost,
  ShellJob,
  ShellResult,
} from '../../../../../src/guest/embedded/shell/index.ts';
import { jqCommand } from '../../../../../src/guest/embedded/shell/jq/jqCommand.ts';
import { runJob } from '../../../../../src/guest/embedded/shell/run.ts';
import type { ShellState } from '../../../../../src/guest/port.ts';
import type { FakeProcesses } from './fakeProcesses.ts';

export const freshState: ShellState = {
  cwd: '/home/user/project',
  env: {
    HOME: '/home/user',
    TMPDIR: '/tmp',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    USER: 'user',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
  },
  prelude: '',
};

export interface Written {
  readonly stream: StreamName;
  readonly text: string;
  readonly atMs: number;
}

export interface Ran extends ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams as they arrived. */
  readonly merged: string;
  readonly writes: readonly Written[];
}

/** A guest's files with the laid-out folders, and a shell on them whose state is carried along. */
export class TestShell {
  /** Of its files' clock, which stands. */
  readonly nowMs = Date.now();
  readonly memory = createScratchFiles(this.nowMs, 2 ** 31);
  readonly files = createLocalFiles(this.memory);
  state: ShellState = freshState;
  /** What can run beside the shell; null unless a test wants it, as where there is no shared memory. */
  processes: FakeProcesses | null = null;
  jobs: readonly JobRecord[] = [];

  constructor() {
    for (const path of ['/home/user/project', '/tmp', '/etc', '/usr/local/bin'])
      this.memory.mkdir(path, true);
  }

  async run(
    command: string,
    options: Partial<ShellJob> & Partial<ShellHost> & { streams?: boolean } = {},
  ): Promise<Ran> {
    const writes: Written[] = [];
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const startedAt = performance.now();
    const result = await runJob(
      {
        command,
        state: options.state ?? this.state,
        stdin: options.stdin ?? null,
        seed: options.seed ?? 7,
        clockStartMs: null,
        isInteractive: options.isInteractive ?? false,
        maxBuiltBytes: options.maxBuiltBytes ?? 64 * 1024 * 1024,
      },
      {
        files: options.files ?? this.files,
        processes: options.processes ?? this.processes?.doorsFor(this.jobs) ?? null,
        signal: options.signal ?? new AbortController().signal,
        noteIfCut: options.noteIfCut,
        withholds: options.withholds,
        loadBundle: options.loadBundle ?? (async (): Promise<Bundle> => ({ jq: jqCommand })),
        fetch: options.fetch,
        dial: options.dial,
        output: options.output ?? {
          write: async (stream, bytes) => {
            const text = decoders[stream].decode(bytes, { stream: true });
            writes.push({ stream, text, atMs: performance.now() - startedAt });
          },
        },
      },
      options.streams ?? true,
    );
    this.state = result.state;
    this.jobs = result.jobs ?? [];
    const textOf = (stream: StreamName) =>
      writes.map((write) => (write.stream === stream ? write.text : '')).join('');
    const merged = writes.map((write) => write.text).join('');
    return { ...result, stdout: textOf('stdout'), stderr: textOf('stderr'), merged, writes };
  }
}

const laidOut = new Map<string, Promise<TestShell>>();

async function setUp(setup: string): Promise<TestShell> {
  const shell = new TestShell();
  await shell.run(setup);
  return shell;
}

/**
 * A new shell in which `setup` has run, with files of its own. It runs once for each text and what it left is copied,
 * since of a thousand cases that begin alike it took more than half of the time.
 */
export async function shellAfter(setup: string): Promise<TestShell> {
  const pattern = laidOut.get(setup) ?? setUp(setup);
  laidOut.set(setup, pattern);
  const first = await pattern;
  const shell = new TestShell();
  copyEntries(first, shell, '');
  shell.state = first.state;
  return shell;
}

function copyEntries(from: TestShell, to: TestShell, folder: string): void {
  for (const { name, kind } of from.memory.readdir(folder || '/')) {
    const path = `${folder}/${name}`;
    const { mode, atimeMs, mtimeMs } = from.memory.nodeAt(path, false, 'copy');
    if (kind === 'directory') {
      to.memory.mkdir(path, true);
      copyEntries(from, to, path);
    } else if (kind === 'symlink') to.memory.symlink(from.memory.readlink(path), path);
    else to.memory.writeFile(path, from.memory.readFile(path));
    const timeOf = (ms: number) => (ms === from.nowMs ? to.nowMs : ms);
    to.memory.changeNode(to.memory.nodeAt(path, false, 'copy'), path, (node) => {
      node.mode = mode;
      node.atimeMs = timeOf(atimeMs);
      node.mtimeMs = timeOf(mtimeMs);
    });
  }
}
