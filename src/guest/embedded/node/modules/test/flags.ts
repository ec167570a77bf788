/** The options of the command line that the test runner knows. */
export interface TestFlags {
  readonly reporters: readonly string[];
  readonly destinations: readonly string[];
  readonly patterns: readonly RegExp[];
  readonly onlyMarked: boolean;
  /** Milliseconds; infinite where there is none. */
  readonly timeoutMs: number;
}

/** `/x/i` is a pattern with flags, everything else a pattern as it stands. */
function patternOf(text: string): RegExp {
  const written = /^\/(.*)\/([a-z]*)$/.exec(text);
  return written ? new RegExp(written[1] ?? '', written[2]) : new RegExp(text);
}

/** From everything after the word `node`. */
export function testFlags(args: readonly string[]): TestFlags {
  const values = (name: string): string[] =>
    args.flatMap((arg, index) => {
      if (arg.startsWith(`${name}=`)) return arg.slice(name.length + 1);
      const next = args[index + 1];
      return arg === name && next !== undefined ? next : [];
    });
  const timeout = Number(values('--test-timeout').at(-1));
  return {
    reporters: values('--test-reporter'),
    destinations: values('--test-reporter-destination'),
    patterns: values('--test-name-pattern').map(patternOf),
    onlyMarked: args.includes('--test-only'),
    timeoutMs: timeout > 0 ? timeout : Number.POSITIVE_INFINITY,
  };
}
