import { getCommandNames, InMemoryFs } from 'just-bash/browser';

/** just-bash runs a command only where its path holds a file; these are the files. */
function stubs(names: Iterable<string>): Record<string, { content: string; mode: number }> {
  const files: Record<string, { content: string; mode: number }> = {};
  for (const name of names) {
    const content = `#!/bin/bash\n# Built-in command: ${name}\n`;
    files[`/bin/${name}`] = { content, mode: 0o755 };
    files[`/usr/bin/${name}`] = { content, mode: 0o755 };
  }
  return files;
}

let made: InMemoryFs | null = null;

/**
 * /bin, /usr/bin, /dev/fd and /proc of one command worker: the same for all its jobs, since guests cannot
 * write there and process substitutions clean up after themselves.
 */
export function localTree(addedCommands: Iterable<string>): InMemoryFs {
  made ??= createLocalTree(addedCommands);
  return made;
}

function createLocalTree(addedCommands: Iterable<string>): InMemoryFs {
  const tree = new InMemoryFs({
    ...stubs([...getCommandNames(), ...addedCommands]),
    '/proc/cpuinfo':
      'processor\t: 0\nvendor_id\t: Spillway\nmodel name\t: in-browser guest\ncpu MHz\t\t: 1000.000\ncpu cores\t: 1\n\n',
    '/proc/meminfo':
      'MemTotal:        4194304 kB\nMemFree:         2097152 kB\nMemAvailable:    2097152 kB\nBuffers:               0 kB\nCached:                0 kB\nSwapTotal:             0 kB\nSwapFree:              0 kB\n',
    '/proc/version': 'Linux version 6.1.0 (spillway)\n',
    '/proc/uptime': '60.00 60.00\n',
    '/proc/loadavg': '0.00 0.00 0.00 1/1 1\n',
    '/proc/filesystems': 'nodev\ttmpfs\n',
    '/proc/mounts': 'tmpfs / tmpfs rw,relatime 0 0\n',
    '/proc/sys/kernel/ostype': 'Linux\n',
    '/proc/sys/kernel/osrelease': '6.1.0-spillway\n',
    '/proc/sys/kernel/hostname': 'spillway\n',
    '/proc/self/status':
      'Name:\tbash\nUmask:\t0022\nState:\tR (running)\nPid:\t1\nPPid:\t0\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nThreads:\t1\n',
    '/proc/self/comm': 'bash\n',
    '/proc/self/cmdline': 'bash\0',
  });
  tree.mkdirSync('/dev/fd', { recursive: true });
  return tree;
}
