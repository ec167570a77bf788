import { getLineInfo, parse, tokenizer } from 'acorn';
import { noteSyntaxPlace } from '../errors/uncaught.ts';
import { keepContexts, parseScript } from './awaitContexts.ts';
import { Edits } from './edits.ts';
import { importCallsIn, largeText } from './importCalls.ts';
import { walkReferences } from './scopes.ts';
import { readsStack, tellStackRead } from './stackReads.ts';

/** acorn's SyntaxError. */
export interface ParseFault {
  readonly message: string;
  /** Offset in the source. */
  readonly pos: number;
  /** `line` from 1, `column` from 0. */
  readonly loc: { readonly line: number; readonly column: number };
}

/** Where acorn finds `source` wrong; null where it is right. */
export function findFault(source: string, sourceType: 'script' | 'module'): ParseFault | null {
  try {
    parse(source, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: sourceType === 'script',
      allowSuperOutsideMethod: false,
    });
    return null;
  } catch (error) {
    if (isParseFault(error)) return error;
    throw error;
  }
}

export function isParseFault(error: unknown): error is ParseFault {
  return error instanceof SyntaxError && 'pos' in error && 'loc' in error;
}

const framesOf = {
  script: [
    'wrapSafe (node:internal/modules/cjs/loader:1464:18)',
    'Module._compile (node:internal/modules/cjs/loader:1495:20)',
  ],
  module: [
    'compileSourceTextModule (node:internal/modules/esm/utils:346:16)',
    'ModuleLoader.moduleStrategy (node:internal/modules/esm/translators:146:18)',
  ],
  eval: ['makeContextifyScript (node:internal/vm:185:14)', 'node:internal/process/execution:107:22'],
} as const;

/** Where V8 points for these words: at the token before, where acorn points behind it. */
const pointsBefore =
  /^missing \) after argument list|^Missing initializer in |^await is only valid in async functions/;

/** The fault at the place that V8 names for it. */
function placedAsV8(fault: ParseFault, words: string, source: string): ParseFault {
  if (!pointsBefore.test(words)) return fault;
  let before: number | null = null;
  try {
    for (const { start, end } of tokenizer(source, { ecmaVersion: 'latest', allowHashBang: true })) {
      if (end > fault.pos) break;
      before = start;
    }
  } catch {
    // Further than the fault nothing is read.
  }
  if (before === null) return fault;
  return { message: fault.message, pos: before, loc: getLineInfo(source, before) };
}

/** Marks `error` with the place of `fault` in `file`, for the lines that are printed above its stack. */
export function placeFault(error: Error, found: ParseFault, source: string, file: string): void {
  const fault = placedAsV8(found, error.message, source);
  const token = /^(?:[\w$]+|'[^'\n]*'?|"[^"\n]*"?|=>|\.\.\.|.)?/u.exec(source.slice(fault.pos))?.[0] ?? '';
  const { line, column } = fault.loc;
  noteSyntaxPlace(error, {
    file,
    line,
    column: column + 1,
    length: isAtEnd(fault, source) ? 0 : Math.max(1, token.length),
  });
  const kind = file.startsWith('file:') ? 'module' : file.startsWith('[') ? 'eval' : 'script';
  // Its own frames are those of this `node`; Node shows its own instead.
  error.stack = [`${error.name}: ${error.message}`, ...framesOf[kind].map((frame) => `    at ${frame}`)].join(
    '\n',
  );
}

function isAtEnd(fault: ParseFault, source: string): boolean {
  return fault.pos >= source.trimEnd().length;
}

/** They compile the text of a function as one, whatever brackets it closes, and run nothing. */
const compileFunction = Function;
const compileAsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** V8's words of a fault that acorn found: V8 itself says them when it compiles the same text. */
export function wordsOfV8(fault: ParseFault, source: string, isModule: boolean): string {
  const own = fault.message
    .replace(/ \(\d+:\d+\)$/, '')
    .replace(/^Duplicate export /, 'Duplicate export of ')
    .replace(/^(Export '.*') is not defined$/, '$1 is not defined in module');
  if (/^Unexpected token$/.test(own) && isAtEnd(fault, source)) return 'Unexpected end of input';
  // What only a module may say is taken away: the rest shows the same fault as a function.
  const text = isModule
    ? source
        .replace(/^([ \t]*)export\s+(default\s+)?(?=[\w{*])/gm, '$1')
        .replace(/^[ \t]*import\b[^'"();]*(['"])[^'"\n]*\1/gm, '')
        .replaceAll('import.meta', 'importMeta')
    : source;
  try {
    const body = text.replace(/^#!/, '//');
    if (isModule) compileAsyncFunction(`"use strict";${body}`);
    else compileFunction(body);
    return own;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return own;
    // One bracket too many ends the function: V8 has other words for that.
    const closes = source[fault.pos] === '}' && own === 'Unexpected token';
    return closes ? "Unexpected token '}'" : error.message;
  }
}

const needsModule = [
  'Cannot use import statement outside a module',
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
  'await is only valid in async functions and the top level bodies of modules',
  // As SpiderMonkey says it.
  ' declarations may only appear at top level of a module',
  'import.meta may only appear in a module',
  // As JavaScriptCore does.
  'import call expects one or two arguments',
  "Unexpected keyword 'export'",
  'import.meta is only valid inside modules',
];

/** Whether what the engine says of a CommonJS text means that it is an ES module. */
export function meansModule(message: string, source: string): boolean {
  return needsModule.some((each) => message.includes(each)) && findFault(source, 'module') === null;
}

/**
 * A script's text as it is evaluated: `import(…)` as a call of `impor$`, which has the same length, and where `keeps`
 * with calls around its awaits. Left as it is where acorn cannot read it: then V8 cannot either, or it has neither.
 */
export function prepareScript(source: string, file: string, head: string, keeps: boolean): string {
  const edits = new Edits(source);
  if (source.startsWith('#!')) edits.replace(0, 2, '//');
  const readsStacks = readsStack(source);
  const hasImport = /\bimport\s*\(/.test(source);
  const isLarge = source.length >= largeText && !keeps && !readsStacks;
  const calls = hasImport && isLarge ? importCallsIn(source) : null;
  if (calls) for (const at of calls) edits.replace(at, at + 6, 'impor$');
  else if (keeps || readsStacks || hasImport) {
    try {
      const program = parseScript(source);
      if (keeps) keepContexts(program, edits);
      walkReferences(program, new Set(), (node, parents) => {
        if (node.type === 'ImportExpression') edits.replace(node.start, node.start + 6, 'impor$');
        if (readsStacks) tellStackRead(node, parents, edits);
      });
    } catch (error) {
      if (!isParseFault(error)) throw error;
    }
  }
  return edits.apply(file, head);
}
