import { invalidArgType } from '../nodeErrors/argumentErrors.ts';
import type { NodeProcess } from '../system.ts';

interface WarningOptions {
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly ctor?: (...args: never[]) => unknown;
}

/** `process.emitWarning`, and what Node prints of a warning that nobody takes. */
export function createWarnings(options: {
  readonly process: () => NodeProcess;
  readonly print: (text: string) => void;
  readonly isSilent: boolean;
  readonly traces: boolean;
}): (warning: string | Error, ...rest: unknown[]) => void {
  const { print } = options;
  let hintGiven = false;

  function show(warning: Error & { readonly code?: string; readonly detail?: string }): void {
    if (options.isSilent) return;
    const { pid } = options.process();
    const code = warning.code ? `[${warning.code}] ` : '';
    const text = options.traces && warning.stack ? warning.stack : `${warning.name}: ${warning.message}`;
    const detail = typeof warning.detail === 'string' ? `\n${warning.detail}` : '';
    print(`(node:${pid}) ${code}${text}${detail}\n`);
    if (hintGiven || options.traces) return;
    hintGiven = true;
    const isDeprecation = warning.name === 'DeprecationWarning';
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    print(`(Use \`node ${flag} ...\` to show where the warning was created)\n`);
  }

  return (warning, ...rest) => {
    const [first, code] = rest;
    const given: WarningOptions =
      typeof first === 'object' && first !== null
        ? (first as WarningOptions)
        : {
            ...(typeof first === 'string' ? { type: first } : {}),
            ...(typeof code === 'string' ? { code } : {}),
          };
    if (typeof warning !== 'string' && !(warning instanceof Error)) {
      throw invalidArgType('warning', ['string', 'Error'], warning);
    }
    const error =
      warning instanceof Error
        ? warning
        : Object.assign(new Error(warning), { name: given.type ?? 'Warning' });
    if (!(warning instanceof Error)) {
      Object.defineProperty(error, 'name', { enumerable: false });
      if (given.code !== undefined) Object.assign(error, { code: given.code });
      if (given.detail !== undefined) Object.assign(error, { detail: given.detail });
    }
    const process = options.process();
    const settings = process as unknown as { noDeprecation?: boolean; throwDeprecation?: boolean };
    if (error.name === 'DeprecationWarning') {
      if (settings.noDeprecation) return;
      if (settings.throwDeprecation) {
        process.nextTick(() => {
          throw error;
        });
        return;
      }
    }
    process.nextTick(() => {
      process.emit('warning', error);
      show(error);
    });
  };
}
