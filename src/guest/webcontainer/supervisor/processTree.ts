import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Who has started whom, by real pids. Process groups are not to be relied on in a container, so a tree is ended by
 * its list of pids. Where neither /proc nor `ps` tells, only the top is known.
 */
export function treeOf(top: number): number[] {
  const parents = parentsFromProc() ?? parentsFromPs();
  const tree = [top];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid && !tree.includes(child)) tree.push(child);
  }
  return tree;
}

function parentsFromProc(): Map<number, number> | null {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  if (names.length === 0) return null;
  const parents = new Map<number, number>();
  for (const name of names) {
    try {
      // The name of the program is in brackets and may hold anything; the parent is the second word behind it.
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents.size > 0 ? parents : null;
}

function parentsFromPs(): Map<number, number> {
  const parents = new Map<number, number>();
  try {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 1000 });
    for (const line of table.split('\n')) {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      if (pid && parent) parents.set(pid, parent);
    }
  } catch {
    // No such command, or another one of that name.
  }
  return parents;
}

/** False where the process is gone or none of ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
