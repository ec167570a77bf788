/**
 * What a container may do wrong, and which checks then differ. With the supervisor none does, whatever the fault. Without
 * it (`node` cannot be started) commands run in `jsh` through the client alone, and what that cannot give differs, each
 * check for the reason told with it. On the local host `jsh` is this machine's `sh`, which knows more than the real one.
 */
const inJsh = [
  {
    because:
      'one stream: a terminal has joined stdout and stderr, with what a shell on a terminal says of its own',
    checks: [
      'stdout and stderr are told apart',
      'streams can be exchanged, joined and thrown away',
      'node’s two streams are told apart too',
      'a command that is not there ends with 127 and says so on stderr',
      'a syntax error ends with 2, says so, and runs nothing of its line',
      'a pipe whose reader has enough ends its writer',
      'a job (sleep 60) killed with SIGTERM ends with 143',
      'a job (sleep 60) killed with SIGKILL ends with 137',
      'a job (sleep 60) killed with SIGHUP ends with 129',
      "a job (awk 'BEGIN { while (1) {} }') killed with SIGKILL ends with 137",
      'timeout -s KILL: 137',
    ],
  },
  {
    because: 'a terminal stands between: it echoes what is typed, turns line ends, takes text for bytes',
    checks: [
      'a command reads what it is given on stdin',
      'a carriage return and a colour pass unchanged',
      'a program is not told that its output is a terminal',
      'all 256 bytes pass unchanged, in a file of more than 64 KiB',
      'bytes that are no text go in on stdin, through a pipe and into a file',
      'names of files beyond ASCII are kept as written',
    ],
  },
  {
    because: "the shell is the container's own, which is no bash",
    checks: [
      'a redirection that cannot be opened fails its command and nothing else, with a reason',
      'a thousand lines on alternating streams keep their order',
      'a pipeline ends as its last command, with pipefail as the last that failed',
      'lengths are counted in characters, and in bytes by wc -c',
      'eight runs at once give each its own output',
      'what several runs append to one file at once is all there, line by line',
    ],
  },
  {
    because: 'nothing carries over from one command to the next, nor does a job',
    checks: [
      'a shell carries cwd, variables and functions from run to run',
      'a shell made from another’s state goes on from there; a fresh one knows nothing of it',
      'a failed run still carries its state',
      'runs of one shell are one at a time, in the order of their calls',
      'a job outlives its run for the next one of the same shell, and the page can see and stop it',
    ],
  },
  {
    because: "the client's files are those below the workspace, without links, modes and times",
    checks: [
      'the root looks like a small Linux, to the shell and to fs',
      'a link made in the shell is followed by stat and read, and named by lstat; a loop is ELOOP',
      'a drained tree that was lost comes back by restore, with modes and times, unreported',
      'a run starts in the workspace, with HOME and TMPDIR set',
      'the drained workspace of one guest is restored into the next',
    ],
  },
  {
    because:
      'the client has no such thing: requests to servers from the page, spools, an end by a signal of its own, what was withheld',
    checks: [
      'a spooled output becomes a file of exactly the bytes that came, in no path before that, once',
      'the spool of a killed run holds what its reader got; a dropped or missing one is not adopted',
      'output that a killed command still kept to itself is named in its notes',
      'where a killed command kept none, nothing is named',
      'a killed writer changes no file after its stop was confirmed, and a killed run changes no state',
      'a run that waits for its turn can be stopped before it starts, and stopping an ended one is true',
      'the page gets a server’s answer with its status, headers and body, and can send one',
      'a request to a port on which nothing listens fails with a sentence',
    ],
  },
];
const stated = inJsh.flatMap(({ checks }) => checks);

/** Name → faults of the local host (see `../hosts/webcontainer/faults.mjs`) and the checks that differ. */
export const faultSets = {
  none: { faults: {}, differs: [] },
  slowBoot: { faults: { slowBootMs: 3000 }, differs: [] },
  neverCloses: { faults: { neverCloses: true }, differs: [] },
  lateChunk: { faults: { lateChunkMs: 100 }, differs: [] },
  exitBeforeOutput: { faults: { exitBeforeOutput: true }, differs: [] },
  killNever: { faults: { kill: 'never' }, differs: [] },
  kill137: { faults: { kill: '137' }, differs: [] },
  unknown127: { faults: { unknownCommand: '127' }, differs: [] },
  splitsUtf8: { faults: { splitsUtf8: true }, differs: [] },
  crlf: { faults: { crlf: true }, differs: [] },
  errorsWithoutCode: { faults: { errorsWithoutCode: true }, differs: [] },
  noAbortAtTeardown: { faults: { abortsAtTeardown: false }, differs: [] },
  watchBurst: { faults: { watchBurst: 20 }, differs: [] },
  jsh: { faults: { withoutCommands: ['node'] }, differs: stated },
};
