import { type Moment, parseDate } from '../base/dates.ts';
import { bytesFromUnits } from '../base/text.ts';
import { decodedHeader } from './mailHeaders.ts';

/** One commit of a mailbox. */
export interface MailedCommit {
  readonly name: string;
  readonly email: string;
  readonly date: Moment | null;
  /** With its final line end. */
  readonly message: string;
  /** In units. */
  readonly patch: string;
}

/** The mails of a mailbox, each in units; null where it is none. */
export function mailsIn(units: string): string[] | null {
  const start = /^From [^\n]*\d\d:\d\d:\d\d \d{4}$/m;
  if (!start.test(units.split('\n', 1)[0] ?? ''))
    return /^(?:From|Subject|Date|[A-Za-z-]+): /.test(units) ? [units] : null;
  return units
    .split(/^(?=From [^\n]*\d\d:\d\d:\d\d \d{4}$)/m)
    .filter((mail) => mail.trim() !== '')
    .map((mail) => mail.slice(mail.indexOf('\n') + 1));
}

function textOf(units: string): string {
  return new TextDecoder().decode(bytesFromUnits(units));
}

function headersIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const match = /^([A-Za-z-]+): *(.*)$/.exec(line);
    if (match) found.set(match[1]!.toLowerCase(), match[2]!);
  }
  return found;
}

/** `[PATCH v2 1/3] Re: words`: the words. */
function plainSubject(subject: string, keeps: boolean): string {
  let text = subject.trim();
  for (;;) {
    const next = text.replace(/^(?:re:|\[[^\]]*\])\s*/i, '');
    if (keeps || next === text) return text;
    text = next;
  }
}

export function parseMail(units: string, nowSeconds: number, keepsSubject: boolean): MailedCommit {
  const end = units.indexOf('\n\n');
  const headers = headersIn(decodedHeader(textOf(end < 0 ? units : units.slice(0, end))));
  let body = end < 0 ? '' : units.slice(end + 2);
  const inside = /^(?:(?:From|Subject|Date): [^\n]*\n)+\n/.exec(body);
  if (inside) {
    for (const [name, value] of headersIn(textOf(inside[0]))) headers.set(name, value);
    body = body.slice(inside[0].length);
  }
  const cut = /^(?:---(?:[ \n]|$)|diff -|Index: )/m.exec(body);
  const words = textOf(cut ? body.slice(0, cut.index) : body).trim();
  const patch = (cut ? body.slice(cut.index) : '').replace(/\n-- \n[^\n]*\n*$/, '\n');
  const who = /^"?(.*?)"?\s*<(.*)>\s*$/.exec(headers.get('from') ?? '');
  const subject = plainSubject(headers.get('subject') ?? '', keepsSubject);
  return {
    name: who?.[1] ?? headers.get('from') ?? '',
    email: who?.[2] ?? headers.get('from') ?? '',
    date: parseDate(headers.get('date') ?? '', nowSeconds),
    message: `${[subject, ...(words === '' ? [] : [words])].join('\n\n')}\n`,
    patch,
  };
}
