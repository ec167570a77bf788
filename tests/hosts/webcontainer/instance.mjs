import { mkdirSync, rmSync, symlinkSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { createPortList, killAllOf } from './machineTables.mjs';

/** Servers of the instance are looked for so often, milliseconds. */
const portsEveryMs = 250;

/** A real folder with what belongs to one booted container. The same `seat` gives the same paths. */
export function createInstance(seat, { workdirName = 'project', onEvent, faults, previewUrl }) {
  const root = join(tmpdir(), `spillway-webcontainer-${seat}`);
  killAllOf(root);
  rmSync(root, { recursive: true, force: true });
  const [workdir, home, tmp, bin] = [`home/${workdirName}`, 'home', 'tmp', 'bin'].map((each) =>
    join(root, each),
  );
  for (const folder of [workdir, tmp, bin]) mkdirSync(folder, { recursive: true });
  // The real one is a shell of its own, which knows far less than this.
  symlinkSync('/bin/sh', join(bin, 'jsh'));
  const path = [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const env = {
    PATH: path,
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/jsh',
  };
  const processes = new Set();
  const watchers = new Map();
  const ports = new Map();
  const listPorts = createPortList(root);
  const portTimer = setInterval(lookForPorts, portsEveryMs);
  // As the runtime has it: every path is one below the workspace, `/` too.
  const at = (given) => join(workdir, normalize(`/${given}`));

  function lookForPorts() {
    const open = new Set(listPorts());
    for (const port of open) if (!ports.has(port)) opened(port);
    for (const port of [...ports.keys()]) if (!open.has(port)) closed(port);
  }

  function opened(port) {
    ports.set(port, true);
    onEvent({ type: 'port', port, how: 'open', url: previewUrl(port) });
    onEvent({ type: 'server-ready', port, url: previewUrl(port) });
  }

  function closed(port) {
    ports.delete(port);
    onEvent({ type: 'port', port, how: 'close', url: previewUrl(port) });
  }

  const operations = {
    readdir: async (path, options) => {
      const entries = await readdir(at(path), { withFileTypes: true });
      if (!options?.withFileTypes) return entries.map(({ name }) => name);
      return entries.map((entry) => ({
        name: entry.name,
        'Symbol(type)': entry.isDirectory() ? 2 : entry.isSymbolicLink() ? 3 : 1,
      }));
    },
    mkdir: (path, options) => mkdir(at(path), options ?? undefined),
    rm: (path, options) => rm(at(path), options ?? undefined),
    rename: (from, to) => rename(at(from), at(to)),
    watch: async (id, path, options) => {
      const tell = (event, name) => {
        for (let count = 0; count < faults().watchBurst; count++) onEvent({ type: 'watch', id, event, name });
      };
      watchers.set(id, watch(at(path), { recursive: options?.recursive ?? false }, tell));
    },
    unwatch: async (id) => {
      watchers.get(id)?.close();
      watchers.delete(id);
    },
    serialize: async (path, options) => serialize(at(path), options),
  };

  return {
    root,
    workdir,
    path,
    env,
    processes,
    operations,
    /** Where a program starts; it may be anywhere. */
    resolve: (cwd) => resolve(workdir, cwd),
    readFile: (path) => readFile(at(path)),
    writeFile: (path, bytes) => writeFile(at(path), bytes),
    load: (bytes, mountPoint) => loadTree(JSON.parse(bytes.toString()), at(mountPoint ?? '.')),
    dispose() {
      clearInterval(portTimer);
      for (const watcher of watchers.values()) watcher.close();
      killAllOf(root);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The short tree of the protocol: `{ d: { name: { d } | { f: { c, b? } } | { f: { l } } } }`. */
async function loadTree(tree, folder) {
  await mkdir(folder, { recursive: true });
  for (const [name, entry] of Object.entries(tree.d)) {
    const path = join(folder, name);
    if (entry.d) await loadTree(entry, path);
    else if (entry.f.l !== undefined) {
      await rm(path, { force: true });
      symlinkSync(entry.f.l, path);
    } else await writeFile(path, Buffer.from(entry.f.c, entry.f.b ? 'latin1' : 'utf8'));
  }
}

async function serialize(folder, { format, excludes = [] }) {
  if (format !== 'json') throw new Error(`the local host exports json only, not ${format}`);
  const names = new Set(excludes.map((each) => each.replace(/^(\*\*\/|\.\/)/, '').replace(/\/\*\*$/, '')));
  const tree = async (at) => {
    const d = {};
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (names.has(entry.name)) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) d[entry.name] = await tree(path);
      else if (entry.isFile())
        d[entry.name] = { f: { c: (await readFile(path)).toString('latin1'), b: true } };
    }
    return { d };
  };
  return JSON.stringify(await tree(folder));
}
