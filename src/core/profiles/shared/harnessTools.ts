import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { toolTexts } from './toolTexts.ts';

/** How one of our tools is told under a harness: what is left out stays in our words. */
export interface ToolWords {
  readonly wireName: string;
  readonly description?: string;
  readonly inputSchema?: object;
}

/**
 * The tools of a harness by our names. A tool that the table does not name is not told to the model at all: the
 * harness has none and its model works by the shell.
 */
export function harnessTools(
  ctx: ProfileContext,
  table: Readonly<Record<string, ToolWords>>,
): readonly ToolText[] {
  return toolTexts(ctx).flatMap((ours) => {
    const words = Object.hasOwn(table, ours.tool) ? table[ours.tool] : undefined;
    return words === undefined ? [] : [{ ...ours, ...words }];
  });
}

/** A JSON Schema of an object. */
export function objectSchema(
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
): object {
  return { type: 'object', properties, required };
}
