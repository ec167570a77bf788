import { isLoggableJson } from '../log/index.ts';
import { absent, bytesWords, type Transcript, type TranscriptView, whole } from '../transcript/index.ts';
import {
  contentOf,
  fieldsOf,
  type ImportedResult,
  resultView,
  TranscriptBuilder,
  textOr,
} from './builder.ts';
import { rawText } from './callParts.ts';
import { addBlocks } from './messages.ts';

/**
 * Session files of Claude Code: a JSON object in each line, with a `type` and, for messages, an Anthropic message. The
 * format is not published by its maker; read from public descriptions of versions 1.0 to 2.1. Large results lie in side
 * files, which a notice in the result names.
 */

/** A longer line is not read (UTF-16 units): a result of 10 MB with its copy in it is far shorter. */
const longestLine = 32 * 1024 * 1024;

/** Texts of side files by their names without folders. */
export type SideFiles = ReadonlyMap<string, string>;

type Line = Readonly<Record<string, unknown>>;

/** True where a line is one of a session file's: for telling what a file is. */
export function isClaudeCodeLine(value: unknown): boolean {
  const fields = fieldsOf(value);
  return (
    typeof fields.type === 'string' &&
    ['message', 'summary', 'sessionId', 'uuid'].some((name) => fields[name] !== undefined) &&
    fields.role === undefined
  );
}

/** Reads a session file. Lines that are not understood are kept where they stand. */
export function importClaudeCode(text: string, sideFiles: SideFiles): Transcript {
  const builder = new TranscriptBuilder();
  for (const line of linesOf(text)) addLine(builder, line, sideFiles);
  return builder.done('Claude Code session file');
}

/** Lines without their ends; empty ones are left out. */
export function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
    if (line.trim() !== '' || line.length > longestLine) yield line;
    at = end + 1;
  }
}

function addLine(builder: TranscriptBuilder, line: string, sideFiles: SideFiles): void {
  if (line.length > longestLine) {
    builder.raw(`This line is ${bytesWords(line.length)} long and is not read.`, line);
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    builder.raw('This line is no JSON: the file may have been cut here.', line);
    return;
  }
  if (!isLoggableJson(value)) {
    builder.raw('This line is nested too deeply, or holds too many values.', line);
    return;
  }
  const fields = fieldsOf(value);
  builder.depth = fields.isSidechain === true ? 1 : 0;
  if (typeof fields.version === 'string') builder.fact('Version', `Claude Code ${fields.version}`);
  builder.fact('Folder', textOr(fields.cwd, ''));
  const { taken } = builder;
  switch (fields.type) {
    case 'user':
    case 'assistant':
      if (fields.type === 'user') addUser(builder, fields, sideFiles);
      else addAssistant(builder, fields, line);
      if (builder.taken === taken) builder.raw('A line in which nothing is understood.', line);
      return;
    case 'summary':
      if (typeof fields.summary === 'string') builder.title = fields.summary;
      else builder.raw('A summary without its text.', line);
      return;
    case 'system':
      if (typeof fields.content === 'string' && fields.content !== '') builder.note(fields.content);
      else builder.raw(`A line of the system (${textOr(fields.subtype, 'no kind')}).`, line);
      return;
    default: {
      const kind = textOr(fields.type, typeof value);
      builder.raw(`A line of the kind “${kind.slice(0, 60)}” is not shown in another way.`, line);
    }
  }
}

const timeOf = ({ timestamp }: Line): number | null => {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isFinite(at) ? at : null;
};

function addAssistant(builder: TranscriptBuilder, fields: Line, line: string): void {
  const message = fieldsOf(fields.message);
  if (message.content === undefined) {
    builder.raw('An answer without its message.', line);
    return;
  }
  builder.fact('Model', textOr(message.model, ''));
  builder.answer(typeof message.id === 'string' ? message.id : null);
  addBlocks(builder, message.content, 'assistant', timeOf(fields));
}

function addUser(builder: TranscriptBuilder, fields: Line, sideFiles: SideFiles): void {
  const { content } = fieldsOf(fields.message);
  const isHarness = fields.isMeta === true || fields.isCompactSummary === true;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  for (const block of blocks) {
    const part = fieldsOf(block);
    if (part.type === 'tool_result') {
      const result = resultOf(part, fields, sideFiles);
      if (!builder.result(textOr(part.tool_use_id, ''), result)) {
        builder.raw('A result of a call that is not in this file.', rawText(block));
      }
      continue;
    }
    const text = typeof block === 'string' ? block : part.type === 'text' ? part.text : undefined;
    if (typeof text !== 'string') addBlocks(builder, block, 'user', null);
    else builder.user(text, isHarness ? 'harness' : 'user');
    if (typeof text === 'string' && !isHarness && builder.title === '') {
      builder.title = text.split('\n', 1)[0] ?? '';
    }
  }
}

function resultOf(part: Line, fields: Line, sideFiles: SideFiles): ImportedResult {
  const told = fields.toolUseResult;
  const facts = fieldsOf(told);
  const model = resultView(part.content);
  const savedPath = persistedPath(facts, contentOf(part.content).text);
  const size = facts.persistedOutputSize;
  const { timedOutAfterMs, interrupted } = facts;
  const words =
    typeof timedOutAfterMs === 'number'
      ? { endingWords: `timed out after ${timedOutAfterMs / 1000} s` }
      : interrupted === true
        ? { endingWords: 'interrupted' }
        : {};
  return {
    model,
    isError: part.is_error === true,
    user: userViewOf(facts, told, savedPath, sideFiles),
    disk: diskViewOf(savedPath, sideFiles),
    savedPath,
    outputBytes: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null,
    atMs: timeOf(fields),
    ...words,
  };
}

/** Where the harness says that the whole output lies: as a fact of its own, or in its notice. */
function persistedPath(facts: Line, text: string): string | null {
  if (typeof facts.persistedOutputPath === 'string') return facts.persistedOutputPath;
  if (!text.trimStart().startsWith('<persisted-output>')) return null;
  return /Full output saved to: (\S[^\n]{0,4095})/.exec(text)?.[1]?.trim() ?? null;
}

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function diskViewOf(path: string | null, sideFiles: SideFiles): TranscriptView {
  if (path === null) return absent('Nothing was saved in a file.');
  const text = sideFiles.get(nameOf(path));
  return text === undefined
    ? absent(`Full output not in this file: it was saved as ${path}. Open that file together with this one.`)
    : whole(text);
}

/** What a person was shown: the streams of a command, the text of a file. */
function userViewOf(
  facts: Line,
  told: unknown,
  savedPath: string | null,
  sideFiles: SideFiles,
): TranscriptView {
  if (savedPath !== null) {
    const side = sideFiles.get(nameOf(savedPath));
    if (side !== undefined) return whole(side);
  }
  const { stdout, stderr } = facts;
  if (typeof stdout === 'string' || typeof stderr === 'string') {
    const streams = [textOr(stdout, ''), textOr(stderr, '')].filter((stream) => stream !== '').join('\n');
    return savedPath === null
      ? whole(streams)
      : { kind: 'part', text: streams, why: 'Full output not in this file.' };
  }
  const content = fieldsOf(facts.file).content ?? facts.content;
  if (typeof content === 'string') return whole(content);
  if (typeof told === 'string') return whole(told);
  return absent('The file does not say what its user was shown.');
}
