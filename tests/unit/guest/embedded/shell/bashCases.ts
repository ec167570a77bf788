import { readFileSync } from 'node:fs';

export interface BashCase {
  readonly command: string;
  readonly stdout: string;
  readonly stderrEmpty: boolean;
  readonly exitCode: number;
}

interface CaseFile {
  readonly setup: string;
  readonly cases: readonly BashCase[];
}

/** What real bash answers to commands that agents type. */
export const bashCases: CaseFile = JSON.parse(
  readFileSync(new URL('./bash-cases.json', import.meta.url), 'utf8'),
);
