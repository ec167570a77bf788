import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail, latin1FromText } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { stdinChunks } from './inputs.ts';
import { parseOptions } from './options.ts';
import { complementOf, fitted, parseTrSet } from './trSets.ts';

const table = {
  flags: 'cCdst',
  valued: '',
  long: { complement: 'c', delete: 'd', 'squeeze-repeats': 's', 'truncate-set1': 't' },
};

const usage = "Try 'tr --help' for more information.\n";

/** What `tr` does to each byte: drops it, or turns it into another, of which some are not repeated. */
interface Plan {
  readonly drops: Uint8Array;
  readonly into: Uint8Array;
  readonly squeezes: Uint8Array;
}

/** Applies a plan to pieces of a stream; remembers the byte before. */
function translator({ drops, into, squeezes }: Plan): (chunk: Uint8Array) => Uint8Array {
  if (!drops.includes(1) && !squeezes.includes(1)) return (chunk) => chunk.map((byte) => into[byte]!);
  let before = -1;
  return (chunk) => {
    const out = new Uint8Array(chunk.length);
    let at = 0;
    for (const byte of chunk) {
      if (drops[byte]) continue;
      const next = into[byte]!;
      if (squeezes[next] && next === before) continue;
      before = next;
      out[at++] = next;
    }
    return out.subarray(0, at);
  };
}

/** GNU `tr`, byte by byte as it is there, over streams. */
export function tr(tools: CommandTools): Command {
  return command('tr', async (args, context) => {
    const call = tools.live.takeCall('tr');
    // A set may begin with `-`; options end where the first set begins.
    const first = args.findIndex((arg) => arg === '--' || !/^-./.test(arg));
    const options = first < 0 ? args : args.slice(0, first);
    const sets = first < 0 ? [] : args.slice(args[first] === '--' ? first + 1 : first);
    const parsed = parseOptions(options, table);
    if ('error' in parsed) return fail(`tr: ${parsed.error}\n${usage}`);
    const plan = planFor(sets, new Set(parsed.given.keys()));
    if ('error' in plan) return fail(`tr: ${plan.error}`);
    const output = new CommandOutput('tr', tools, call);
    const translate = translator(plan);
    for await (const chunk of stdinChunks(tools, context)) {
      const bytes = translate(chunk);
      if (bytes.length > 0 && !(await output.write(bytes))) break;
    }
    return output.result(0);
  });
}

function planFor(sets: readonly string[], given: ReadonlySet<string>): Plan | { readonly error: string } {
  const deletes = given.has('d');
  const squeezes = given.has('s');
  const needed = deletes === squeezes ? 2 : 1;
  const [one, two, three] = sets;
  if (one === undefined) return { error: `missing operand\n${usage}` };
  if (two === undefined && needed === 2) {
    const why = deletes
      ? 'Two strings must be given when both deleting and squeezing repeats.'
      : 'Two strings must be given when translating.';
    return { error: `missing operand after '${one}'\n${why}\n${usage}` };
  }
  const extra = two !== undefined && deletes && !squeezes ? two : three;
  if (extra !== undefined) {
    const why =
      deletes && !squeezes && extra === two
        ? 'Only one string may be given when deleting without squeezing repeats.\n'
        : '';
    return { error: `extra operand '${extra}'\n${why}${usage}` };
  }
  const set1 = parseTrSet(latin1FromText(one));
  if ('error' in set1) return { error: `${set1.error}\n` };
  const set2 = two === undefined ? null : parseTrSet(latin1FromText(two));
  if (set2 && 'error' in set2) return { error: `${set2.error}\n` };
  const from = given.has('c') || given.has('C') ? complementOf(set1.bytes) : set1.bytes;

  const drops = new Uint8Array(256);
  const into = Uint8Array.from({ length: 256 }, (_none, byte) => byte);
  const single = new Uint8Array(256);
  if (deletes) for (const byte of from) drops[byte] = 1;
  else if (set2) {
    if (set2.bytes.length === 0 && !set2.fillAt && from.length > 0 && !given.has('t')) {
      return { error: 'when not truncating set1, string2 must be non-empty\n' };
    }
    const to = given.has('t') ? set2.bytes : fitted(set2, from.length);
    const count = Math.min(from.length, to.length);
    for (let index = 0; index < count; index++) into[from[index]!] = to[index]!;
  }
  if (squeezes)
    for (const byte of set2 ? fitted(set2, set2.fillAt ? from.length : 0) : from) single[byte] = 1;
  return { drops, into, squeezes: single };
}
