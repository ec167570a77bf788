/**
 * The colours and weights that ANSI "select graphic rendition" sets, as plain data: a row of output can be
 * painted from the state at its start, so that a view may begin anywhere in a file.
 */

export type SgrColor =
  | { readonly kind: 'palette'; readonly index: number }
  | { readonly kind: 'rgb'; readonly css: string };

export interface Sgr {
  readonly fg: SgrColor | null;
  readonly bg: SgrColor | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strike: boolean;
  readonly hidden: boolean;
}

export const PLAIN_SGR: Sgr = {
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  strike: false,
  hidden: false,
};

const cubeSteps = [0, 95, 135, 175, 215, 255];

/** A colour of the 256-colour palette: 0–15 stay themed, the rest become rgb. */
export function paletteColor(index: number): SgrColor | null {
  if (!Number.isInteger(index) || index < 0 || index > 255) return null;
  if (index < 16) return { kind: 'palette', index };
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return { kind: 'rgb', css: `rgb(${grey} ${grey} ${grey})` };
  }
  const cube = index - 16;
  const red = cubeSteps[Math.floor(cube / 36)] ?? 0;
  const green = cubeSteps[Math.floor(cube / 6) % 6] ?? 0;
  const blue = cubeSteps[cube % 6] ?? 0;
  return { kind: 'rgb', css: `rgb(${red} ${green} ${blue})` };
}

function isByte(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
}

/** Reads `38;5;n` / `38;2;r;g;b` behind position `at`; gives the colour and how many numbers it took. */
function extendedColor(
  codes: readonly number[],
  at: number,
): { readonly color: SgrColor | null; readonly used: number } {
  const mode = codes[at + 1];
  if (mode === 5) return { color: paletteColor(codes[at + 2] ?? -1), used: 2 };
  if (mode === 2) {
    const [red, green, blue] = [codes[at + 2], codes[at + 3], codes[at + 4]];
    if (!isByte(red) || !isByte(green) || !isByte(blue)) return { color: null, used: 4 };
    return { color: { kind: 'rgb', css: `rgb(${red} ${green} ${blue})` }, used: 4 };
  }
  return { color: null, used: 1 };
}

const switches: ReadonlyMap<number, Partial<Sgr>> = new Map<number, Partial<Sgr>>([
  [0, PLAIN_SGR],
  [1, { bold: true }],
  [2, { dim: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { inverse: true }],
  [8, { hidden: true }],
  [9, { strike: true }],
  [21, { underline: true }],
  [22, { bold: false, dim: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { inverse: false }],
  [28, { hidden: false }],
  [29, { strike: false }],
  [39, { fg: null }],
  [49, { bg: null }],
]);

/** The state after one `ESC [ params m`. Unknown numbers change nothing. */
export function applySgr(state: Sgr, params: string): Sgr {
  const codes = params.split(/[;:]/).map((part) => (part === '' ? 0 : Number(part)));
  let next = state;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    const change = switches.get(code);
    if (change) next = { ...next, ...change };
    else if (code >= 30 && code <= 37) next = { ...next, fg: { kind: 'palette', index: code - 30 } };
    else if (code >= 40 && code <= 47) next = { ...next, bg: { kind: 'palette', index: code - 40 } };
    else if (code >= 90 && code <= 97) next = { ...next, fg: { kind: 'palette', index: code - 82 } };
    else if (code >= 100 && code <= 107) next = { ...next, bg: { kind: 'palette', index: code - 92 } };
    else if (code === 38 || code === 48) {
      const { color, used } = extendedColor(codes, at);
      next = code === 38 ? { ...next, fg: color } : { ...next, bg: color };
      at += used;
    }
  }
  return next;
}
