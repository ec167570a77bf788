import { bytesFromText } from '../../disk/bytes.ts';
import type { CommandTools, Context } from '../command.ts';
import { joined } from '../commandOutput.ts';
import { openInput } from '../inputs.ts';
import type { CurlOptions } from './curlOptions.ts';

export interface CurlBody {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** What `-d`, `--json`, `-F` and `-T` send; null where nothing is sent. Throws `UnreadableFile`. */
export async function curlBody(
  tools: CommandTools,
  context: Context,
  options: CurlOptions,
): Promise<CurlBody | null> {
  const upload = options.values.get('upload-file')?.at(-1);
  if (upload !== undefined) return { bytes: await fileBytes(tools, context, upload), contentType: null };
  const forms = [
    ...(options.values.get('form') ?? []).map((text) => ({ text, isPlain: false })),
    ...(options.values.get('form-string') ?? []).map((text) => ({ text, isPlain: true })),
  ];
  if (forms.length > 0) return formBody(tools, context, forms);
  if (options.data.length === 0) return null;
  const parts: Uint8Array[] = [];
  for (const { kind, value } of options.data) {
    if (parts.length > 0 && kind !== 'json') parts.push(bytesFromText('&'));
    parts.push(await dataPart(tools, context, kind, value));
  }
  const isJson = options.data.some(({ kind }) => kind === 'json');
  return {
    bytes: joined(parts),
    contentType: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
  };
}

/** A file that a body should come from cannot be read. */
export class UnreadableFile extends Error {}

async function dataPart(
  tools: CommandTools,
  context: Context,
  kind: string,
  value: string,
): Promise<Uint8Array> {
  if (kind === 'data-raw') return bytesFromText(value);
  if (kind === 'data-urlencode') {
    const [, name, mark, rest] = /^([^=@]*)([=@])?([\s\S]*)$/.exec(value) ?? [];
    if (mark === undefined) return bytesFromText(formEncoded(value));
    const content = mark === '@' ? new TextDecoder().decode(await fileBytes(tools, context, rest!)) : rest!;
    return bytesFromText(`${name ? `${name}=` : ''}${formEncoded(content)}`);
  }
  if (!value.startsWith('@')) return bytesFromText(value);
  // A file that is not there makes an empty body; curl warns of it only where it is not silent.
  const bytes = await fileBytes(tools, context, value.slice(1)).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return new Uint8Array(0);
    throw error;
  });
  // `-d @file` is for text on one line; only --data-binary and --json leave it as it is.
  return kind === 'data' || kind === 'data-ascii'
    ? bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0)
    : bytes;
}

/** As in a form: everything but letters, digits and `-._~`, a space as `+`. */
function formEncoded(text: string): string {
  const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, percent)
    .replaceAll('%20', '+');
}

async function fileBytes(tools: CommandTools, context: Context, name: string): Promise<Uint8Array> {
  const input = await openInput(tools, context, name === '.' ? '-' : name);
  if ('failed' in input) throw new UnreadableFile(name);
  const parts: Uint8Array[] = [];
  for await (const part of input.chunks) parts.push(part);
  return joined(parts);
}

async function formBody(
  tools: CommandTools,
  context: Context,
  forms: readonly { readonly text: string; readonly isPlain: boolean }[],
): Promise<CurlBody> {
  const random = Array.from({ length: 11 }, () => (tools.randomByte() % 36).toString(36)).join('');
  const boundary = `------------------------${random}`;
  const parts: Uint8Array[] = [];
  for (const { text, isPlain } of forms) {
    const at = text.indexOf('=');
    const name = text.slice(0, at);
    const [value = '', ...rest] = isPlain ? [text.slice(at + 1)] : text.slice(at + 1).split(';');
    const setting = (key: string) => rest.find((each) => each.startsWith(`${key}=`))?.slice(key.length + 1);
    const isFile = !isPlain && /^[@<]/.test(value);
    const content = isFile ? await fileBytes(tools, context, value.slice(1)) : bytesFromText(value);
    const fileName =
      value.startsWith('@') && isFile
        ? (setting('filename') ?? value.slice(value.lastIndexOf('/') + 1).replace(/^@/, ''))
        : null;
    const type = setting('type') ?? (fileName === null ? null : 'application/octet-stream');
    const head = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${name}"${fileName === null ? '' : `; filename="${fileName}"`}`,
      ...(type === null ? [] : [`Content-Type: ${type}`]),
      '',
      '',
    ];
    parts.push(bytesFromText(head.join('\r\n')), content, bytesFromText('\r\n'));
  }
  parts.push(bytesFromText(`--${boundary}--\r\n`));
  return { bytes: joined(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}
