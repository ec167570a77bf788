import { type ShellLimits, shellNotes } from '../../core/index.ts';
import { isRecord } from './configure.ts';
import type { BashNote, BashRequest } from './contract.ts';
import { type CallSignature, librarySignature } from './signature.ts';

export type ReadCall =
  | { readonly ok: true; readonly request: BashRequest; readonly notes: readonly BashNote[] }
  | { readonly ok: false; readonly detail: string };

/** What a caller sent, as a request with its timeout within the limits. */
export function readCall(
  input: unknown,
  limits: ShellLimits,
  signature: CallSignature = librarySignature,
): ReadCall {
  if (!isRecord(input)) return refused('the input must be an object with a command');
  const names = ['command', signature.timeout, ...(signature.cwd === null ? [] : [signature.cwd])];
  const other = Object.keys(input).find((key) => !names.includes(key));
  if (other !== undefined) return refused(`unknown key ${other}. Expected ${names.join(', ')}`);
  const given = (name: string) => (signature.nullIsAbsent && input[name] === null ? undefined : input[name]);
  const { command } = input;
  const timeout = given(signature.timeout);
  const cwd = signature.cwd === null ? undefined : given(signature.cwd);
  if (typeof command !== 'string' || command.trim() === '') {
    return refused('command must be a non-blank string');
  }
  if (command.includes('\0')) return refused('command must not hold a NUL character');
  if (timeout !== undefined && !isPositive(timeout)) {
    return refused(`${signature.timeout} must be a positive number`);
  }
  if (cwd !== undefined && (typeof cwd !== 'string' || cwd.trim() === '' || cwd.includes('\0'))) {
    return refused(`${signature.cwd} must be a non-blank string without NUL`);
  }
  const requested = timeout === undefined ? limits.defaultTimeoutMs : wholeMs(timeout * signature.unitMs);
  const max = limits.maxTimeoutMs;
  const clamped: BashNote = {
    ...shellNotes.clamped(requested, max, signature.timeoutUnit),
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

/** Rounded up. 1.1 s times 1,000 is a little more than 1,100, which asks for no millisecond more. */
function wholeMs(ms: number): number {
  const near = Math.round(ms);
  return Math.abs(ms - near) < 1e-6 && near > 0 ? near : Math.ceil(ms);
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
