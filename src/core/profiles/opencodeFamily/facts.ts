import type { ProfileFact } from '../../contract/index.ts';

export const snapshot =
  'opencode mainline as in the fork ivan-mezentsev/opencode, HEAD ec76e8f2 (≈ v1.2.10, 2026-02-22)';
export const fallFork = 'CMU-17313Q/opencode-f26-DDSC @ 6f4a6578 (autumn 2026)';

export function fact(source: string, certainty: ProfileFact['certainty'], text: string): ProfileFact {
  return { fact: text, source, certainty };
}

/** What holds for every profile of the family: read, the listing tools, and what is ours. */
export const familyFacts: readonly ProfileFact[] = [
  fact(
    snapshot,
    'H',
    'read since February 2026: 2,000 lines from a 1-based offset, a line over 2,000 UTF-16 units cut, 51,200 bytes of line text, frame <path>, <type>, <content>, and a note that says how to go on.',
  ),
  fact(fallFork, 'M', 'A newline stands after <content>; v1.2.10 had none.'),
  fact(
    'opencode #7239, January 2026',
    'H',
    'read before that: frame <file>, numbers of five digits, notes that name the line read up to; the total counts the empty line after a final newline.',
  ),
  fact(snapshot, 'H', 'grep shows 100 matches, glob and list 100 names, each with a sentence that says so.'),
  fact(fallFork, 'H', 'write answers “Wrote file successfully.”, edit “Edit applied successfully.”'),
  fact(
    snapshot,
    'H',
    'Old results are cleared from history (“[Old tool result content cleared]”) beyond 40,000 tokens: not reproduced here, history stays as it was sent.',
  ),
  fact(
    'Spillway',
    'ours',
    'The listing of grep keeps the guest’s form path:line:text; the harness groups it by file.',
  ),
  fact('Spillway', 'ours', 'A lone CR or U+2028 does not end a line of a page.'),
  fact(
    snapshot,
    'H',
    'webfetch takes at most 5 MB (“Response too large (exceeds 5MB limit)”) and 120 s; there is no such tool here.',
  ),
  fact(
    fallFork,
    'H',
    'read refuses a file by its ending (.zip, .bin, .wasm and 25 more), by a NUL, or where over 30 % of its first 4,096 bytes are not printable; here the latter two are the guest’s own test. Images and PDFs are attachments there.',
  ),
  fact(
    'Spillway',
    'ours',
    'Of January’s read the words are reproduced; its offsets counted from 0, here they count from 1.',
  ),
  fact('Spillway', 'ours', 'Where a directory is read, the harness lists it; here read says that it is one.'),
  fact(
    'Spillway',
    'ours',
    'What was lost in capture and what changes how a result is read is said in the same trailer as a timeout.',
  ),
  fact(
    'Spillway',
    'ours',
    'A command without output reads “(no output)”, since providers refuse an empty text.',
  ),
  fact(
    'Spillway',
    'ours',
    'The output is decoded as one text; the harness decodes each chunk by itself and can break a character between two.',
  ),
  fact(
    'Spillway',
    'ours',
    'There is no maximum timeout; ours is the longest timer there is, 2,147,483,647 ms.',
  ),
  fact('Spillway', 'ours', 'Tool and system texts are our own words but for the sentence about long output.'),
];
