import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import { gzipCommands } from './archive/gzip.ts';
import { tar } from './archive/tarCommand.ts';
import { unzip } from './archive/unzip.ts';
import { zip } from './archive/zip.ts';
import { cmpCommand } from './cmp.ts';
import { dd } from './dd.ts';
import { factor } from './factor.ts';
import { hexdump, hexdumpSpec } from './hexdump.ts';
import { install, installSpec } from './install.ts';
import { extraCommand, optionCommand } from './io.ts';
import { linkCommands, linkNames } from './links.ts';
import { mktemp, mktempSpec } from './mktemp.ts';
import { numfmt, numfmtSpec } from './numfmt.ts';
import { realpath, realpathSpec } from './realpath.ts';
import { shuf, shufSpec } from './shuf.ts';
import { systemCommands, systemNamesAdded } from './system.ts';
import { terminalCommands, terminalNames } from './terminal.ts';
import { truncate, truncateSpec } from './truncate.ts';
import { xxd } from './xxd.ts';

/** Commands that just-bash lacks or has too little of. */
export function extraCommands(tools: CommandTools): Command[] {
  return [
    ...systemCommands(tools),
    ...terminalCommands(tools),
    ...linkCommands(tools),
    optionCommand(tools, 'mktemp', mktempSpec, mktemp),
    optionCommand(tools, 'realpath', realpathSpec, realpath),
    optionCommand(tools, 'truncate', truncateSpec, truncate),
    optionCommand(tools, 'install', installSpec, install),
    extraCommand(tools, 'dd', dd),
    extraCommand(tools, 'xxd', xxd),
    optionCommand(tools, 'hexdump', hexdumpSpec, hexdump),
    optionCommand(tools, 'hd', hexdumpSpec, hexdump),
    cmpCommand(tools),
    ...gzipCommands(tools),
    extraCommand(tools, 'tar', tar),
    extraCommand(tools, 'zip', zip),
    extraCommand(tools, 'unzip', unzip),
    extraCommand(tools, 'zipinfo', unzip),
    optionCommand(tools, 'shuf', shufSpec, shuf),
    optionCommand(tools, 'numfmt', numfmtSpec, numfmt),
    extraCommand(tools, 'factor', 'tar', factor),
  ];
}

/** Those of them that just-bash does not know. */
export const extraNames: readonly string[] = [
  ...systemNamesAdded,
  ...terminalNames,
  ...linkNames,
  ...[
    'mktemp',
    'realpath',
    'truncate',
    'install',
    'dd',
    'xxd',
    'hexdump',
    'hd',
    'cmp',
    'shuf',
    'numfmt',
    'factor',
    'tar',
    'zip',
    'unzip',
    'zipinfo',
  ],
];
