/** Texts that look like a secret, so that a person looks before a link leaves: it cannot be withdrawn. */

export type FindingKind = 'key' | 'token' | 'private-key' | 'password' | 'e-mail';

export interface Finding {
  readonly kind: FindingKind;
  /** UTF-16 units in the text that was searched. */
  readonly start: number;
  readonly end: number;
}

const patterns: readonly (readonly [FindingKind, RegExp])[] = [
  [
    'private-key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  ],
  ['key', /\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_]){0,4}[A-Za-z0-9_-]{16,200}/g],
  ['key', /\bAKIA[0-9A-Z]{16}\b/g],
  ['key', /\bAIza[0-9A-Za-z_-]{35}/g],
  ['token', /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g],
  ['token', /\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g],
  ['token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g],
  ['token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['token', /\bey[JK][A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/g],
  ['token', /\bbearer\s+[A-Za-z0-9._~+/-]{16,2000}=*/gi],
  [
    'password',
    /\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)["']?\s{0,4}[:=]\s{0,4}["']?[^\s"',;]{6,200}/gi,
  ],
  ['password', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/@]{1,200}@/gi],
  ['e-mail', /\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24}\b/g],
];

/**
 * Everything in `text` that looks like a secret, in order, not overlapping (the longest of those that begin first).
 * Every pattern is bounded, so hostile text costs linear time. It finds what is known to look so, not every secret.
 */
export function findSecrets(text: string): readonly Finding[] {
  const found = patterns.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({
      kind,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Finding[] = [];
  for (const finding of found) {
    if (finding.start >= (kept.at(-1)?.end ?? 0)) kept.push(finding);
  }
  return kept;
}

/** `text` without the findings: each replaced by words of the same length, so that ranges behind it stay true. */
export function redactText(text: string, findings: readonly Finding[]): string {
  let redacted = '';
  let at = 0;
  for (const { kind, start, end } of findings) {
    const words = `[redacted ${kind}]`;
    const room = end - start;
    redacted += text.slice(at, start) + (words.length > room ? '*'.repeat(room) : words.padEnd(room, '*'));
    at = end;
  }
  return redacted + text.slice(at);
}
