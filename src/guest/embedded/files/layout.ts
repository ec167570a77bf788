import type { MemoryFiles } from './memoryFiles.ts';
import type { DeviceName } from './nodes.ts';

/** The places that the guest promises; every other room takes them from `Guest.dirs`. */
export const guestDirs = { home: '/home/user', workspace: '/home/user/project', tmp: '/tmp' } as const;

const directories = [
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/dev',
  '/proc',
  '/etc',
  '/var/tmp',
  '/root',
  '/tmp',
  '/home/user/project',
];

const devices: readonly (readonly [path: string, device: DeviceName])[] = [
  ['/dev/null', 'null'],
  ['/dev/zero', 'zero'],
  ['/dev/random', 'random'],
  ['/dev/urandom', 'random'],
  ['/dev/tty', 'tty'],
];

const texts: Readonly<Record<string, string>> = {
  '/etc/hostname': 'spillway\n',
  '/etc/hosts': '127.0.0.1 localhost\n',
  '/etc/passwd': 'root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:user:/home/user:/bin/bash\n',
  '/etc/group': 'root:x:0:\nuser:x:1000:\n',
  '/etc/os-release': 'NAME="Spillway"\nID=spillway\nPRETTY_NAME="Spillway in-browser guest"\n',
};

/**
 * Each command worker has a stub in /bin and /usr/bin for every command it knows, and adds them to what is here.
 * The page sees these few.
 */
const programs = ['/bin/bash', '/bin/sh', '/usr/bin/env'];

/** A fresh root, as a small Linux has it. */
export function layOut(files: MemoryFiles): void {
  for (const path of directories) files.mkdir(path, true);
  for (const path of ['/tmp', '/var/tmp']) files.chmod(path, 0o1777);
  const { mtimeMs } = files.stat('/dev');
  for (const [path, device] of devices) {
    files.place(path, { kind: 'device', device, mode: 0o666, mtimeMs, atimeMs: mtimeMs });
  }
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(texts)) files.writeFile(path, encoder.encode(text));
  for (const path of programs) {
    files.writeFile(path, encoder.encode('#!/bin/bash\n# Built into the shell of this guest.\n'), 0o755);
  }
}
