import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import { gzipCommands } from './archive/gzip.ts';
import { tar } from './archive/tarCommand.ts';
import { unzip } from './archive/unzip.ts';
import { zip } from './archive/zip.ts';
import { zCommands, zNames } from './archive/zTools.ts';
import { base32, base32Spec } from './base32.ts';
import { bc, bcSpec } from './bc/bcCommand.ts';
import { cmpCommand } from './cmp.ts';
import { csplit, csplitSpec } from './csplit.ts';
import { dd } from './dd.ts';
import { df, dfSpec } from './df.ts';
import { factor } from './factor.ts';
import { file, fileSpec } from './file.ts';
import type { Options } from './getopt.ts';
import { getoptCommand } from './getoptCommand.ts';
import { hexdump, hexdumpSpec } from './hexdump.ts';
import { install, installSpec } from './install.ts';
import { extraCommand, type Io, optionCommand } from './io.ts';
import { linkCommands, linkNames } from './links.ts';
import { look, lookSpec } from './look.ts';
import { make } from './make/makeCommand.ts';
import { mktemp, mktempSpec } from './mktemp.ts';
import { numfmt, numfmtSpec } from './numfmt.ts';
import { patch } from './patch/patchCommand.ts';
import { pr } from './pr.ts';
import { readlink, readlinkSpec } from './readlink.ts';
import { realpath, realpathSpec } from './realpath.ts';
import { shuf, shufSpec } from './shuf.ts';
import { split, splitSpec } from './split.ts';
import { systemCommands, systemNamesAdded } from './system.ts';
import { terminalCommands, terminalNames } from './terminal.ts';
import { envsubst, iconv, scheduling, sdiff, sponge, sum, uuidgen } from './textTools.ts';
import { tree, treeSpec } from './tree.ts';
import { truncate, truncateSpec } from './truncate.ts';
import { xxd } from './xxd.ts';

/** Commands that read their words themselves. */
const plain: Readonly<Record<string, (io: Io, args: readonly string[]) => Promise<number>>> = {
  chrt: scheduling,
  dd,
  factor,
  getopt: getoptCommand,
  ionice: scheduling,
  make,
  patch,
  pr,
  sdiff,
  tar,
  unzip,
  uuidgen: (io) => uuidgen(io),
  xxd,
  zip,
  zipinfo: unzip,
};

type Optioned = readonly [spec: readonly string[], run: (io: Io, options: Options) => Promise<number>];

const optioned: Readonly<Record<string, Optioned>> = {
  base32: [base32Spec, base32],
  bc: [bcSpec, bc],
  csplit: [csplitSpec, csplit],
  df: [dfSpec, df],
  envsubst: [['v|variables'], envsubst],
  file: [fileSpec, file],
  hd: [hexdumpSpec, hexdump],
  hexdump: [hexdumpSpec, hexdump],
  iconv: [['f|from-code=', 't|to-code=', 'c', 'l|list', 'o|output=', 's|silent'], iconv],
  install: [installSpec, install],
  look: [lookSpec, look],
  mktemp: [mktempSpec, mktemp],
  numfmt: [numfmtSpec, numfmt],
  readlink: [readlinkSpec, readlink],
  realpath: [realpathSpec, realpath],
  shuf: [shufSpec, shuf],
  split: [splitSpec, split],
  sponge: [['a'], sponge],
  sum: [['r', 's|sysv'], sum],
  tree: [treeSpec, tree],
  truncate: [truncateSpec, truncate],
};

/** Commands that just-bash lacks or has too little of. */
export function extraCommands(tools: CommandTools): Command[] {
  return [
    ...systemCommands(tools),
    ...terminalCommands(tools),
    ...linkCommands(tools),
    ...gzipCommands(tools),
    ...zCommands(tools),
    cmpCommand(tools),
    ...Object.entries(plain).map(([name, run]) => extraCommand(tools, name, run)),
    ...Object.entries(optioned).map(([name, [spec, run]]) => optionCommand(tools, name, spec, run)),
  ];
}

/** Those of them that just-bash does not know. */
export const extraNames: readonly string[] = [
  ...systemNamesAdded,
  ...terminalNames,
  ...linkNames,
  ...zNames,
  'cmp',
  ...Object.keys(plain),
  ...Object.keys(optioned),
];
