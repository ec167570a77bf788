import type { EsModule, Getter } from './esModule.ts';

/** Names that a module exports, its own and those that stars pass on. */
export function namesOf(module: EsModule, seen: Set<EsModule>): Set<string> {
  const names = new Set<string>();
  if (seen.has(module)) return names;
  seen.add(module);
  for (const name of module.locals.keys()) names.add(name);
  for (const { name } of module.transformed?.indirectExports ?? []) names.add(name);
  for (const request of module.transformed?.starExports ?? []) {
    const dependency = module.dependencies[request];
    if (!dependency) continue;
    for (const name of namesOf(dependency, seen)) if (name !== 'default') names.add(name);
  }
  return names;
}

/** The getter behind an export; null where there is none, `conflict` where two stars disagree. */
export function getterOf(module: EsModule, name: string, seen: Set<string>): Getter | 'conflict' | null {
  const key = `${module.url}\n${name}`;
  if (seen.has(key)) return null;
  seen.add(key);
  const local = module.locals.get(name);
  if (local) return local;
  const indirect = module.transformed?.indirectExports.find((each) => each.name === name);
  if (indirect) {
    const dependency = module.dependencies[indirect.request];
    if (!dependency) return null;
    if (indirect.from === null) return () => dependency.namespace;
    return getterOf(dependency, indirect.from, seen);
  }
  if (name === 'default') return null;
  let found: Getter | 'conflict' | null = null;
  for (const request of module.transformed?.starExports ?? []) {
    const dependency = module.dependencies[request];
    const getter = dependency ? getterOf(dependency, name, seen) : null;
    if (getter === 'conflict' || (getter && found && getter !== found)) return 'conflict';
    found ??= getter;
  }
  return found;
}

/** Whether evaluating a module means waiting. */
export function awaitsBelow(module: EsModule, seen: Set<EsModule>): boolean {
  if (seen.has(module) || module.state === 'evaluated') return false;
  seen.add(module);
  if (module.transformed?.awaits || module.state === 'waiting') return true;
  return module.dependencies.some((each) => awaitsBelow(each, seen));
}
