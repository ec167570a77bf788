import { notSupported } from '../../nodeErrors/nodeError.ts';

/**
 * Functions that say that they are not here once they are called. They can be extended and stand behind `instanceof`
 * like the classes that some of them are in Node: packages ask whether a socket is a TLSSocket.
 */
export function unavailableMembers(
  moduleName: string,
  names: readonly string[],
): Readonly<Record<string, () => never>> {
  return Object.fromEntries(
    names.map((name) => {
      function member(): never {
        throw notSupported(`${moduleName}.${name}`);
      }
      return [name, Object.defineProperty(member, 'name', { value: name })];
    }),
  );
}
