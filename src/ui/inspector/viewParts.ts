import { pieceUnits, type SentView } from '../../core/index.ts';

/** The text of a model view by who said it: the output, and each role of the harness's words. */
export interface ViewPart {
  readonly role: string;
  readonly text: string;
}

export function viewParts(sent: Pick<SentView, 'pieces' | 'text'>): readonly ViewPart[] {
  const byRole = new Map<string, string[]>();
  let at = 0;
  for (const piece of sent.pieces) {
    const length = pieceUnits(piece);
    const role = piece.from === 'output' ? 'output' : piece.role;
    const texts = byRole.get(role) ?? [];
    texts.push(sent.text.slice(at, at + length));
    byRole.set(role, texts);
    at += length;
  }
  return [...byRole].map(([role, texts]) => ({ role, text: texts.join('') }));
}
