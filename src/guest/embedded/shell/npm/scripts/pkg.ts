import { findPrefix, isObject, type JsonObject, needManifest, writeJson } from '../cli/project.ts';
import { NpmFailure, type NpmRun } from '../cli/run.ts';

/** `npm pkg get [KEY…]`, `npm pkg set KEY=VALUE…`, `npm pkg delete KEY…`; keys as `scripts.test`, `files[0]`, `files[]`. */
export async function pkg(run: NpmRun): Promise<number> {
  const [, action, ...args] = run.options.words;
  const prefix = await findPrefix(run.call.files, run.call.cwd);
  const file = await needManifest(run.call.files, prefix);
  if (action === 'get') {
    await run.out(`${JSON.stringify(got(file.value, args), null, 2)}\n`);
    return 0;
  }
  if (action === 'set' || action === 'delete') {
    if (args.length === 0)
      throw usage(
        `npm pkg ${action} ${action === 'set' ? 'expects a key=value pair of args.' : 'expects key args.'}`,
      );
    for (const arg of args) {
      const at = arg.indexOf('=');
      if (action === 'delete') remove(file.value, partsOf(arg));
      else if (at < 0) throw usage('npm pkg set expects a key=value pair of args.');
      else put(file.value, partsOf(arg.slice(0, at)), givenValue(run, arg.slice(at + 1)));
    }
    await writeJson(run.call.files, file);
    return 0;
  }
  throw usage('Usage: npm pkg set|get|delete|fix');
}

function usage(text: string): NpmFailure {
  return new NpmFailure(['code EUSAGE', text]);
}

function givenValue(run: NpmRun, text: string): unknown {
  if (!run.on('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One key gives its value alone, several an object of them, none the whole. */
function got(manifest: JsonObject, keys: readonly string[]): unknown {
  if (keys.length === 0) return manifest;
  const found = keys.flatMap((key): [string, unknown][] => {
    const value = read(manifest, partsOf(key));
    return value === undefined ? [] : [[key, value]];
  });
  if (keys.length === 1) return found[0]?.[1] ?? {};
  return Object.fromEntries(found);
}

/** `a.b[0][]` as its steps; the empty step appends. A key with dots is written `["a.b"]`. */
function partsOf(key: string): string[] {
  const parts: string[] = [];
  for (const match of key.matchAll(/\["([^"]*)"\]|\[([^\]]*)\]|([^.[\]]+)/g))
    parts.push(match[1] ?? match[2] ?? match[3] ?? '');
  if (parts.length === 0 || parts.some((part) => part === '__proto__' || part === 'constructor'))
    throw usage(`Invalid key: ${key}`);
  return parts;
}

function read(from: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, from);
}

function put(into: JsonObject | unknown[], parts: readonly string[], value: unknown): void {
  const [part = '', ...rest] = parts;
  const key = Array.isArray(into) ? (part === '' ? into.length : Number(part)) : part;
  if (typeof key === 'number' && !(key >= 0 && key <= 10_000)) throw usage(`Invalid index: ${part}`);
  // One type for both: a list is written by number, an object by name.
  const slots = into as Record<string | number, unknown>;
  if (rest.length === 0) {
    slots[key] = value;
    return;
  }
  const next = slots[key];
  const isList = rest[0] === '' || /^\d+$/.test(rest[0]!);
  const inner = isObject(next) || Array.isArray(next) ? next : isList ? [] : {};
  slots[key] = inner;
  put(inner, rest, value);
}

function remove(from: JsonObject, parts: readonly string[]): void {
  const parent = read(from, parts.slice(0, -1));
  const last = parts.at(-1)!;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isObject(parent)) delete parent[last];
}
