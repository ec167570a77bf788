import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What the machine's tables in /proc say of an instance. */

const firstPort = 1024;

/** Processes of the instance: those that were started with its folder as HOME, and what they started. */
function pidsOf(root) {
  const mark = `HOME=${join(root, 'home')}\0`;
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return `${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`.includes(mark);
    } catch {
      return false;
    }
  });
}

export function killAllOf(root) {
  for (const pid of pidsOf(root)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/**
 * Ports on which processes of the instance listen: sockets of theirs that /proc says are in state LISTEN. Whose a
 * socket is does not change, so each is looked up once: to look at every process ten times a second took a third of
 * a core.
 */
export function createPortList(root) {
  /** By inode; null where it is somebody else's. */
  const known = new Map();
  return () => {
    const listening = listeningSockets();
    for (const inode of known.keys()) if (!listening.has(inode)) known.delete(inode);
    const fresh = [...listening.keys()].filter((inode) => !known.has(inode));
    if (fresh.length > 0) {
      const ours = new Set(pidsOf(root).flatMap(socketsOf));
      for (const inode of fresh) known.set(inode, ours.has(inode) ? listening.get(inode) : null);
    }
    return [...new Set(known.values())].filter((port) => port !== null && port >= firstPort);
  };
}

/** Port by inode. */
function listeningSockets() {
  const byInode = new Map();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of safeRead(table).split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === '0A' && inode) byInode.set(inode, Number.parseInt(local.split(':').at(-1), 16));
    }
  }
  return byInode;
}

function safeRead(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Inodes of the sockets that a process holds. */
function socketsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
