import type { CommandTools, Context } from '../command.ts';
import { joined } from '../commandOutput.ts';
import { openInput } from '../inputs.ts';

/** All bytes of a file operand, `-` being standard input; or the reason why not. */
export async function readAll(
  tools: CommandTools,
  context: Context,
  operand: string,
): Promise<Uint8Array | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  const parts: Uint8Array[] = [];
  for await (const chunk of input.chunks) parts.push(chunk);
  return joined(parts);
}
