import { DEFAULT_USAGE, type HostAnswer, piecesOf, sse } from './answer.ts';

/** The events of `POST /models/…:streamGenerateContent?alt=sse`. Arguments that are broken JSON cannot be told. */
export function googleEvents(answer: HostAnswer): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  const chunk = (parts: readonly unknown[], more: object = {}, finish: object = {}) =>
    sse({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...finish }],
      modelVersion: 'gemini-test',
      responseId: 'r1',
      ...more,
    });
  const events: string[] = [];
  for (const text of piecesOf(answer.reasoning?.text ?? '')) events.push(chunk([{ text, thought: true }]));
  for (const text of piecesOf(answer.text ?? '')) events.push(chunk([{ text }]));
  (answer.calls ?? []).forEach(({ id, name, args }, index) => {
    const functionCall = { id, name, args: JSON.parse(args) as unknown };
    // The signature rides on the first call.
    const signature = index === 0 ? answer.reasoning?.signature : undefined;
    events.push(
      chunk([{ functionCall, ...(signature === undefined ? {} : { thoughtSignature: signature }) }]),
    );
  });
  events.push(
    chunk(
      [{ text: '' }],
      {
        usageMetadata: {
          promptTokenCount: usage.input,
          cachedContentTokenCount: usage.cached,
          candidatesTokenCount: usage.output - usage.reasoning,
          thoughtsTokenCount: usage.reasoning,
          totalTokenCount: usage.input + usage.output,
        },
      },
      { finishReason: 'STOP' },
    ),
  );
  return events;
}

export function googleError(code: number, status: string, message: string): string {
  return JSON.stringify({ error: { code, status, message } });
}
