import type { JsonObject, Outcome, ToolError } from '../../core/index.ts';
import { parseExternalInput } from '../tools/externalTools.ts';
import {
  done,
  refused,
  stopped,
  stopReasonOf,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../tools/toolPort.ts';
import type { McpWorkerClient } from './mcpWorkerClient.ts';

export interface McpToolPlace {
  readonly server: string;
  readonly serverName: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Ours. */
  readonly name: string;
}

/** A tool of a server. Its result takes the way of every result; what is no text in it becomes files. */
export function mcpTool(place: McpToolPlace, client: () => McpWorkerClient): Tool<JsonObject> {
  return {
    name: place.name,
    serial: false,
    changesFiles: true,
    timeoutMs: (_input, limits) => limits.defaultTimeoutMs,
    parse: parseExternalInput,
    run: (input, context) => run(place, client(), input, context),
  };
}

async function run(
  { server, serverName, tool, name }: McpToolPlace,
  client: McpWorkerClient,
  input: JsonObject,
  context: ToolContext,
): Promise<ToolResult> {
  const { timedOut, timeoutMs, answer } = await ask(client, server, tool, input, context);
  if (timedOut) {
    const outcome: Outcome = { status: 'timeout', timeoutMs, signal: null, unconfirmedStop: false };
    return { outcome, notes: [], facts: null, pid: null };
  }
  if (context.stop.aborted) return stopped(stopReasonOf(context.stop));
  if (!answer.ok) return refused({ ...answer.error, phase: 'run' });
  // Few sessions have a server: what writes its answers comes with the first of them.
  const { writeAnswer } = await import('./writeAnswer.ts');
  const { parts, isError } = answer.value;
  const written = await writeAnswer(parts, context);
  const facts = { kind: 'mcp', server: serverName, tool, parts: written.parts } as const;
  const refusal = await refusalOf(written.text, name, context);
  if (refusal !== null) return refused(refusal, facts);
  await context.out.write(written.text);
  if (!isError) return done(facts);
  return refused({ code: 'MCP_TOOL_ERROR', phase: 'run', message: 'The tool reported an error.' }, facts);
}

async function ask(
  client: McpWorkerClient,
  server: string,
  tool: string,
  input: JsonObject,
  { stop, after, profileContext, report }: ToolContext,
) {
  const timeoutMs = profileContext.limits.defaultTimeoutMs;
  const own = new AbortController();
  let timedOut = false;
  const onStop = () => own.abort();
  const cancelTimer = after(timeoutMs, () => {
    timedOut = true;
    own.abort();
  });
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  try {
    const answer = await client.call(server, tool, input, { stop: own.signal, onProgress: report });
    return { answer, timedOut, timeoutMs };
  } finally {
    cancelTimer();
    stop.removeEventListener('abort', onStop);
  }
}

/** The policy of harnesses that refuse a large result outright: its work is lost, and the model is told so. */
async function refusalOf(text: string, name: string, context: ToolContext): Promise<ToolError | null> {
  const { mcpLarge, mcpTokens } = context.profileContext.options;
  if (mcpLarge !== 'refuse' || typeof mcpTokens !== 'number') return null;
  const tokens = await context.counter.count(text, context.encoding);
  if (tokens <= mcpTokens) return null;
  const message = `MCP tool "${name}" response (${tokens} tokens) exceeds maximum allowed tokens (${mcpTokens}). Please use pagination, filtering, or limit parameters to reduce the response size.`;
  return { code: 'MCP_RESULT_TOO_LARGE', phase: 'run', message };
}
