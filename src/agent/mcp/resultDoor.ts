import * as v from 'valibot';
import { isLoggableJson, type JsonObject } from '../../core/index.ts';
import { decodeBase64, filesInText } from './base64.ts';

/** A part of a server's result, read as hostile. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string }
  | {
      readonly kind: 'bytes';
      readonly source: 'image' | 'audio' | 'resource' | 'text';
      readonly mimeType: string;
      readonly bytes: Uint8Array;
    };

export interface ToolAnswer {
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
}

/** One tool as a server tells of it. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

const maxParts = 500;
const maxTools = 500;
const maxSchemaChars = 32_768;

const text = v.pipe(
  v.string(),
  v.transform((value) => value.toWellFormed()),
);
const optionalText = v.optional(text, '');
const partSchema = v.variant('type', [
  v.object({ type: v.literal('text'), text }),
  v.object({ type: v.picklist(['image', 'audio']), data: v.string(), mimeType: optionalText }),
  v.object({ type: v.literal('resource_link'), uri: text, name: optionalText }),
  v.object({
    type: v.literal('resource'),
    resource: v.object({
      uri: text,
      mimeType: optionalText,
      text: v.optional(text),
      blob: v.optional(v.string()),
    }),
  }),
]);
const answerSchema = v.object({
  content: v.optional(v.array(v.unknown()), []),
  structuredContent: v.optional(v.unknown()),
  isError: v.optional(v.boolean(), false),
});
const toolSchema = v.object({
  name: v.pipe(text, v.minLength(1), v.maxLength(500)),
  description: optionalText,
  inputSchema: v.optional(v.unknown()),
});

/** Reads what a server answered to a call. What has no known form is shown as the JSON that it is. */
export function readAnswer(value: unknown): ToolAnswer {
  const parsed = v.safeParse(answerSchema, value);
  if (!parsed.success) return { parts: [{ kind: 'text', text: jsonText(value) }], isError: false };
  const { content, structuredContent, isError } = parsed.output;
  const parts = content.slice(0, maxParts).flatMap(readPart);
  const left = content.length - maxParts;
  if (left > 0) parts.push({ kind: 'text', text: `[${left} more parts were not taken]` });
  if (parts.length === 0 && structuredContent !== undefined) {
    parts.push({ kind: 'text', text: jsonText(structuredContent) });
  }
  return { parts, isError };
}

function readPart(value: unknown): readonly ResultPart[] {
  const parsed = v.safeParse(partSchema, value);
  if (!parsed.success) return [{ kind: 'text', text: jsonText(value) }];
  const part = parsed.output;
  switch (part.type) {
    case 'text':
      return textParts(part.text);
    case 'image':
    case 'audio':
      return [bytesPart(part.type, part.mimeType, part.data)];
    case 'resource_link':
      return [{ kind: 'link', uri: part.uri, name: part.name }];
    case 'resource': {
      const { mimeType, text: words, blob } = part.resource;
      if (blob !== undefined) return [bytesPart('resource', mimeType, blob)];
      return words === undefined ? [{ kind: 'link', uri: part.resource.uri, name: '' }] : textParts(words);
    }
  }
}

function bytesPart(source: 'image' | 'audio' | 'resource', mimeType: string, data: string): ResultPart {
  const bytes = decodeBase64(data);
  if (bytes === null) return { kind: 'text', text: `[a part of type ${source} that is not base64]` };
  return { kind: 'bytes', source, mimeType: mimeType.slice(0, 100), bytes };
}

/** A file that came as base64 in a text is taken out of it: in a context it would cost its whole length and say nothing. */
function textParts(whole: string): readonly ResultPart[] {
  const parts: ResultPart[] = [];
  let at = 0;
  for (const { start, end, bytes } of filesInText(whole)) {
    if (start > at) parts.push({ kind: 'text', text: whole.slice(at, start) });
    parts.push({ kind: 'bytes', source: 'text', mimeType: '', bytes });
    at = end;
  }
  if (at < whole.length || parts.length === 0) parts.push({ kind: 'text', text: whole.slice(at) });
  return parts;
}

function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').toWellFormed();
}

/** The tools of a server; what is none is left out, and what a log cannot hold of one is replaced. */
export function readTools(value: unknown): readonly ServerTool[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxTools).flatMap((item: unknown): readonly ServerTool[] => {
    const parsed = v.safeParse(toolSchema, item);
    if (!parsed.success) return [];
    const { name, description, inputSchema } = parsed.output;
    return [
      { name, description, inputSchema: isUsableSchema(inputSchema) ? inputSchema : { type: 'object' } },
    ];
  });
}

function isUsableSchema(schema: unknown): schema is JsonObject {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    !Array.isArray(schema) &&
    isLoggableJson(schema) &&
    JSON.stringify(schema).length <= maxSchemaChars
  );
}
