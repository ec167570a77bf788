import {
  type HarnessRole,
  type OutputText,
  type Piece,
  type SentView,
  type TokenCounter,
  type TokenEncoding,
  type ToolRecord,
  textOfPieces,
  wireText,
} from '../../core/index.ts';

/** A piece with its words in it, so that a reader needs neither the output nor its cleaner. */
export type ShownPiece = Piece & { readonly text: string };

/** What `--json` prints. Sizes in UTF-16 units and UTF-8 bytes; `tokens` is of the whole text. */
export interface ViewJson {
  readonly profile: SentView['profile'];
  readonly tool: string;
  readonly outcome: ToolRecord['outcome'];
  readonly text: string;
  readonly units: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly tokens: { readonly encoding: TokenEncoding; readonly total: number };
  readonly pieces: readonly ShownPiece[];
  /** How many units are whose. */
  readonly unitsByRole: Readonly<Partial<Record<HarnessRole | 'output', number>>>;
  readonly output: Pick<ToolRecord['output'], 'totalBytes' | 'stdoutBytes' | 'stderrBytes' | 'lines'>;
  /** Where a session would keep the whole result; null where it goes inline. */
  readonly saved: { readonly path: string; readonly bytes: number } | null;
}

export async function viewJson(
  record: ToolRecord,
  sent: SentView,
  text: OutputText,
  counter: TokenCounter,
  encoding: TokenEncoding,
): Promise<ViewJson> {
  const pieces = sent.pieces.map((piece) => ({ ...piece, text: wireText(textOfPieces([piece], text)) }));
  const unitsByRole: Partial<Record<HarnessRole | 'output', number>> = {};
  for (const piece of pieces) {
    const whose = piece.from === 'output' ? 'output' : piece.role;
    unitsByRole[whose] = (unitsByRole[whose] ?? 0) + piece.text.length;
  }
  const { totalBytes, stdoutBytes, stderrBytes, lines } = record.output;
  return {
    profile: sent.profile,
    tool: record.tool,
    outcome: record.outcome,
    text: sent.text,
    units: sent.text.length,
    bytes: new TextEncoder().encode(sent.text).length,
    sha256: sent.sha256,
    tokens: { encoding, total: await counter.count(sent.text, encoding) },
    pieces,
    unitsByRole,
    output: { totalBytes, stdoutBytes, stderrBytes, lines },
    saved: record.savedAs,
  };
}
