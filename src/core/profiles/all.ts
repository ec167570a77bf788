import type { Profile } from '../contract/index.ts';
import { betterFsTools } from './better-fs-tools/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { cline } from './cline/index.ts';
import { codex } from './codex/index.ts';
import { crush } from './crush/index.ts';
import { entoli } from './entoli/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { goose } from './goose/index.ts';
import { noCut } from './none/index.ts';
import { opencode } from './opencode/index.ts';
import { opencode6234 } from './opencode-6234/index.ts';
import { opencodeShell } from './opencode-shell/index.ts';
import { openhands } from './openhands/index.ts';
import { pi } from './pi/index.ts';
import { spillway } from './spillway/index.ts';

/** Every profile of this build, the default first. */
export const profiles: readonly Profile[] = [
  claudeCode,
  entoli,
  opencode,
  opencodeShell,
  opencode6234,
  betterFsTools,
  pi,
  geminiCli,
  codex,
  openhands,
  cline,
  goose,
  crush,
  noCut,
  spillway,
];
