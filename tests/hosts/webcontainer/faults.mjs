/**
 * What the local host can do wrong, as the real runtime is known or said to do. Every value here is that of a host
 * without a fault; `setFaults` takes any of them.
 */
export const noFaults = {
  /** `/headless` answers 404, as for an origin that is not allowed. */
  notFound: false,
  /** The frame loads and never says that it is there. */
  noInit: false,
  /** Milliseconds before it says so. */
  slowBootMs: 0,
  /** It says what nobody understands, and never that it is there. */
  garbage: false,
  /** It says that it is there without what the client would speak to it through. */
  initWithoutPort: false,
  /** The browser has no memory left for a container. */
  outOfMemory: false,
  /** A process's output is never closed. */
  neverCloses: false,
  /** Milliseconds after `exit` at which one more chunk comes, if any. */
  lateChunkMs: 0,
  /** Output takes its time, and `exit` does not wait for it: it settles before what was written last. */
  exitBeforeOutput: false,
  /** What `kill()` does: `143` (SIGTERM), `137` (SIGKILL) or `never` (a hot loop). */
  kill: '143',
  /** An unknown command: `reject` (spawn rejects) or `127` (jsh says so and exits with 127). */
  unknownCommand: 'reject',
  /** Commands that cannot be started, e.g. `node`. */
  withoutCommands: [],
  /** Chunks are cut anywhere, also in the middle of a character. Otherwise at the border of one. */
  splitsUtf8: false,
  /** Lines end with `\r\n`. */
  crlf: false,
  /** Errors of the file system say what went wrong without naming a code (`ENOENT`). */
  errorsWithoutCode: false,
  /** Processes that run at a teardown: their `exit` rejects with `Process aborted`; otherwise it never settles. */
  abortsAtTeardown: true,
  /** Each change of a file is reported so many times. */
  watchBurst: 1,
};
