import { topFrame, withRoomForFrames } from '../errors/stackTrace.ts';
import { parseScript, provideContextsFor } from './awaitContexts.ts';
import { walkReferences } from './scopes.ts';

type DynamicImport = (specifier: unknown, base: string, options: unknown) => Promise<object>;
type AnyConstructor = new (...args: never[]) => object;

/** Programs get others; so these are taken first. */
const NativeProxy = Proxy;
const constructors = [() => {}, async () => {}, function* () {}, async function* () {}].map(
  (each) => each.constructor as FunctionConstructor,
);

/**
 * Has `new Function('name', 'return import(name)')` ask this `node` for the module: the engine would ask the browser.
 * So packages, prettier among them, keep their `import()` from transpilers.
 */
export function installFunctionConstructors(dynamicImport: DynamicImport, cwd: () => string): void {
  for (const Native of constructors) {
    const make = (args: readonly unknown[], newTarget: AnyConstructor): object => {
      const made = Reflect.construct(Native, args, newTarget);
      const texts = args.map(String);
      for (const text of texts) provideContextsFor(text);
      if (!texts.some((text) => /\bimport\s*\(/.test(text))) return made;
      const base = callersPath() ?? `${cwd()}/[eval]`;
      return importing(made, (specifier, options) => dynamicImport(specifier, base, options));
    };
    const Changed: FunctionConstructor = new NativeProxy(Native, {
      apply: (_target, _self, args) => make(args, Native),
      construct: (_target, args, newTarget) => make(args, newTarget as AnyConstructor),
    });
    Object.defineProperty(Native.prototype, 'constructor', { value: Changed });
    if (Native === Function) Object.defineProperty(globalThis, 'Function', { value: Changed });
  }
}

/** The same function with calls of `imports`, which has as many letters, in place of `import()`. */
function importing(made: object, imports: (specifier: unknown, options: unknown) => Promise<object>): object {
  // As the engine puts parameters and body together; it has found them right.
  let source = `(${Function.prototype.toString.call(made)})`;
  let count = 0;
  walkReferences(parseScript(source), new Set(), (node) => {
    if (node.type !== 'ImportExpression') return;
    source = `${source.slice(0, node.start)}impor$${source.slice(node.start + 'import'.length)}`;
    count += 1;
  });
  if (count === 0) return made;
  const changed = new Function('impor$', `return ${source}`)(imports) as object;
  return Object.setPrototypeOf(changed, Object.getPrototypeOf(made) as object) as object;
}

/** The file that asks for a function. Null where it has none, as behind a program's own `prepareStackTrace`. */
function callersPath(): string | null {
  const { stack } = withRoomForFrames(() => new Error());
  const file = typeof stack === 'string' ? topFrame(stack)?.file : undefined;
  if (file === undefined || file.startsWith('[')) return null;
  return file.startsWith('file:') ? decodeURIComponent(new URL(file).pathname) : file;
}
