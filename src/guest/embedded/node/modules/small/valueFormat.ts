import { tellStack } from '../../errors/otherStacks.ts';

/**
 * Bytes of a value for `v8.serialize`: V8's own format stays inside the browser, so this is one of ours. It keeps
 * what structured clone keeps, circles too; only this `node` reads it.
 */

interface Table {
  readonly nodes: unknown[];
}

type Encoded = readonly [kind: string, ...parts: unknown[]];

const bytesOf = (view: ArrayBufferView): number[] => [
  ...new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
];

export function serialize(value: unknown): Uint8Array<ArrayBuffer> {
  const ids = new Map<object, number>();
  const table: Table = { nodes: [] };
  // Refuses what cannot be cloned, in the browser's words.
  structuredClone(value);

  function encode(part: unknown): Encoded {
    if (part === undefined) return ['u'];
    if (typeof part === 'bigint') return ['n', String(part)];
    if (typeof part === 'number' && (!Number.isFinite(part) || Object.is(part, -0)))
      return ['f', Object.is(part, -0) ? '-0' : String(part)];
    if (part === null || typeof part !== 'object') return ['v', part];
    const known = ids.get(part);
    if (known !== undefined) return ['r', known];
    const id = table.nodes.length;
    ids.set(part, id);
    table.nodes.push(null);
    table.nodes[id] = encodeObject(part);
    return ['r', id];
  }

  function encodeObject(part: object): Encoded {
    if (Array.isArray(part))
      return ['a', part.length, Object.entries(part).map(([key, each]) => [key, encode(each)])];
    if (part instanceof Date) return ['d', part.getTime()];
    if (part instanceof RegExp) return ['x', part.source, part.flags];
    if (part instanceof Map) return ['m', [...part].map(([key, each]) => [encode(key), encode(each)])];
    if (part instanceof Set) return ['s', [...part].map(encode)];
    if (part instanceof Error) {
      tellStack(part);
      const own = Object.entries(part).map(([key, each]) => [key, encode(each)]);
      return ['e', part.name, part.message, part.stack, 'cause' in part ? encode(part.cause) : null, own];
    }
    if (ArrayBuffer.isView(part)) return ['t', part.constructor.name, bytesOf(part)];
    if (part instanceof ArrayBuffer) return ['b', bytesOf(new Uint8Array(part))];
    if (part instanceof Number || part instanceof String || part instanceof Boolean)
      return ['o', part.valueOf()];
    return ['p', Object.entries(part).map(([key, each]) => [key, encode(each)])];
  }

  const root = encode(value);
  return new TextEncoder().encode(`\u00ff${JSON.stringify([root, table.nodes])}`);
}

export function deserialize(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  if (!text.startsWith('\u00ff')) throw new Error('Unable to deserialize cloned data.');
  const [root, nodes] = JSON.parse(text.slice(1)) as [Encoded, Encoded[]];
  const made = new Map<number, unknown>();

  function decode([kind, part]: Encoded): unknown {
    if (kind === 'u') return undefined;
    if (kind === 'n') return BigInt(part as string);
    if (kind === 'f') return Number(part);
    if (kind === 'v') return part;
    const id = part as number;
    if (!made.has(id)) fill(id, nodes[id] ?? ['u']);
    return made.get(id);
  }

  function keep<Made>(id: number, value: Made): Made {
    made.set(id, value);
    return value;
  }

  function fill(id: number, [kind, first, second, third, fourth, fifth]: Encoded): void {
    const pairs = (list: unknown) => list as [never, Encoded][];
    if (kind === 'a') {
      const array = keep<unknown[]>(id, new Array(first as number));
      for (const [key, each] of pairs(second)) Reflect.set(array, key, decode(each));
    } else if (kind === 'p') {
      const object = keep<Record<string, unknown>>(id, {});
      for (const [key, each] of pairs(first)) {
        Object.defineProperty(object, key, {
          value: decode(each),
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
    } else if (kind === 'm') {
      const map = keep(id, new Map<unknown, unknown>());
      for (const [key, each] of first as [Encoded, Encoded][]) map.set(decode(key), decode(each));
    } else if (kind === 's') {
      const set = keep(id, new Set<unknown>());
      for (const each of first as Encoded[]) set.add(decode(each));
    } else if (kind === 'd') keep(id, new Date(first as number));
    else if (kind === 'x') keep(id, new RegExp(first as string, second as string));
    else if (kind === 'b') keep(id, new Uint8Array(first as number[]).buffer);
    else if (kind === 'o') keep(id, Object(first));
    else if (kind === 't') keep(id, viewOf(first as string, new Uint8Array(second as number[])));
    else if (kind === 'e') {
      const error = keep(id, new (errorClasses.get(first as string) ?? Error)(second as string));
      if (error.name !== first)
        Object.defineProperty(error, 'name', { value: first, writable: true, configurable: true });
      Object.defineProperty(error, 'stack', { value: third, writable: true, configurable: true });
      for (const [key, each] of pairs(fifth ?? [])) Reflect.set(error, key, decode(each));
      // One that was assigned is among those.
      if (fourth !== null && !Object.hasOwn(error, 'cause'))
        Object.defineProperty(error, 'cause', {
          value: decode(fourth as Encoded),
          writable: true,
          configurable: true,
        });
    }
  }
  return decode(root);
}

const errorClasses: ReadonlyMap<string, new (message: string) => Error> = new Map(
  [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((each) => [each.name, each]),
);

function viewOf(name: string, bytes: Uint8Array<ArrayBuffer>): unknown {
  const { Buffer } = globalThis as { Buffer?: { from(bytes: ArrayBuffer): unknown } };
  if (name === 'Buffer' && Buffer) return Buffer.from(bytes.buffer);
  const View =
    (globalThis as unknown as Record<string, new (memory: ArrayBuffer) => unknown>)[name] ?? Uint8Array;
  return new View(bytes.buffer);
}
