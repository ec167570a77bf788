import { ownColumn } from './columns.ts';
import { columnOfV8, isDataWorker, programPlace } from './dataScripts.ts';
import { callers } from './nodeLines.ts';
import type { OtherFrame } from './otherStacks.ts';
import { sourceLine } from './sources.ts';

/** The function that a CommonJS module is the body of; shown as `<anonymous>`. */
export const wrapperName = '__spillwayModule';

/** As many as Node shows. */
const mostOtherFrames = 10;
/** The file of what the engine itself brings, as JavaScriptCore names it. */
const nativeFile = '[native code]';

/** Scripts of this `node` itself have no name that a program could have. */
export function isOurFile(file: string): boolean {
  return /^(?:blob|https?):/.test(file);
}

/** The script that started this worker, where it is one of its own. */
const startFile = isDataWorker ? location.href : null;

export function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

/** A stack of another engine, which tells less of a frame than V8: the program's own, as Node words them. */
export function otherText(error: object, frames: readonly OtherFrame[]): string {
  const placed = withoutConstructors(error, frames).map(programPlace);
  const own = placed.filter((_, at) => {
    const file = callingFile(placed, at);
    return !isOurFile(file) && file !== startFile;
  });
  const lines = own.slice(0, mostOtherFrames).map((frame) => {
    const place = placeText(frame);
    const name = frame.name === wrapperName ? 'Object.<anonymous>' : frame.name;
    return name === '' ? place : `${name} (${place})`;
  });
  return [headOf(error), ...[...lines, ...callers.main.slice(-1)].map((line) => `    at ${line}`)].join('\n');
}

/** V8 leaves out the constructors of the error's own class and of what that extends. */
function withoutConstructors(error: object, frames: readonly OtherFrame[]): readonly OtherFrame[] {
  const names = new Set<unknown>();
  for (let at: unknown = Object.getPrototypeOf(error); at instanceof Error; at = Object.getPrototypeOf(at)) {
    names.add(at.constructor.name);
  }
  const first = frames.findIndex(({ name }) => name === '' || !names.has(name));
  return frames.slice(first === -1 ? frames.length : first);
}

function placeText({ file, line, column }: OtherFrame): string {
  if (file === '' || file === nativeFile) return '<anonymous>';
  const own = ownColumn(file, line, column);
  const text = isDataWorker ? sourceLine(file, line) : null;
  return `${file}:${line}:${text === null ? own : columnOfV8(text, own)}`;
}

/** What the engine itself runs belongs to the script that called it. */
function callingFile(frames: readonly OtherFrame[], at: number): string {
  return frames.slice(at).find(({ file }) => file !== nativeFile)?.file ?? 'blob:';
}
