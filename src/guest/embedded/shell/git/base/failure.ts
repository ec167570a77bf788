/** What ends a call of git: the text for standard error and the exit code. Caught in one place, `git.ts`. */
export class GitFailure extends Error {
  constructor(
    readonly text: string,
    readonly exitCode: number,
  ) {
    super(text);
  }
}

/** `fatal: …`, exit 128. */
export function die(message: string): never {
  throw new GitFailure(`fatal: ${message}\n`, 128);
}
