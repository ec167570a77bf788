/** Limits of `@better-fs-tools/shell` 0.2.0; units in the names, percent of both output budgets for the head. */
export interface ShellLimits {
  readonly defaultTimeoutMs: number;
  readonly maxTimeoutMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly killGraceMs: number;
  /** Raw bytes of the model view, head and tail together. */
  readonly maxOutputBytes: number;
  readonly maxOutputLines: number;
  readonly headPercent: number;
  /** A command that writes more raw bytes is stopped. */
  readonly maxCaptureBytes: number;
}

export const defaultShellLimits: ShellLimits = Object.freeze({
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  killGraceMs: 2_000,
  maxOutputBytes: 30_000,
  maxOutputLines: 2_000,
  headPercent: 20,
  maxCaptureBytes: 10_485_760,
});

/** How long the stream may go on after the exit, and how much longer than the grace an exit is waited for. */
export const drainMs = 1_000;
export const extraExitWaitMs = 1_000;

/**
 * The limits in force: the host's over the defaults, key by key; absent and undefined keep the default. A
 * default timeout that nobody set drops to a lower maximum.
 * @throws TypeError with the tool's own words, for the first thing that is wrong.
 */
export function resolveShellLimits(limits: unknown = {}): ShellLimits {
  const { resolved, given } = mergeLimits(limits, defaultShellLimits, 'shell');
  if (resolved.headPercent > 100) throw new TypeError('headPercent must be 100 or less');
  const { defaultTimeoutMs, maxTimeoutMs } = resolved;
  if (defaultTimeoutMs <= maxTimeoutMs) return Object.freeze(resolved);
  if (given.has('defaultTimeoutMs')) {
    throw new TypeError('defaultTimeoutMs must not be more than maxTimeoutMs');
  }
  return Object.freeze({ ...resolved, defaultTimeoutMs: maxTimeoutMs });
}

/** Limits of the read tool; sizes in bytes. */
export interface ReadLimits {
  readonly maxLines: number;
  /** UTF-8 bytes of the shown lines. */
  readonly maxViewBytes: number;
  readonly maxCharsPerLine: number;
  readonly maxScanBytes: number;
  readonly sampleBytes: number;
  readonly maxDirectoryEntries: number;
  readonly maxSuggestions: number;
  readonly maxConvertBytes: number;
  readonly maxMediaBytes: number;
}

export const defaultReadLimits: ReadLimits = Object.freeze({
  maxLines: 2_000,
  maxViewBytes: 51_200,
  maxCharsPerLine: 2_000,
  maxScanBytes: 67_108_864,
  sampleBytes: 8_192,
  maxDirectoryEntries: 200,
  maxSuggestions: 5,
  maxConvertBytes: 67_108_864,
  maxMediaBytes: 5_242_880,
});

/**
 * As `resolveShellLimits`, for read. A default sample that is larger than the scan is lowered to it.
 * @throws TypeError with the tool's own words; those for a sample over the scan are ours.
 */
export function resolveReadLimits(limits: unknown = {}): ReadLimits {
  const { resolved, given } = mergeLimits(limits, defaultReadLimits, 'read');
  const { sampleBytes, maxScanBytes } = resolved;
  if (sampleBytes <= maxScanBytes) return Object.freeze(resolved);
  if (given.has('sampleBytes')) throw new TypeError('sampleBytes must not be more than maxScanBytes');
  return Object.freeze({ ...resolved, sampleBytes: maxScanBytes });
}

function mergeLimits<T extends object>(
  limits: unknown,
  defaults: T,
  tool: 'shell' | 'read',
): { readonly resolved: { [K in keyof T]: T[K] }; readonly given: ReadonlySet<string> } {
  if (limits === null || typeof limits !== 'object' || Array.isArray(limits)) {
    throw new TypeError('limits must be an object');
  }
  const entries: [string, unknown][] = Object.entries(limits);
  const unknown = entries.find(([key]) => !Object.hasOwn(defaults, key));
  if (unknown !== undefined) throw new TypeError(`Unknown ${tool} limit: ${unknown[0]}`);
  const given = entries.filter(([, value]) => value !== undefined);
  for (const [key, value] of given) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) {
      throw new TypeError(`${key} must be a positive safe integer`);
    }
  }
  return {
    resolved: { ...defaults, ...Object.fromEntries(given) },
    given: new Set(given.map(([key]) => key)),
  };
}
