import { type ShellLimits, shellNotes } from '../../core/index.ts';
import { isRecord } from './configure.ts';
import type { BashNote, BashRequest } from './contract.ts';

export type ReadCall =
  | { readonly ok: true; readonly request: BashRequest; readonly notes: readonly BashNote[] }
  | { readonly ok: false; readonly detail: string };

const fields = ['command', 'timeoutMs', 'cwd'];

/** What a caller sent, as a request with its timeout within the limits. */
export function readCall(input: unknown, limits: ShellLimits): ReadCall {
  if (!isRecord(input)) return refused('the input must be an object with a command');
  const other = Object.keys(input).find((key) => !fields.includes(key));
  if (other !== undefined) return refused(`unknown key ${other}. Expected ${fields.join(', ')}`);
  const { command, timeoutMs, cwd } = input;
  if (typeof command !== 'string' || command.trim() === '') {
    return refused('command must be a non-blank string');
  }
  if (command.includes('\0')) return refused('command must not hold a NUL character');
  if (timeoutMs !== undefined && !isPositive(timeoutMs))
    return refused('timeoutMs must be a positive number');
  if (cwd !== undefined && (typeof cwd !== 'string' || cwd.trim() === '' || cwd.includes('\0'))) {
    return refused('cwd must be a non-blank string without NUL');
  }
  const requested = timeoutMs === undefined ? limits.defaultTimeoutMs : Math.ceil(timeoutMs);
  const max = limits.maxTimeoutMs;
  const clamped: BashNote = {
    ...shellNotes.clamped(requested, max),
    data: { param: 'timeoutMs', requested, max },
  };
  return {
    ok: true,
    request: { command, timeoutMs: Math.min(requested, max), cwd: cwd ?? null },
    notes: requested > max ? [clamped] : [],
  };
}

/** `path` against `base`, `.` and `..` folded by name alone; both POSIX, `base` absolute. */
export function resolvePosix(base: string, path: string): string {
  const folded: string[] = [];
  for (const name of `${path.startsWith('/') ? '' : base}/${path}`.split('/')) {
    if (name === '..') folded.pop();
    else if (name !== '' && name !== '.') folded.push(name);
  }
  return `/${folded.join('/')}`;
}

function refused(detail: string): ReadCall {
  return { ok: false, detail };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
