import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import { chmod, chmodSpec } from './chmod.ts';
import { cp, cpSpec } from './copy.ts';
import { du, duSpec } from './du.ts';
import { fileCommand } from './fileTool.ts';
import { ln, lnSpec, mkdir, mkdirSpec, touch, touchSpec } from './make.ts';
import { mv, mvSpec } from './move.ts';
import { rm, rmdir, rmdirSpec, rmSpec } from './remove.ts';
import { stat, statSpec } from './stat.ts';

/** Commands that make, change, remove and measure files. */
export function fileCommands(tools: CommandTools): Command[] {
  return [
    fileCommand(tools, 'chmod', chmodSpec, chmod),
    fileCommand(tools, 'cp', cpSpec, cp),
    fileCommand(tools, 'du', duSpec, du),
    fileCommand(tools, 'ln', lnSpec, ln),
    fileCommand(tools, 'mkdir', mkdirSpec, mkdir),
    fileCommand(tools, 'mv', mvSpec, mv),
    fileCommand(tools, 'rm', rmSpec, rm),
    fileCommand(tools, 'rmdir', rmdirSpec, rmdir),
    fileCommand(tools, 'stat', statSpec, stat),
    fileCommand(tools, 'touch', touchSpec, touch),
  ];
}
