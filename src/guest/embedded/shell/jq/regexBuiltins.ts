import { combined, made } from './arguments.ts';
import { valuesOf } from './calls.ts';
import { asText } from './formats.ts';
import type { Builtin, Closure, Machine, Out, Outs } from './machine.ts';
import { shown } from './paths.ts';
import { type Match, matches } from './regex.ts';
import { fail, isArray } from './values.ts';

function* matched(
  input: Out,
  args: readonly Closure[],
  machine: Machine,
): Generator<readonly [text: string, found: readonly Match[]], void, undefined> {
  for (const [given = null, flags = null] of combined(args, args.length, input, machine)) {
    const [pattern, own] = isArray(given) ? [given[0] ?? null, given[1] ?? null] : [given, flags];
    if (typeof input.value !== 'string')
      fail(`${shown(input.value)} cannot be matched, as it is not a string`);
    if (typeof pattern !== 'string') fail(`${shown(pattern)} cannot be matched, as it is not a string`);
    yield [input.value, matches(input.value, pattern, own === null ? '' : asText(own))];
  }
}

/** Each result of the replacement for each match makes a text of its own. */
function* substituted(input: Out, [pattern, replacement, flags]: readonly Closure[], machine: Machine): Outs {
  if (!pattern || !replacement || !flags) return;
  for (const [text, found] of matched(input, [pattern, flags], machine)) {
    let results: readonly string[] = [''];
    let from = 0;
    for (const match of found) {
      const between = text.slice(from, match.start);
      const inserts = [...valuesOf(replacement, { value: match.captures, path: null }, machine)].map(
        (value) =>
          typeof value === 'string' ? value : fail(`${shown(match.captures)} cannot be added to a string`),
      );
      results = inserts.flatMap((insert) => results.map((before) => before + between + insert));
      from = match.end;
    }
    for (const result of results) yield made(result + text.slice(from), input);
  }
}

/** Those that look for a regex in a text. */
export const regexBuiltins: Readonly<Record<string, Builtin>> = {
  'test/2': function* (input, args, machine) {
    for (const [, found] of matched(input, args, machine)) yield made(found.length > 0, input);
  },
  'match/2': function* (input, args, machine) {
    for (const [, found] of matched(input, args, machine))
      for (const { value } of found) yield made(value, input);
  },
  'capture/2': function* (input, args, machine) {
    for (const [, found] of matched(input, args, machine))
      for (const { captures } of found) yield made(captures, input);
  },
  'scan/2': function* (input, [pattern, flags], machine) {
    if (!pattern || !flags) return;
    for (const own of valuesOf(flags, input, machine)) {
      const all: Closure = { node: { kind: 'literal', value: `g${own ?? ''}` }, scope: null };
      for (const [, found] of matched(input, [pattern, all], machine)) {
        for (const { value, text } of found) {
          const captures = value instanceof Map ? value.get('captures') : [];
          const strings = Array.isArray(captures) ? captures.map((each) => each.get('string') ?? null) : [];
          yield made(strings.length > 0 ? strings : text, input);
        }
      }
    }
  },
  'sub/3': substituted,
};
