import type { OutputText, ToolRecord } from '../../contract/index.ts';
import { endingLines } from '../shared/endings.ts';
import { factsEnding } from '../shared/factWords.ts';
import { countWords, durationWords } from '../shared/words.ts';
import { commandOf, lastPipeline, stageExits } from './pipeline.ts';

/** What exit code 1 says for programs that answer a question with it. */
const ANSWERS_WITH_ONE: ReadonlyMap<string, string> = new Map([
  ...['grep', 'egrep', 'fgrep', 'rg', 'ag', 'git grep', 'zgrep'].map(
    (name) => [name, 'it matched no line of what it searched'] as const,
  ),
  ...['diff', 'cmp'].map((name) => [name, 'the inputs differ'] as const),
  ...['test', '['].map((name) => [name, 'the condition is false'] as const),
]);

/** Exit of a stage that wrote on after the next had read enough (`seq 1 99999 | head -3`): SIGPIPE, no failure. */
const brokenPipe = 141;

/**
 * What a result says above its output: how a command ended where that is not plain success, what capture lost,
 * notes that change what the output means. Silence is told apart by its cause. None where all is plain.
 */
export function statusLines(record: ToolRecord, text: OutputText): readonly string[] {
  const isSilent = text.merged.units === 0;
  const ending = record.tool === 'bash' ? bashEnding(record, isSilent) : otherEnding(record, isSilent);
  return [
    ...(ending === null ? [] : [ending]),
    ...endingLines({ ...record, outcome: { status: 'ok', exitCode: 0 } }),
    ...(record.facts === null ? [] : factsEnding(record.facts)),
    ...(isSilent || !isWhiteSpace(text)
      ? []
      : [`(the output is white space only: ${countWords(text.merged.utf8Bytes, 'byte')})`]),
  ];
}

function bashEnding(record: ToolRecord, isSilent: boolean): string | null {
  const { outcome } = record;
  switch (outcome.status) {
    case 'ok': {
      const of = pipelineWords(record);
      if (isSilent) return `(exit ${outcome.exitCode ?? 0}${of}, no output)`;
      return of === '' ? null : `exit ${outcome.exitCode ?? 0}${of}`;
    }
    case 'failed':
      return failedWords(record, outcome.exitCode, outcome.signal, isSilent);
    case 'timeout': {
      if (record.facts?.kind === 'job') return endingLines(record).at(-1) ?? null;
      const stop = outcome.unconfirmedStop
        ? 'the stop was not confirmed: it may still be running'
        : 'it was stopped';
      const output = isSilent ? 'it had printed nothing by then' : 'what it had printed by then is below';
      return `Timed out after ${durationWords(outcome.timeoutMs)}: ${stop}, there is no exit code, ${output}.`;
    }
    case 'error': {
      const words = endingLines({ ...record, notes: [], output: { ...record.output, loss: null } }).join(' ');
      return isSilent ? `${words}. It had printed nothing.` : words;
    }
  }
}

function failedWords(
  record: ToolRecord,
  exitCode: number | null,
  signal: string | null,
  isSilent: boolean,
): string {
  if (exitCode === null) {
    const by = signal === null ? 'ended without an exit code' : `ended by ${signal}`;
    return isSilent ? `Killed before it printed anything: ${by}.` : `Killed: ${by}.`;
  }
  const of = pipelineWords(record);
  const program = lastPipeline(commandOf(record.input)).at(-1);
  const answer = exitCode === 1 && program !== undefined ? ANSWERS_WITH_ONE.get(program) : undefined;
  const meaning = answer === undefined ? '' : ` (of ${program}: ${answer})`;
  if (!isSilent) return `exit ${exitCode}${of}${meaning}`;
  return answer === undefined
    ? `exit ${exitCode}${of}, no output: the command failed without a word`
    : `exit ${exitCode}${of}${meaning}, no output`;
}

/**
 * Of a pipeline the shell tells the exit of the last stage: a failure before it is easily taken for a success. Where
 * it is known that there was none, nothing is said.
 */
function pipelineWords(record: ToolRecord): string {
  const stages = lastPipeline(commandOf(record.input));
  if (stages.length < 2) return '';
  const exits = stageExits(record);
  if (exits === null)
    return ` of the pipeline’s last command (${stages.at(-1)}); exits of the ${countWords(stages.length - 1, 'command')} before it are not known`;
  const isPlain = record.outcome.status === 'ok' && exits.every((exit) => exit === 0 || exit === brokenPipe);
  return isPlain ? '' : ` of the pipeline (stages: ${exits.join(' ')})`;
}

function otherEnding(record: ToolRecord, isSilent: boolean): string | null {
  if (record.outcome.status === 'ok') return isSilent ? `(${record.tool}: done, no output)` : null;
  const lines = endingLines({ ...record, notes: [], output: { ...record.output, loss: null } });
  const words = lines.length === 0 ? `${record.tool} failed` : lines.join(' ');
  return isSilent ? `${words} (no output)` : words;
}

function isWhiteSpace({ merged }: OutputText): boolean {
  return merged.head.length === merged.units && merged.head.trim() === '';
}
