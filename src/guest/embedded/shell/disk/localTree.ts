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
    '/proc/cpuinfo': 'processor\t: 0\nmodel name\t: in-browser guest\n\n',
    '/proc/meminfo': 'MemTotal:        4194304 kB\nMemFree:         2097152 kB\n',
    '/proc/version': 'Linux version 6.1.0 (spillway)\n',
    '/proc/self/comm': 'bash\n',
    '/proc/self/cmdline': 'bash\0',
  });
  tree.mkdirSync('/dev/fd', { recursive: true });
  return tree;
}
