import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail } from './command.ts';
import { bytesResult } from './echo.ts';
import { withoutEscapes } from './escapes.ts';
import { shellQuoted } from './shellQuoted.ts';
import { type Conversion, formatFloat, formatInteger, formatText } from './text/numberFormat.ts';
import { strftime } from './time/strftime.ts';
import { fieldsAt, zoneOf } from './time/zone.ts';

/** bash counts a width in bytes, where `awk` counts characters. */
function inBytes(text: string, conversion: Conversion): string {
  const more = conversion.width === 0 ? 0 : new TextEncoder().encode(text).length - [...text].length;
  return formatText(text, { ...conversion, width: Math.max(0, conversion.width - more) });
}

class Printing {
  readonly #context: Context;
  readonly #values: readonly string[];
  #next = 0;
  stdout = '';
  stderr = '';
  exitCode = 0;
  stopped = false;

  constructor(context: Context, values: readonly string[]) {
    this.#context = context;
    this.#values = values;
  }

  get left(): number {
    return this.#values.length - this.#next;
  }

  #take(): string | undefined {
    return this.#values[this.#next++];
  }

  #complain(words: string): void {
    this.stderr += `bash: printf: ${words}\n`;
    this.exitCode = 1;
  }

  #integer(text: string | undefined): bigint {
    if (text === undefined || text === '') return 0n;
    const character = /^["']([\s\S]*)$/.exec(text);
    if (character) return BigInt(character[1]!.codePointAt(0) ?? 0);
    const match = /^\s*([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(text);
    if (!match) {
      this.#complain(`${text}: invalid number`);
      return 0n;
    }
    const [whole, sign, digits = '0'] = match;
    if (whole.length < text.trimEnd().length)
      this.#complain(`${text}: invalid ${/^\s*[-+]?0\d*[89]/.test(text) ? 'octal ' : ''}number`);
    const size = /^0[0-7]+$/.test(digits) ? BigInt(`0o${digits.slice(1)}`) : BigInt(digits);
    const value = sign === '-' ? -size : size;
    const [low, high] = [-(1n << 63n), (1n << 63n) - 1n];
    if (value >= low && value <= high) return value;
    this.stderr += `bash: printf: warning: ${text}: Numerical result out of range\n`;
    return value < low ? low : high;
  }

  #float(text: string | undefined): number {
    if (text === undefined || text === '') return 0;
    const character = /^["']([\s\S]*)$/.exec(text);
    if (character) return character[1]!.codePointAt(0) ?? 0;
    const value = /^\s*[-+]?(inf|nan)/i.test(text)
      ? (text.trim().startsWith('-') ? -1 : 1) * (/inf/i.test(text) ? Number.POSITIVE_INFINITY : Number.NaN)
      : /^\s*[-+]?0x/i.test(text)
        ? Number(text.trim().replace(/^[-+]/, '')) * (text.trim().startsWith('-') ? -1 : 1)
        : Number.parseFloat(text);
    const isWhole =
      /^\s*[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|0[xX][0-9a-fA-F]+|inf(?:inity)?|nan)\s*$/i.test(
        text,
      );
    if (!isWhole) this.#complain(`${text}: invalid number`);
    return Number.isNaN(value) && !/nan/i.test(text) ? 0 : value;
  }

  /** One pass over the format; false where it cannot go on. */
  pass(format: string): boolean {
    const pattern =
      /%(?:\(([^)]*)\)|([-+ #0']*)(\*|-?\d*)(?:\.(\*|-?\d*))?(?:hh|ll|[hlLjzt])?(?:\(([^)]*)\))?)([\s\S]?)|[^%]+/g;
    for (const [whole, bareTime, flags = '', width = '', precision, time, letter = ''] of format.matchAll(
      pattern,
    )) {
      if (!whole.startsWith('%')) {
        this.stdout += whole;
        continue;
      }
      let sign = flags;
      let columns = width === '*' ? Number(this.#integer(this.#take())) : Number(width);
      if (columns < 0) {
        sign += '-';
        columns = -columns;
      }
      const digits =
        precision === undefined
          ? null
          : precision === '*'
            ? Number(this.#integer(this.#take()))
            : Number(precision);
      const conversion = {
        flags: sign,
        width: columns,
        precision: digits !== null && digits < 0 ? null : digits,
        letter,
      };
      if (letter === 'T' && (bareTime ?? time) !== undefined) {
        this.stdout += formatText(this.#time(bareTime ?? time ?? ''), {
          ...conversion,
          precision: conversion.precision,
        });
        continue;
      }
      switch (letter) {
        case '%':
          this.stdout += '%';
          break;
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
          this.stdout += formatInteger(this.#integer(this.#take()), conversion);
          break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
          this.stdout += formatFloat(this.#float(this.#take()), conversion);
          break;
        case 'c':
          this.stdout += formatText([...(this.#take() ?? '')][0] ?? '', { ...conversion, precision: null });
          break;
        case 's':
          this.stdout += inBytes(this.#take() ?? '', conversion);
          break;
        case 'b': {
          const made = withoutEscapes(this.#take() ?? '', { zeroOctal: 'also', stops: true, quotes: true });
          this.stdout += inBytes(made.text, conversion);
          if (made.stopped) {
            this.stopped = true;
            return false;
          }
          break;
        }
        case 'q':
        case 'Q':
          this.stdout += formatText(shellQuoted(this.#take() ?? ''), {
            ...conversion,
            precision: letter === 'Q' ? null : conversion.precision,
          });
          break;
        case 'n':
          this.#take();
          break;
        default:
          this.#complain(
            letter === '' ? `\`%': missing format character` : `\`${letter}': invalid format character`,
          );
          this.stopped = true;
          return false;
      }
    }
    return true;
  }

  #time(format: string): string {
    const given = this.#take();
    const seconds =
      given === undefined || given === '-1'
        ? Date.now() / 1000
        : given === '-2'
          ? Date.now() / 1000
          : Number(this.#integer(given));
    return strftime(format === '' ? '%H:%M:%S' : format, fieldsAt(seconds * 1000, zoneOf(this.#context)));
  }
}

/** bash's `printf`: bytes as they are told, 64-bit integers, `%q`, `%b`, `%(…)T`, `-v`. */
export function printf(_tools: CommandTools): Command {
  return command('printf', async (args, context) => {
    let index = 0;
    let variable: string | null = null;
    if (args[0] === '-v') {
      variable = args[1] ?? '';
      index = 2;
      if (!/^[A-Za-z_]\w*(\[.+\])?$/.test(variable))
        return fail(`bash: printf: \`${variable}': not a valid identifier\n`, 2);
    } else if (/^-[^-]/.test(args[0] ?? '') && args[0]!.length > 1 && !/^-[\s%\\]/.test(args[0]!))
      return fail(
        `bash: printf: ${args[0]!.slice(0, 2)}: invalid option\nprintf: usage: printf [-v var] format [arguments]\n`,
        2,
      );
    if (args[index] === '--') index++;
    const format = args[index];
    if (format === undefined) return fail('printf: usage: printf [-v var] format [arguments]\n', 2);
    const { text } = withoutEscapes(format, { zeroOctal: false, stops: false, quotes: true });
    const printing = new Printing(context, args.slice(index + 1));
    let before: number;
    do {
      before = printing.left;
      if (!printing.pass(text)) break;
      // A format that takes no values is used once.
    } while (printing.left > 0 && printing.left < before);
    if (variable === null) return bytesResult(printing.stdout, printing.exitCode, printing.stderr);
    const [, name = '', subscript] = /^([^[]*)(?:\[([\s\S]*)\])?$/.exec(variable)!;
    if (context.assignShellVariable) await context.assignShellVariable(name, printing.stdout, subscript);
    else context.env.set(name, printing.stdout);
    return { stdout: '', stderr: printing.stderr, exitCode: printing.exitCode };
  });
}
