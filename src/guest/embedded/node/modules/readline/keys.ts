/** What a terminal sends for a key, as `keypress` events name it. */
export interface Key {
  readonly sequence: string;
  readonly name: string | undefined;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

const named: Readonly<Record<string, string>> = {
  '\r': 'return',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
  '\u001b': 'escape',
  ' ': 'space',
};

const final: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'tab',
};

const numbered: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

// An escape sequence, a letter with Alt, or one character.
const keyPattern = /\u001b(?:\[|O)(\d*)(?:;(\d+))?([~A-Za-z])|\u001b([\s\S])?|[\s\S]/gu;

export function keysOf(text: string): Key[] {
  return [...text.matchAll(keyPattern)].map(([sequence, number = '', modifiers, letter, alt]) => {
    if (letter !== undefined) {
      const bits = Number(modifiers ?? 1) - 1;
      const name = letter === '~' ? numbered[number] : final[letter];
      return {
        sequence,
        name,
        ctrl: (bits & 4) !== 0,
        meta: (bits & 10) !== 0,
        shift: (bits & 1) !== 0 || letter === 'Z',
      };
    }
    const character = alt ?? sequence;
    const code = character.charCodeAt(0);
    const isControl = code > 0 && code <= 26 && named[character] === undefined;
    const name =
      named[character] ??
      (isControl
        ? String.fromCharCode(code + 96)
        : /^[a-z0-9]$/i.test(character)
          ? character.toLowerCase()
          : undefined);
    return { sequence, name, ctrl: isControl, meta: alt !== undefined, shift: /^[A-Z]$/.test(character) };
  });
}
