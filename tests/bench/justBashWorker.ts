import { Bash, InMemoryFs } from 'just-bash/browser';

/** just-bash alone, as its package is, with its files in the same worker: the floor of the shell's figures. */
const fs = new InMemoryFs();
const none = Number.MAX_SAFE_INTEGER;
const bash = new Bash({
  fs,
  cwd: '/home/user/project',
  defenseInDepth: false,
  executionLimits: {
    maxCommandCount: none,
    maxArrayElements: none,
    maxLoopIterations: none,
    maxAwkIterations: none,
    maxWorkUnits: none,
    maxTraversalEntries: none,
    maxTraversalWork: none,
    maxGlobOperations: none,
    maxInputBytes: none,
    maxLiveBytes: none,
    maxOutputSize: 2 ** 30,
    maxStringLength: 2 ** 28,
    // Its timer takes 32 bits.
    maxExecutionTimeMs: 2 ** 30,
  },
});

self.onmessage = async ({ data }: MessageEvent<{ path: string; text: string }[] | string>) => {
  if (typeof data === 'string') {
    const { stdout, stderr } = await bash.exec(data);
    self.postMessage(stdout + stderr);
    return;
  }
  for (const { path, text } of data) await fs.writeFile(path, text);
  self.postMessage('');
};
