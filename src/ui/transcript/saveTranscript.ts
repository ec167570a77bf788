import { htmlOf, markdownOf, type Transcript } from '../../core/index.ts';
import { downloadStream } from '../kit/exactBytes.ts';

export type TranscriptForm = 'html' | 'markdown' | 'jsonl';

const endings: Readonly<Record<TranscriptForm, string>> = { html: 'html', markdown: 'md', jsonl: 'jsonl' };

/** Saves a transcript as one file. `lines`: its JSONL, made when it is wanted. */
export async function saveTranscript(
  transcript: Transcript,
  form: TranscriptForm,
  lines: () => Iterable<string>,
): Promise<void> {
  const name = `${fileName(transcript.title)}.${endings[form]}`;
  await downloadStream(partsOf(transcript, form, lines), name);
}

async function* partsOf(
  transcript: Transcript,
  form: TranscriptForm,
  lines: () => Iterable<string>,
): AsyncGenerator<string> {
  if (form === 'html') yield htmlOf(transcript);
  else if (form === 'markdown') yield markdownOf(transcript);
  else yield* lines();
}

/** Letters, digits and hyphens: safe on every file system. */
function fileName(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'session' : name;
}
