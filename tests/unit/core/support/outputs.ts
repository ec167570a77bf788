import {
  createCapture,
  type Outcome,
  type OutputChunk,
  type OutputText,
  type StreamName,
  type ToolRecord,
  type WindowedText,
} from '../../../../src/core/index.ts';

/** A windowed text with windows of the given sizes, cut by the plainest means. */
export function windowed(text: string, headUnits = 131_072, tailUnits = headUnits): WindowedText {
  const newlines = text.split('\n').length - 1;
  const isWhole = text.length <= headUnits;
  return {
    units: text.length,
    // Not `[...text]`: of half a megabyte that is a list of half a million texts.
    codePoints: text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0),
    utf8Bytes: new TextEncoder().encode(text).length,
    lines: newlines + (text === '' || text.endsWith('\n') ? 0 : 1),
    head: isWhole ? text : text.slice(0, headUnits),
    tail: isWhole ? '' : text.slice(text.length - Math.min(tailUnits, text.length - headUnits)),
  };
}

/** Both streams as one profile sees them; the merged text is stdout then stderr. */
export function outputText(stdout: string, stderr = '', windowUnits = 131_072): OutputText {
  const out = windowed(stdout, windowUnits);
  return {
    cleaner: 'ansi+nul',
    merged: stderr === '' ? out : windowed(stdout + stderr, windowUnits),
    stdout: out,
    stderr: windowed(stderr, windowUnits),
  };
}

/** A record of a command that wrote these streams. */
export function recordOf(stdout = '', stderr = '', changes: Partial<ToolRecord> = {}): ToolRecord {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  return {
    key: '1.1.0',
    callId: 'call_1',
    tool: 'bash',
    input: { command: 'true' },
    outcome: { status: 'ok', exitCode: 0 },
    startedAtMs: 1_000,
    endedAtMs: 2_000,
    output: {
      totalBytes: bytesOf(stdout) + bytesOf(stderr),
      stdoutBytes: bytesOf(stdout),
      stderrBytes: bytesOf(stderr),
      lines: windowed(stdout + stderr).lines,
      segments: (
        [
          ['stdout', bytesOf(stdout)],
          ['stderr', bytesOf(stderr)],
        ] as const
      ).flatMap(([stream, bytes]) => (bytes > 0 ? [{ stream, bytes }] : [])),
      loss: null,
    },
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
    ...changes,
  };
}

/** The text of chunks through the real capture. */
export function captured(chunks: readonly (readonly [StreamName, string | Uint8Array])[]) {
  const capture = createCapture({ cleaner: 'ansi+nul' });
  for (const [stream, data] of chunks) {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    capture.push({ stream, bytes } satisfies OutputChunk);
  }
  return capture;
}

export const failedWith = (exitCode: number): Outcome => ({ status: 'failed', exitCode, signal: null });

export const timedOutAfter = (timeoutMs: number): Extract<Outcome, { status: 'timeout' }> => ({
  status: 'timeout',
  timeoutMs,
  signal: 'SIGKILL',
  unconfirmedStop: false,
});

export const places = {
  sessionId: 's',
  home: '/home/user',
  workspace: '/home/user/project',
  usedStems: new Set<string>(),
};
