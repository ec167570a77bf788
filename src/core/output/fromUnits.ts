/** Units per call: well under the number of arguments that any engine takes. */
const UNITS_PER_CALL = 8192;

/** UTF-16 units (or ASCII bytes) `[from, to)` as a string. */
export function fromUnits(units: Uint16Array | Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += UNITS_PER_CALL) {
    const part: string = Reflect.apply(
      String.fromCharCode,
      null,
      units.subarray(at, Math.min(to, at + UNITS_PER_CALL)),
    );
    text += part;
  }
  return text;
}
