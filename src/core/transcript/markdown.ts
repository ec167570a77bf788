import type { Transcript, TranscriptCall, TranscriptEntry, TranscriptView } from './document.ts';
import { bytesWords, seconds } from './words.ts';

/** A transcript as Markdown: what a machine or a person wrote stands in fences and quotes that it cannot close. */
export function markdownOf(transcript: Transcript): string {
  const facts = transcript.facts.map(({ name, value }) => `- ${name}: ${inline(value)}`);
  const head = [`# ${inline(transcript.title)}`, '', `- ${transcript.source}`, ...facts].join('\n');
  return `${[head, ...transcript.entries.map(markdownOfEntry)].join('\n\n')}\n`;
}

/** One entry of it. */
export function markdownOfEntry(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'user':
      return `**${byWords[entry.by]}**\n\n${fenced(entry.text)}`;
    case 'said':
      return `**${entry.reasoning ? 'Model, thinking' : 'Model'}**\n\n${quoted(entry.text)}`;
    case 'call':
      return callMarkdown(entry);
    case 'note':
      return `*${inline(entry.text)}*`;
    case 'raw':
      return `**Not understood**: ${inline(entry.why)}\n\n${fenced(entry.text)}`;
  }
}

export const byWords = { user: 'User', system: 'System', harness: 'Harness' } as const;

function callMarkdown(call: TranscriptCall): string {
  const time = call.durationMs === null ? '' : `, ${seconds(call.durationMs)}`;
  const size = call.outputBytes === null ? '' : `, ${bytesWords(call.outputBytes)} of output`;
  const place = call.savedPath === null ? '' : `, saved as ${inlineCode(call.savedPath)}`;
  return [
    `### ${inlineCode(call.tool)} · ${inline(call.id)}`,
    fenced(call.input),
    `${inline(call.endingWords)}${time}${size}${place}`,
    viewMarkdown('Model view', call.model),
    viewMarkdown('User view', call.user),
    viewMarkdown('Disk view', call.disk),
  ].join('\n\n');
}

function viewMarkdown(title: string, view: TranscriptView): string {
  if (view.kind === 'absent') return `**${title}**: ${inline(view.why)}`;
  const rest = view.kind === 'part' ? `\n\n${inline(view.why)}` : '';
  return `**${title}**\n\n${fenced(view.text)}${rest}`;
}

/** A block whose fence is longer than any run of backticks in it, so that nothing in it ends it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Code within a line, with more backticks around it than any run in it. */
function inlineCode(text: string): string {
  const words = oneLine(text);
  const longest = Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = words === '' || /^`|`$/.test(words) ? ' ' : '';
  return `${ticks}${space}${words}${space}${ticks}`;
}

/** Words within a line: nothing in them is markup. */
const inline = (text: string): string => oneLine(text).replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');

const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

/**
 * Markdown of the model's own, as a quotation: a fence that it leaves open ends with the quotation. Outside of its fences
 * no tag begins.
 */
function quoted(text: string): string {
  let fence: string | null = null;
  const lines = text.split(/\r?\n/).map((line) => {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      const closes = marks?.startsWith(fence) && line.trim() === marks;
      if (closes) fence = null;
      return line;
    }
    if (marks !== undefined) {
      fence = marks;
      return line;
    }
    return line.replace(/<(?=[a-z/!?])/gi, '&lt;');
  });
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}
