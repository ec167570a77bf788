/** One model answer, told once and written in each provider's own streaming format. */
export interface HostAnswer {
  readonly reasoning?: { readonly text: string; readonly signature: string };
  readonly text?: string;
  /** Arguments as JSON text, so that broken JSON can be sent, too. */
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: string }[];
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached: number;
    readonly reasoning: number;
  };
}

export const DEFAULT_USAGE = { input: 100, output: 20, cached: 60, reasoning: 5 };

/** Cuts text into pieces of code points, as providers stream it. */
export function piecesOf(text: string, size = 5): string[] {
  const points = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < points.length; at += size) pieces.push(points.slice(at, at + size).join(''));
  return pieces;
}

/** A server-sent event with a JSON payload; Anthropic and OpenAI's Responses name theirs. */
export function sse(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
