import { byteWords, durationWords, type TimeoutUnit, timeoutWords } from './numberWords.ts';

/** A note of a result, as the model gets it: `[bash:<code>] <message>`. */
export interface ShellNote {
  readonly code: string;
  readonly severity: 'info' | 'warning';
  readonly message: string;
}

const hostProblem = 'This is a host problem, not a problem with the command.';

/** The tool's notes in its own words; times in milliseconds, sizes in bytes. */
export const shellNotes = {
  clamped: (requestedMs: number, maxMs: number, unit: TimeoutUnit = 'plain'): ShellNote => ({
    code: 'clamped',
    severity: 'info',
    message: `The requested timeout of ${timeoutWords(requestedMs, unit)} is over the maximum, so ${timeoutWords(maxMs, unit)} was used.`,
  }),
  aborted: (durationMs: number): ShellNote =>
    warning('aborted', `Aborted after ${durationWords(durationMs)}. The process tree was stopped.`),
  abortedBeforeStart: (): ShellNote => warning('aborted', 'The call was aborted before the command started.'),
  outputCap: (maxCaptureBytes: number): ShellNote =>
    warning(
      'output-cap',
      `The command wrote more than ${byteWords(maxCaptureBytes)} of output, so it was stopped. Send less output, for example with a filter, a count, or a redirect to a file.`,
    ),
  unconfirmedStop: (): ShellNote =>
    warning(
      'unconfirmed-stop',
      'The runner did not confirm that the process tree stopped. Processes may still be running.',
    ),
  outputIncomplete: (causes: IncompleteCauses): ShellNote =>
    warning(
      'output-incomplete',
      `The output may be incomplete: ${causeWords(causes).join('; ')}. The exit status is still the command's.`,
    ),
  extensionFailed: (id: string, phase: string): ShellNote =>
    warning('extension-failed', `The ${id} extension failed during the ${phase} phase. ${hostProblem}`),
  spawnFailed: (detail: string | null): ShellNote =>
    warning(
      'spawn-failed',
      `The command could not start${detail === null ? '' : ` (${detail})`}. ${hostProblem}`,
    ),
  invalidInput: (detail: string): ShellNote =>
    warning('invalid-input', `The bash input was rejected: ${detail}`),
  /** `parameter`: the model's name of the folder's parameter, null where the tool has none. */
  cwdNotFound: (cwd: string, parameter: string | null = 'cwd'): ShellNote =>
    warning('cwd-not-found', `The working directory ${cwd} does not exist.${checkWords(parameter)}`),
  cwdNotADirectory: (cwd: string, parameter: string | null = 'cwd'): ShellNote =>
    warning(
      'cwd-not-a-directory',
      `The working directory ${cwd} is not a directory.${checkWords(parameter)}`,
    ),
  denied: (cwd: string, detail: string | null = null): ShellNote =>
    warning('denied', `The command in ${cwd} was refused by policy${detail === null ? '' : ` (${detail})`}.`),
  refused: (hook: string): ShellNote => warning('refused', `The command was refused by the ${hook} check.`),
  /** A host's own refusal: its words under the tool's code. */
  ofHost: (code: 'denied' | 'refused', message: string): ShellNote => warning(code, message),
} as const;

/** Why output may be missing though nobody stopped the command. */
export interface IncompleteCauses {
  /** What the stream failed with. */
  readonly detail?: string | null;
  /** The stream had not ended so long after the exit. */
  readonly drainMs?: number | null;
  readonly skippedChunks?: number;
}

function causeWords({ detail, drainMs, skippedChunks = 0 }: IncompleteCauses): readonly string[] {
  const causes: string[] = [];
  if (detail) causes.push(`the output stream failed (${detail})`);
  if (drainMs) causes.push(`the output had not ended ${drainMs} ms after the command exited`);
  if (skippedChunks > 0) {
    const isOne = skippedChunks === 1;
    causes.push(
      `the runner gave ${skippedChunks} malformed output ${isOne ? 'chunk, which was' : 'chunks, which were'} skipped`,
    );
  }
  return causes;
}

function checkWords(parameter: string | null): string {
  return parameter === null ? '' : ` Check the ${parameter} value.`;
}

function warning(code: string, message: string): ShellNote {
  return { code, severity: 'warning', message };
}
