import type { Command } from 'just-bash/browser';
import { awk } from './awk/awk.ts';
import { column } from './column.ts';
import { comm } from './comm.ts';
import type { CommandTools } from './command.ts';
import { cut } from './cut.ts';
import { diff } from './diff/diff.ts';
import { echo } from './echo.ts';
import { expr } from './expr.ts';
import { fileCommands } from './fileTools/all.ts';
import { find } from './find/find.ts';
import { fmt } from './fmt/fmt.ts';
import { fold } from './fold.ts';
import { grep } from './grep/grep.ts';
import { nl } from './nl.ts';
import { od } from './od/od.ts';
import { paste } from './paste.ts';
import { pathNames } from './pathNames.ts';
import { printf } from './printf.ts';
import { sed } from './sed/sed.ts';
import { join } from './sort/join.ts';
import { sort } from './sort/sort.ts';
import { tsort } from './sort/tsort.ts';
import { uniq } from './sort/uniq.ts';
import { strings } from './strings.ts';
import { expand, unexpand } from './tabs/tabCommands.ts';
import { date } from './time/date.ts';

/** Tools of which just-bash has a version that is too far from GNU's. */
export const gnuFamilies: readonly ((tools: CommandTools) => Command | readonly Command[])[] = [
  (tools) => ['awk', 'gawk', 'mawk'].map((name) => awk(tools, name)),
  (tools) => ['grep', 'egrep', 'fgrep'].map((name) => grep(tools, name)),
  column,
  comm,
  cut,
  date,
  diff,
  echo,
  expand,
  expr,
  fileCommands,
  find,
  fmt,
  fold,
  join,
  nl,
  od,
  paste,
  pathNames,
  printf,
  sed,
  sort,
  strings,
  tsort,
  unexpand,
  uniq,
];

/** Those that just-bash has no command of that name for. */
export const gnuNames: readonly string[] = ['gawk', 'mawk', 'fmt', 'tsort'];
