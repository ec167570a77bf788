import { pieceUnits, type SentView } from '../../core/index.ts';

/** A run of a model view by who said it: the output, or a role of the harness's words. */
export interface ViewPart {
  readonly role: string;
  readonly text: string;
}

/** The view in order, neighbours of one role together: joined, the runs are its text. */
export function viewParts(sent: Pick<SentView, 'pieces' | 'text'>): readonly ViewPart[] {
  const runs: { readonly role: string; text: string }[] = [];
  let at = 0;
  for (const piece of sent.pieces) {
    const text = sent.text.slice(at, at + pieceUnits(piece));
    const role = piece.from === 'output' ? 'output' : piece.role;
    const last = runs.at(-1);
    if (last?.role === role) last.text += text;
    else runs.push({ role, text });
    at += text.length;
  }
  return runs;
}
