import { parse } from 'acorn';
import { noteSyntaxPlace } from '../errors/uncaught.ts';
import { Edits } from './edits.ts';
import { walkReferences } from './scopes.ts';

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

/** Marks `error` with the place of `fault` in `file`, for the lines that are printed above its stack. */
export function placeFault(error: Error, fault: ParseFault, source: string, file: string): void {
  const token = /^(?:[\w$]+|'[^'\n]*'|"[^"\n]*"|=>|\.\.\.|.)/u.exec(source.slice(fault.pos))?.[0] ?? '';
  const { line, column } = fault.loc;
  noteSyntaxPlace(error, { file, line, column: column + 1, length: Math.max(1, token.length) });
}

/** V8's words of a fault that acorn found: V8 itself says them when it compiles the same text. */
export function messageOfV8(
  source: string,
  evaluate: (code: string) => unknown,
  isModule: boolean,
): string | null {
  try {
    const head = isModule ? '(async function*(){"use strict";' : '(function(){';
    evaluate(`${head}${source}\n})`);
    return null;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : null;
  }
}

const needsModule = [
  'Cannot use import statement outside a module',
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
  'await is only valid in async functions and the top level bodies of modules',
];

/** Whether what V8 says of a CommonJS text means that it is an ES module. */
export function meansModule(message: string, source: string): boolean {
  return needsModule.some((each) => message.includes(each)) && findFault(source, 'module') === null;
}

/**
 * `import(…)` of a script as a call of `impor$`, which has the same length. Left as it is where acorn cannot read it:
 * then V8 cannot either, or it has no such call.
 */
export function replaceDynamicImports(source: string, file: string, head: string): string {
  const edits = new Edits(source);
  if (source.startsWith('#!')) edits.replace(0, 2, '//');
  if (/\bimport\s*\(/.test(source)) {
    try {
      const program = parse(source, {
        ecmaVersion: 'latest',
        allowHashBang: true,
        allowReturnOutsideFunction: true,
      });
      walkReferences(program, new Set(), (node) => {
        if (node.type === 'ImportExpression') edits.replace(node.start, node.start + 6, 'impor$');
      });
    } catch (error) {
      if (!isParseFault(error)) throw error;
    }
  }
  return edits.apply(file, head);
}
