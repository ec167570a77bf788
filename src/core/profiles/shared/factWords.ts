import type { HarnessRole, ToolFacts } from '../../contract/index.ts';
import { claudeCodeJobs } from './jobWords.ts';
import { countWords, sizeWords } from './words.ts';

/** What a result says where the facts stand for the whole of it; null where there is an output to show. */
export function factsInstead(facts: ToolFacts): { readonly role: HarnessRole; readonly text: string } | null {
  switch (facts.kind) {
    case 'read-stub':
      return {
        role: 'status',
        text: `${facts.path} is not shown: ${facts.content}, ${exactSize(facts.bytes)}, SHA-256 ${facts.sha256}`,
      };
    case 'read-empty':
      return { role: 'empty', text: `(${facts.path} is empty: 0 bytes)` };
    case 'read-past-end':
      return {
        role: 'error',
        text: `${facts.path} has ${countWords(facts.totalLines, 'line')}: offset ${facts.askedOffset} is past its end.`,
      };
    case 'read-missing':
      return { role: 'error', text: `File does not exist: ${facts.path}${nearWords(facts.near)}` };
    case 'read-directory':
      return { role: 'error', text: `${facts.path} is a directory, not a file. List it with LS.` };
    case 'written':
      return {
        role: 'status',
        text: `${facts.created ? 'Created' : 'Replaced'} ${facts.path} (${exactSize(facts.bytes)})`,
      };
    case 'edited':
      return {
        role: 'status',
        text: `Edited ${facts.path}: ${countWords(facts.replacements, 'replacement')}`,
      };
    case 'edit-refused':
      return { role: 'error', text: refusedWords(facts.path, facts.occurrences) };
    case 'grep':
      return facts.matches === 0 && facts.complete
        ? { role: 'empty', text: `No matches found${skippedWords(facts.skippedFolders)}` }
        : null;
    case 'glob':
      return facts.found === 0 && facts.complete ? { role: 'empty', text: 'No files found' } : null;
    case 'ls':
      return facts.found === 0 && facts.complete ? { role: 'empty', text: `(${facts.path} is empty)` } : null;
    case 'job':
      return facts.moved === null
        ? { role: 'status', text: claudeCodeJobs.started(facts.job, facts.isHeard) }
        : null;
    case 'tail':
      return facts.fileBytes === 0 ? { role: 'empty', text: `(${facts.path} is empty so far)` } : null;
    case 'read-page':
    case 'todo':
    case 'mcp':
      return null;
  }
}

/** Sentences under a listing: each says a loss that happened, and none is said otherwise. */
export function factsEnding(facts: ToolFacts): readonly string[] {
  const lines: string[] = [];
  if (facts.kind === 'grep') {
    if (facts.omittedLines > 0) lines.push(`(${countWords(facts.omittedLines, 'more line')} not shown)`);
    if (facts.windowedLines > 0) {
      const isOne = facts.windowedLines === 1;
      lines.push(
        `(${countWords(facts.windowedLines, 'long line')} ${isOne ? 'is' : 'are'} shown in part, around the match)`,
      );
    }
  }
  if ((facts.kind === 'glob' || facts.kind === 'ls') && facts.shown < facts.found) {
    const what = facts.kind === 'glob' ? 'files' : 'entries';
    lines.push(`(Showing ${facts.shown} of ${facts.found} ${what}. Use a narrower pattern or path.)`);
  }
  if (facts.kind === 'tail') lines.push(tailWords(facts));
  if ('complete' in facts && !facts.complete) {
    lines.push('(The search was ended before it had seen everything. Use a narrower pattern or path.)');
  }
  return lines;
}

/** A tail says that it is one: the end of a log is easily taken for the whole of it. */
function tailWords(facts: Extract<ToolFacts, { kind: 'tail' }>): string {
  const size = exactSize(facts.fileBytes);
  return facts.isWhole
    ? `(The whole of ${facts.path} so far: ${size})`
    : `(The last ${countWords(facts.shownLines, 'line')} of ${facts.path}, which has ${size} so far)`;
}

function exactSize(bytes: number): string {
  return bytes < 1024 ? countWords(bytes, 'byte') : `${sizeWords(bytes)} (${bytes} bytes)`;
}

function nearWords(near: readonly string[]): string {
  return near.length === 0 ? '' : `. Did you mean ${near.join(', ')}?`;
}

function skippedWords(folders: readonly string[]): string {
  return folders.length === 0
    ? ''
    : ` (saved outputs in ${folders.join(', ')} were not searched; give that path to search them)`;
}

function refusedWords(path: string, occurrences: number): string {
  return occurrences === 0
    ? `old_string was not found in ${path}; the file is unchanged.`
    : `old_string occurs ${occurrences} times in ${path}; the file is unchanged. Give more context, or set replace_all.`;
}
