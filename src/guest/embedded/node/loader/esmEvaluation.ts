import type { EsModule } from './esModule.ts';

/** What the language's algorithm of evaluation remembers of a module. */
interface Progress {
  /** Place in the walk, and the lowest one that is reached from it: modules of a cycle share it. */
  readonly index: number;
  lowest: number;
  /** The module of its cycle that was come to first. */
  root: EsModule;
  /** How many of its dependencies it waits for, and which modules wait for it. */
  pending: number;
  readonly waiters: Set<EsModule>;
  /** In which order modules began to wait; null: it does not. */
  order: number | null;
  /** Settled when it is done; made only for modules that somebody asked for. */
  done: Settled | null;
}

interface Settled {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const progress = new WeakMap<EsModule, Progress>();
let waitingModules = 0;

function progressOf(module: EsModule): Progress {
  const known = progress.get(module);
  if (!known) throw new Error(`${module.url} has not been come to`);
  return known;
}

/**
 * Evaluates a linked module and all below it. Throws what a module threw at once; answers a promise where some await,
 * and null where everything is done. Modules that do not wait for each other go on side by side.
 */
export function evaluate(module: EsModule): Promise<void> | null {
  if (module.state === 'failed') throw module.failure;
  if (module.state === 'waiting') return donePromise(progressOf(module).root);
  if (module.state !== 'linked') return null;
  const stack: EsModule[] = [];
  try {
    visit(module, stack);
  } catch (error) {
    for (const each of stack) failed(each, error);
    throw error;
  }
  // Evaluating it has changed it.
  return (module.state as EsModule['state']) === 'waiting' ? donePromise(progressOf(module).root) : null;
}

function donePromise(root: EsModule): Promise<void> {
  const its = progressOf(root);
  if (its.done) return its.done.promise;
  // `withResolvers` is taken from this process, since Node 20 has none.
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((...both) => {
    [resolve, reject] = both;
  });
  its.done = { promise, resolve, reject };
  return promise;
}

function visit(module: EsModule, stack: EsModule[]): void {
  if (module.state === 'failed') throw module.failure;
  if (module.state !== 'linked') return;
  module.state = 'evaluating';
  const own: Progress = {
    index: stack.length,
    lowest: stack.length,
    root: module,
    pending: 0,
    waiters: new Set(),
    order: null,
    done: null,
  };
  progress.set(module, own);
  stack.push(module);
  for (const dependency of module.dependencies) {
    visit(dependency, stack);
    let awaited = dependency;
    if (stack.includes(dependency)) own.lowest = Math.min(own.lowest, progressOf(dependency).lowest);
    else {
      const known = progress.get(dependency);
      if (known) awaited = known.root;
      if (awaited.state === 'failed') throw awaited.failure;
    }
    const its = progress.get(awaited);
    if (its && its.order !== null && awaited.state !== 'evaluated' && awaited !== module) {
      own.pending += 1;
      its.waiters.add(module);
    }
  }
  if (own.pending > 0 || awaits(module)) {
    waitingModules += 1;
    own.order = waitingModules;
    if (own.pending === 0) start(module);
  } else runNow(module);
  if (own.lowest !== own.index) return;
  for (const each of stack.splice(own.index)) {
    progressOf(each).root = module;
    each.state = progressOf(each).order === null ? 'evaluated' : 'waiting';
  }
}

function awaits(module: EsModule): boolean {
  return module.transformed?.awaits ?? false;
}

function runNow(module: EsModule): void {
  module.run?.();
  void module.body?.next();
}

/** A module that awaits: the others go on meanwhile. */
function start(module: EsModule): void {
  Promise.resolve(module.body?.next()).then(
    () => succeeded(module),
    (error: unknown) => rejected(module, error),
  );
}

function succeeded(module: EsModule): void {
  if (module.state === 'failed') return;
  finish(module);
  const ready = new Set<EsModule>();
  collectReady(module, ready);
  const ordered = [...ready].sort((a, b) => (progressOf(a).order ?? 0) - (progressOf(b).order ?? 0));
  for (const each of ordered) {
    if (each.state === 'failed') continue;
    if (awaits(each)) {
      start(each);
      continue;
    }
    try {
      runNow(each);
      finish(each);
    } catch (error) {
      rejected(each, error);
    }
  }
}

function finish(module: EsModule): void {
  module.state = 'evaluated';
  progressOf(module).done?.resolve();
}

function collectReady(module: EsModule, ready: Set<EsModule>): void {
  for (const waiter of progressOf(module).waiters) {
    const its = progressOf(waiter);
    if (ready.has(waiter) || its.root.state === 'failed') continue;
    its.pending -= 1;
    if (its.pending > 0) continue;
    ready.add(waiter);
    if (!awaits(waiter)) collectReady(waiter, ready);
  }
}

function rejected(module: EsModule, error: unknown): void {
  if (module.state === 'failed') return;
  failed(module, error);
  const { done, waiters } = progressOf(module);
  for (const waiter of waiters) rejected(waiter, error);
  done?.reject(error);
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
