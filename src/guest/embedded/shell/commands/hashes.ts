import { blake2b } from '@noble/hashes/blake2.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { Command, ExecResult } from 'just-bash/browser';
import { bytesFromText, textFromBytes } from '../disk/bytes.ts';
import { checkSums, type SumCheck } from './checkSums.ts';
import { type CommandTools, type Context, command, fail } from './command.ts';
import { CommandOutput, joined } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseOptions } from './options.ts';

interface Hasher {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

interface HashKind {
  readonly create: () => Hasher;
  /** What `--tag` calls it. */
  readonly tag: string;
}

const kinds: Readonly<Record<string, HashKind>> = {
  md5sum: { create: () => md5.create(), tag: 'MD5' },
  sha1sum: { create: () => sha1.create(), tag: 'SHA1' },
  sha224sum: { create: () => sha224.create(), tag: 'SHA224' },
  sha256sum: { create: () => sha256.create(), tag: 'SHA256' },
  sha384sum: { create: () => sha384.create(), tag: 'SHA384' },
  sha512sum: { create: () => sha512.create(), tag: 'SHA512' },
  b2sum: { create: () => blake2b.create({ dkLen: 64 }), tag: 'BLAKE2b' },
};

/** Those that just-bash does not know. */
export const hashNames: readonly string[] = ['sha224sum', 'sha384sum', 'sha512sum', 'b2sum'];

const table = {
  flags: 'bctwz',
  valued: '',
  long: {
    binary: 'b',
    check: 'c',
    text: 't',
    warn: 'w',
    zero: 'z',
    tag: 'T',
    quiet: 'Q',
    status: 'S',
    strict: 'R',
    'ignore-missing': 'I',
  },
};

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The digest of a file operand in hex, or the reason why there is none. */
async function sumOf(
  tools: CommandTools,
  context: Context,
  operand: string,
  kind: HashKind,
): Promise<string | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  const hasher = kind.create();
  for await (const chunk of input.chunks) hasher.update(chunk);
  return hexOf(hasher.digest());
}

/** `md5sum` and its family, a piece of a file at a time; with `-c` they check a list. */
export function hashCommands(tools: CommandTools): Command[] {
  return Object.entries(kinds).map(([name, kind]) =>
    command(name, async (args, context): Promise<ExecResult> => {
      const call = tools.live.takeCall(name);
      const parsed = parseOptions(args, table);
      if ('error' in parsed) {
        return fail(`${name}: ${parsed.error}\nTry '${name} --help' for more information.\n`);
      }
      const { given } = parsed;
      const output = new CommandOutput(name, tools, call);
      const operands = parsed.operands.length > 0 ? parsed.operands : ['-'];
      if (given.has('c')) {
        const check: SumCheck = {
          name,
          tag: kind.tag,
          hexLength: kind.create().digest().length * 2,
          given,
          sumOf: (file) => sumOf(tools, context, file, kind),
        };
        let exitCode = 0;
        for (const operand of operands) {
          const list = await textOf(tools, context, operand);
          if (typeof list === 'string') exitCode ||= await checkSums(check, operand, list, output);
          else {
            await output.error(`${operand}: ${list.failed}`);
            exitCode = 1;
          }
        }
        return output.result(exitCode);
      }
      let exitCode = 0;
      for (const operand of operands) {
        const sum = await sumOf(tools, context, operand, kind);
        if (typeof sum === 'string') await output.write(bytesFromText(lineFor(sum, operand, kind, given)));
        else {
          await output.error(`${operand}: ${sum.failed}`);
          exitCode = 1;
        }
      }
      return output.result(exitCode);
    }),
  );
}

function lineFor(sum: string, file: string, kind: HashKind, given: ReadonlyMap<string, string>): string {
  const end = given.has('z') ? '\0' : '\n';
  const isEscaped = !given.has('z') && /[\\\n\r]/.test(file);
  const written = file.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  const name = isEscaped ? written : file;
  const mark = isEscaped ? '\\' : '';
  if (given.has('T')) return `${mark}${kind.tag} (${name}) = ${sum}${end}`;
  return `${mark}${sum} ${given.has('b') ? '*' : ' '}${name}${end}`;
}

async function textOf(
  tools: CommandTools,
  context: Context,
  operand: string,
): Promise<string | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  const parts: Uint8Array[] = [];
  for await (const chunk of input.chunks) parts.push(chunk);
  return textFromBytes(joined(parts));
}
