/**
 * The one text of a JSON value: keys sorted by UTF-16 units, no space, `undefined` left out, numbers and strings as
 * `JSON.stringify` writes them (RFC 8785's form). Two equal values give the same bytes, so a hash names the value.
 * @throws TypeError for what JSON cannot hold (NaN, Infinity, functions).
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON holds no ${value}.`);
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? ofList(value) : ofObject(value);
    default:
      throw new TypeError(`JSON holds no ${typeof value}.`);
  }
}

const ofList = (list: readonly unknown[]) => `[${list.map(canonicalJson).join(',')}]`;

function ofObject(object: object): string {
  const members = Object.entries(object)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
