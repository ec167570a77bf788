import { profiles, registerProfiles } from '../../src/core/index.ts';
import { betterFsToolsFormat } from './formats/betterFsTools.ts';
import type { FileCheck, GoldenFormat } from './formats/format.ts';
import { opencodeFormat } from './formats/opencode.ts';
import { persistedOutputFormat } from './formats/persistedOutput.ts';
import { profileCasesFormat } from './formats/profileCases.ts';
import { spokenWordsFormat } from './formats/spokenWords.ts';

// A case may be of any profile.
registerProfiles(profiles);

/** One file each in `formats/`; the first that knows a file runs it. */
const formats: readonly GoldenFormat[] = [
  betterFsToolsFormat,
  opencodeFormat,
  persistedOutputFormat,
  profileCasesFormat,
  spokenWordsFormat,
];

/** Runs every case of a parsed goldens file. A file of a format that is not known is one failure. */
export function checkFile(parsed: unknown): FileCheck {
  for (const format of formats) {
    const checked = format.check(parsed);
    if (checked !== null) return checked;
  }
  return { passed: 0, failures: ['unknown format'] };
}
