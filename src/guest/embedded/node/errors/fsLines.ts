import type { NodeLine } from './nodeLines.ts';

/** The blocking calls of `fs`. */
export const fsLines: Readonly<Record<string, NodeLine>> = {
  readFileSync: {
    frames: ['Object.openSync (node:fs:573:18)', 'Object.readFileSync (node:fs:452:35)'],
    source: '  return binding.open(',
    caret: 17,
  },
  statSync: {
    frames: ['Object.statSync (node:fs:1681:25)'],
    source: '  const stats = binding.stat(',
    caret: 24,
  },
  lstatSync: {
    frames: ['Object.lstatSync (node:fs:1656:25)'],
    source: '  const stats = binding.lstat(',
    caret: 24,
  },
  readdirSync: {
    frames: ['Object.readdirSync (node:fs:1521:26)'],
    source: '  const result = binding.readdir(',
    caret: 25,
  },
  mkdirSync: {
    frames: ['Object.mkdirSync (node:fs:1386:26)'],
    source: '  const result = binding.mkdir(',
    caret: 25,
  },
  rmdirSync: {
    frames: ['Object.rmdirSync (node:fs:1214:11)'],
    source: '  binding.rmdir(pathModule.toNamespacedPath(path));',
    caret: 10,
  },
  unlinkSync: {
    frames: ['Object.unlinkSync (node:fs:1889:11)'],
    source: '  binding.unlink(path);',
    caret: 10,
  },
  accessSync: {
    frames: ['Object.accessSync (node:fs:244:11)'],
    source: '  binding.access(pathModule.toNamespacedPath(path), mode);',
    caret: 10,
  },
  openSync: { frames: ['Object.openSync (node:fs:573:18)'], source: '  return binding.open(', caret: 17 },
  readlinkSync: {
    frames: ['Object.readlinkSync (node:fs:1729:18)'],
    source: '  return binding.readlink(',
    caret: 17,
  },
  realpathSync: {
    frames: ['Object.realpathSync (node:fs:2741:29)'],
    source: '      const stats = binding.lstat(baseLong, true, undefined, true /* throwIfNoEntry */);',
    caret: 28,
  },
  opendirSync: {
    frames: ['Object.opendirSync (node:internal/fs/dir:327:29)'],
    source: '  const handle = dirBinding.opendirSync(',
    caret: 28,
  },
  truncateSync: {
    frames: ['Object.openSync (node:fs:573:18)', 'Object.truncateSync (node:fs:1088:17)'],
    source: '  return binding.open(',
    caret: 17,
  },
  mkdtempSync: {
    frames: ['Object.mkdtempSync (node:fs:3005:18)'],
    source: '  return binding.mkdtemp(prefix, options.encoding);',
    caret: 17,
  },
  chmodSync: { frames: ['Object.chmodSync (node:fs:1999:11)'], source: '  binding.chmod(', caret: 10 },
  renameSync: { frames: ['Object.renameSync (node:fs:1032:11)'], source: '  binding.rename(', caret: 10 },
  copyFileSync: {
    frames: ['Object.copyFileSync (node:fs:3047:11)'],
    source: '  binding.copyFile(',
    caret: 10,
  },
  symlinkSync: { frames: ['Object.symlinkSync (node:fs:1822:11)'], source: '  binding.symlink(', caret: 10 },
  linkSync: { frames: ['Object.linkSync (node:fs:1862:11)'], source: '  binding.link(', caret: 10 },
  utimesSync: { frames: ['Object.utimesSync (node:fs:2150:11)'], source: '  binding.utimes(', caret: 10 },
  closeSync: { frames: ['Object.closeSync (node:fs:525:11)'], source: '  binding.close(fd);', caret: 10 },
  readSync: {
    frames: ['Object.readSync (node:fs:750:18)'],
    source: '  return binding.read(fd, buffer, offset, length, position);',
    caret: 17,
  },
  writeSync: { frames: ['Object.writeSync (node:fs:933:3)'], source: '    throw err;', caret: 4 },
  cpSync: {
    frames: [
      'lstatSync (node:fs:1656:25)',
      'getStatsSync (node:internal/fs/cp/cp-sync:120:19)',
      'checkPathsSync (node:internal/fs/cp/cp-sync:72:33)',
      'cpSyncFn (node:internal/fs/cp/cp-sync:58:42)',
      'Object.cpSync (node:fs:3089:3)',
    ],
    source: '  const stats = binding.lstat(',
    caret: 24,
  },
  readFileUtf8: {
    frames: ['Object.readFileSync (node:fs:448:20)'],
    source: '    return binding.readFileUtf8(path, stringToFlags(options.flag));',
    caret: 19,
  },
  rmSync: { frames: ['Object.rmSync (node:fs:1260:13)'], source: '', caret: 0 },
  writeFileSync: {
    frames: ['Object.openSync (node:fs:573:18)', 'Object.writeFileSync (node:fs:2393:35)'],
    source: '  return binding.open(',
    caret: 17,
  },
  writeFileUtf8: {
    frames: ['Object.writeFileSync (node:fs:2380:20)'],
    source: '    return binding.writeFileUtf8(',
    caret: 19,
  },
  appendFileUtf8: {
    frames: ['Object.writeFileSync (node:fs:2380:20)', 'Object.appendFileSync (node:fs:2461:6)'],
    source: '    return binding.writeFileUtf8(',
    caret: 19,
  },
};

/** Those of `fs/promises`. */
export const fsPromiseLines: Readonly<Record<string, NodeLine>> = {
  readFile: {
    frames: [
      'async open (node:internal/fs/promises:637:25)',
      'async Object.readFile (node:internal/fs/promises:1249:14)',
    ],
    source: '  return new FileHandle(await PromisePrototypeThen(',
    caret: 24,
  },
  writeFile: {
    frames: [
      'async open (node:internal/fs/promises:637:25)',
      'async Object.writeFile (node:internal/fs/promises:1219:14)',
    ],
    source: '  return new FileHandle(await PromisePrototypeThen(',
    caret: 24,
  },
  appendFile: {
    frames: [
      'async open (node:internal/fs/promises:637:25)',
      'async writeFile (node:internal/fs/promises:1219:14)',
    ],
    source: '  return new FileHandle(await PromisePrototypeThen(',
    caret: 24,
  },
  stat: {
    frames: ['async Object.stat (node:internal/fs/promises:1033:18)'],
    source: '  const result = await PromisePrototypeThen(',
    caret: 17,
  },
  lstat: {
    frames: ['async Object.lstat (node:internal/fs/promises:1022:18)'],
    source: '  const result = await PromisePrototypeThen(',
    caret: 17,
  },
  readdir: {
    frames: ['async Object.readdir (node:internal/fs/promises:950:18)'],
    source: '  const result = await PromisePrototypeThen(',
    caret: 17,
  },
  mkdir: {
    frames: ['async Object.mkdir (node:internal/fs/promises:856:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  rmdir: {
    frames: ['async Object.rmdir (node:internal/fs/promises:822:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  unlink: {
    frames: ['async Object.unlink (node:internal/fs/promises:1067:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  access: {
    frames: ['async Object.access (node:internal/fs/promises:604:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  open: {
    frames: ['async Object.open (node:internal/fs/promises:637:25)'],
    source: '  return new FileHandle(await PromisePrototypeThen(',
    caret: 24,
  },
  readlink: {
    frames: ['async Object.readlink (node:internal/fs/promises:968:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  realpath: {
    frames: ['async Object.realpath (node:internal/fs/promises:1176:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  truncate: {
    frames: [
      'async open (node:internal/fs/promises:637:25)',
      'async Object.truncate (node:internal/fs/promises:790:14)',
    ],
    source: '  return new FileHandle(await PromisePrototypeThen(',
    caret: 24,
  },
  mkdtemp: {
    frames: ['async Object.mkdtemp (node:internal/fs/promises:1189:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  rename: {
    frames: ['async Object.rename (node:internal/fs/promises:780:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  copyFile: {
    frames: ['async Object.copyFile (node:internal/fs/promises:621:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  cp: {
    frames: [
      'async lstat (node:internal/fs/promises:1022:18)',
      'async Promise.all (index 0)',
      'async checkPaths (node:internal/fs/cp/cp:76:39)',
      'async cpFn (node:internal/fs/cp/cp:65:17)',
    ],
    source: '  const result = await PromisePrototypeThen(',
    caret: 17,
  },
  symlink: {
    frames: ['async Object.symlink (node:internal/fs/promises:997:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  link: {
    frames: ['async Object.link (node:internal/fs/promises:1056:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  chmod: {
    frames: ['async Object.chmod (node:internal/fs/promises:1089:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
  utimes: {
    frames: ['async Object.utimes (node:internal/fs/promises:1141:10)'],
    source: '  return await PromisePrototypeThen(',
    caret: 9,
  },
};
