import type { CommandTools, Context } from '../command.ts';
import { joined } from '../commandOutput.ts';
import { openInput } from '../inputs.ts';

/** Files are read ahead up to here, bytes. */
const startBytes = 1 << 20;

interface Start {
  readonly bytes: Uint8Array;
  /** What follows; null where that is all. */
  readonly rest: AsyncIterable<Uint8Array> | null;
}

/** A file operand up to a size at which it is better read piece by piece. Standard input is not read ahead. */
export async function readStart(
  tools: CommandTools,
  context: Context,
  operand: string,
): Promise<Start | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  if (!input.file) return { bytes: new Uint8Array(0), rest: input.chunks };
  const { size } = input.file;
  if (size > startBytes) return { bytes: new Uint8Array(0), rest: input.chunks };
  const parts: Uint8Array[] = [];
  for await (const chunk of input.chunks) parts.push(chunk);
  return { bytes: joined(parts), rest: null };
}

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
