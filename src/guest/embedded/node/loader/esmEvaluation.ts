import type { EsModule } from './esModule.ts';
import { awaitsBelow, reaches } from './esmGraph.ts';

/** Evaluates a linked module and all below it at once; none of them awaits. Throws what a module threw. */
export function evaluateNow(module: EsModule): void {
  if (module.state === 'failed') throw module.failure;
  if (module.state !== 'linked') return;
  module.state = 'evaluating';
  try {
    for (const dependency of module.dependencies) evaluateNow(dependency);
    module.run?.();
    void module.body?.next();
    module.state = 'evaluated';
  } catch (error) {
    failed(module, error);
    throw error;
  }
}

/** Evaluates a linked module and all below it in order, where some await. Rejects with what a module threw. */
export function evaluate(module: EsModule): Promise<void> {
  if (module.state === 'failed') return Promise.reject(module.failure);
  if (module.done) return module.done;
  if (module.state !== 'linked') return Promise.resolve();
  module.state = 'evaluating';
  const work = async () => {
    try {
      for (const dependency of module.dependencies) {
        // A module of a cycle that is under way already is not waited for.
        if (dependency.state === 'evaluating' && reaches(dependency, module, new Set())) continue;
        if (awaitsBelow(dependency, new Set())) await evaluate(dependency);
        else evaluateNow(dependency);
      }
      module.run?.();
      await module.body?.next();
      module.state = 'evaluated';
    } catch (error) {
      failed(module, error);
      throw error;
    }
  };
  module.done = work();
  return module.done;
}

const commonJsWord = /^(require|module|exports|__filename|__dirname) is not defined$/;

/** A word of CommonJS in an ES module: says where that is, and why the file is one. */
function explain(module: EsModule, error: unknown): void {
  if (!(error instanceof ReferenceError) || !commonJsWord.test(error.message) || !module.transformed) return;
  const old = error.message;
  let words = `${old} in ES module scope`;
  if (old.startsWith('require ')) words += ', you can use import instead';
  const packageJson = module.packageJson();
  if (packageJson !== null) {
    words += `\nThis file is being treated as an ES module because it has a '.js' file extension and '${packageJson}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file extension.`;
  }
  const stack = error.stack?.replace(old, () => words);
  Object.defineProperty(error, 'message', { value: words, writable: true, configurable: true });
  if (stack !== undefined) error.stack = stack;
}

function failed(module: EsModule, error: unknown): void {
  explain(module, error);
  module.state = 'failed';
  module.failure = error;
}
