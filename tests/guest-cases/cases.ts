/** A shell command and what real bash answered, run behind `setup` in a fresh folder. */
export interface BashCase {
  readonly command: string;
  readonly stdout: string;
  /** Absent in files that do not say: then nobody looks. */
  readonly stderrEmpty?: boolean;
  readonly exitCode: number;
}

/** A `node` call and what real Node answered; the folder is written `/WORK`. */
export interface NodeCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export type GuestCase =
  | { readonly kind: 'bash'; readonly setup: string; readonly expected: BashCase }
  | { readonly kind: 'node'; readonly expected: NodeCase };

/** What the guest answered. Null exit code: it did not end in time, or by a signal. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** The cases of a parsed file of either format; a sentence where it has neither. */
export function casesOf(file: unknown): readonly GuestCase[] | string {
  if (!isObject(file) || !Array.isArray(file.cases)) return 'has no list "cases"';
  const { setup, cases } = file;
  const found: GuestCase[] = [];
  for (const [index, each] of cases.entries()) {
    const fits = isObject(each) && typeof each.stdout === 'string' && typeof each.exitCode === 'number';
    if (fits && typeof each.command === 'string') {
      found.push({ kind: 'bash', setup: typeof setup === 'string' ? setup : '', expected: each as never });
    } else if (fits && Array.isArray(each.argv)) {
      const defaults = { name: `case ${index + 1}`, files: {}, stdin: '', env: {}, stderr: '' };
      found.push({ kind: 'node', expected: { ...defaults, ...(each as object) } as NodeCase });
    } else return `case ${index + 1} has neither "command" nor "argv" beside "stdout" and "exitCode"`;
  }
  return found;
}

export function nameOf(each: GuestCase): string {
  return each.kind === 'bash' ? each.expected.command : each.expected.name;
}

/** One sentence per difference; none where the guest answered as expected. */
export function differencesOf(each: GuestCase, answer: Answer): string[] {
  const { expected } = each;
  const differences: string[] = [];
  if (answer.exitCode !== expected.exitCode) {
    differences.push(
      `exit code ${answer.exitCode ?? 'none (it did not end)'} instead of ${expected.exitCode}`,
    );
  }
  const inOutput = firstDifference(expected.stdout, answer.stdout);
  if (inOutput !== null) differences.push(`stdout differs at offset ${inOutput}`);
  if (each.kind === 'bash') {
    const isEmpty = answer.stderr === '';
    if (isEmpty !== (each.expected.stderrEmpty ?? isEmpty)) {
      differences.push(isEmpty ? 'stderr is empty' : `stderr is not empty: ${excerpt(answer.stderr, 0)}`);
    }
  } else differences.push(...stderrDifferences(each.expected.stderr, answer.stderr));
  return differences;
}

/** Of an error only its name and message and its first file:line count; other stderr is compared whole. */
function stderrDifferences(expected: string, answered: string): string[] {
  const error = /^(?:\w*Error(?: \[\w+\])?|Uncaught .*): .*$/m.exec(expected)?.[0];
  if (error === undefined) {
    const at = firstDifference(expected, answered);
    return at === null ? [] : [`stderr differs at offset ${at}`];
  }
  const place = /\/WORK\/[\w./-]+:\d+/.exec(expected)?.[0];
  return [error, place]
    .filter((part) => part !== undefined && !answered.includes(part))
    .map((part) => `stderr lacks ${JSON.stringify(part)}: ${excerpt(answered, 0)}`);
}

/** UTF-16 offset of the first difference with what stands there, null where both are equal. */
function firstDifference(expected: string, answered: string): string | null {
  if (expected === answered) return null;
  let at = 0;
  while (at < expected.length && expected[at] === answered[at]) at++;
  return `${at}: expected ${excerpt(expected, at)}, got ${excerpt(answered, at)}`;
}

function excerpt(text: string, at: number): string {
  return at >= text.length ? 'the end' : JSON.stringify(text.slice(at, at + 60));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
