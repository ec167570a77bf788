import { type ModuleRequest, namespaceKey, type TransformedModule } from './esmTransform.ts';
import { createNamespace } from './namespaces.ts';

export type Getter = () => unknown;
export type Body = Generator<undefined, void> | AsyncGenerator<undefined, void>;

/** A module in the graph, of whatever kind. */
export interface EsModule {
  readonly url: string;
  /** Live bindings: a getter for each export. */
  readonly bindings: object;
  readonly namespace: object;
  readonly requests: readonly ModuleRequest[];
  dependencies: EsModule[];
  /** Export names of its own text. */
  readonly locals: Map<string, Getter>;
  readonly transformed: TransformedModule | null;
  /** CommonJS, JSON and builtin modules: makes the values. */
  readonly run: (() => void) | null;
  readonly isCommonJs: boolean;
  body: Body | null;
  /** `waiting`: it or what it needs awaits. */
  state: 'linking' | 'linked' | 'evaluating' | 'waiting' | 'evaluated' | 'failed';
  failure: unknown;
  isStarted: boolean;
  /** Of a `.js` that is a module because of its package.json: the path of that. */
  packageJson: () => string | null;
}

const requiredForms = new WeakMap<EsModule, object>();

/**
 * What `require` gives of a module: what it exports as `module.exports`; else, with a default export, what transpilers
 * made of such modules before.
 */
export function required(module: EsModule): unknown {
  if ('module.exports' in module.bindings)
    return (module.bindings as Readonly<Record<string, unknown>>)['module.exports'];
  if (!('default' in module.bindings) || '__esModule' in module.bindings) return module.namespace;
  const known = requiredForms.get(module);
  if (known) return known;
  const bindings = Object.create(module.bindings) as object;
  Object.defineProperty(bindings, '__esModule', { value: true });
  const form = createNamespace(bindings, () => ['__esModule', ...Object.keys(module.bindings)]);
  requiredForms.set(module, form);
  return form;
}

export const starters = new WeakMap<EsModule, () => void>();
export const bases = new WeakMap<EsModule, string>();

export function basePath(module: EsModule): string {
  return bases.get(module) ?? '/';
}

export function blank(
  url: string,
  parts: Partial<Pick<EsModule, 'locals' | 'run' | 'isCommonJs' | 'transformed'>>,
): EsModule {
  const bindings = Object.create(null) as object;
  const names = () => Object.keys(bindings);
  const namespace = createNamespace(bindings, names);
  Object.defineProperty(bindings, namespaceKey, { value: namespace });
  return {
    url,
    bindings,
    namespace,
    requests: parts.transformed?.requests ?? [],
    dependencies: [],
    locals: parts.locals ?? new Map(),
    transformed: parts.transformed ?? null,
    run: parts.run ?? null,
    isCommonJs: parts.isCommonJs ?? false,
    body: null,
    state: 'linking',
    failure: null,
    isStarted: false,
    packageJson: () => null,
  };
}
