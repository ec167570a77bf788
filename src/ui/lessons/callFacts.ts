import type { LiveSession } from '../../agent/index.ts';
import type { CallState, FactValue, SentView, TokenCounter, ToolRecord } from '../../core/index.ts';

/** What a call left, and the view of it that is asked about: the one that was sent, or another profile's. */
export interface LookedAt {
  readonly call: CallState;
  readonly record: ToolRecord;
  readonly sent: SentView;
  readonly savedPath: string | null;
}

/** Of an output so much is looked through for words (bytes). */
const mostSearchedBytes = 4 * 1024 * 1024;

type Source = Pick<LiveSession, 'state' | 'readOutput' | 'streamOutput'>;

/** One fact of a call by its field's name; undefined where there is no such field. */
export async function callFact(
  field: string,
  at: LookedAt,
  session: Source,
  counter: TokenCounter,
  marks: Readonly<Record<string, string>>,
): Promise<FactValue | undefined> {
  if (field.startsWith('sees-')) {
    const mark = marks[field.slice(5)];
    return mark === undefined ? undefined : at.sent.text.includes(mark);
  }
  const { call, record, sent, savedPath } = at;
  const { outcome, output, facts } = record;
  const { encoding } = session.state;
  switch (field) {
    case 'tool':
      return record.tool;
    case 'status':
      return outcome.status;
    case 'exitCode':
      return 'exitCode' in outcome ? outcome.exitCode : null;
    case 'errorCode':
      return outcome.status === 'error' ? outcome.error.code : null;
    case 'seconds':
      return Math.round((record.endedAtMs - record.startedAtMs) / 100) / 10;
    case 'input':
      return JSON.stringify(call.input);
    case 'bytes':
      return output.totalBytes;
    case 'lines':
      return output.lines;
    case 'characters':
      return sent.account.sourceUnits;
    case 'outputCharacters':
      return (await outputText(session, record)).length;
    case 'codePoints':
      return [...(await outputText(session, record))].length;
    case 'output':
      return outputText(session, record);
    case 'outputTokens':
      return outputTokens(session, record, counter);
    case 'view':
      return sent.text;
    case 'viewCharacters':
      return sent.text.length;
    case 'viewTokens':
      return counter.count(sent.text, encoding);
    case 'viewLines':
      return sent.text === '' ? 0 : sent.text.replace(/\n$/, '').split('\n').length;
    case 'lastLine':
      return sent.text.trimEnd().split('\n').at(-1) ?? '';
    case 'seen':
      return sent.account.seenUnits;
    case 'omitted':
      return sent.account.omittedUnits;
    case 'harness':
      return sent.account.harnessUnits;
    case 'seenPercent':
      return sent.account.sourceUnits === 0
        ? 100
        : Math.round((sent.account.seenUnits / sent.account.sourceUnits) * 1000) / 10;
    case 'quarterOfBytes':
      return Math.ceil(output.totalBytes / 4);
    case 'whole':
      return sent.account.whole;
    case 'saved':
      return savedPath !== null;
    case 'savedPath':
      return savedPath;
    case 'savedBytes':
      return record.savedAs?.bytes ?? null;
    case 'job':
      return facts?.kind === 'job' ? facts.job.id : null;
    case 'moved':
      return facts?.kind === 'job' && facts.moved !== null;
    case 'told':
      return (call.told ?? []).map(({ words }) => words).join('\n');
    case 'pageCut':
      return facts?.kind === 'read-page' ? facts.page.cut.kind : null;
    case 'pageFirst':
      return facts?.kind === 'read-page' ? facts.page.firstLine : null;
    case 'pageLast':
      return facts?.kind === 'read-page' ? facts.page.lastLine : null;
    case 'pageTotal':
      return facts?.kind === 'read-page' ? facts.page.totalLines : null;
    case 'matches':
      return facts?.kind === 'grep' ? facts.matches : null;
    default:
      return undefined;
  }
}

async function outputText(session: Source, { key, output }: ToolRecord): Promise<string> {
  const length = Math.min(output.totalBytes, mostSearchedBytes);
  return new TextDecoder().decode(await session.readOutput(key, { offset: 0, length }));
}

async function outputTokens(session: Source, record: ToolRecord, counter: TokenCounter): Promise<number> {
  const pass = counter.pass(session.state.encoding, null);
  // The prefix of a pass without a cap is the whole; only the total is asked for.
  pass.prefix.catch(() => {});
  for await (const bytes of session.streamOutput(record.key)) await pass.push(bytes);
  pass.end();
  return pass.total;
}
