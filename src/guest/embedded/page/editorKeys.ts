/** What a key does to the line, by bash's names where it has one (GNU Readline's emacs mode). */
export type EditorAction =
  | 'accept'
  | 'interrupt'
  | 'delete-or-end'
  | 'clear-screen'
  | 'complete'
  | 'backspace'
  | 'delete'
  | 'kill-to-start'
  | 'kill-to-end'
  /** Back to a blank. */
  | 'kill-word-before'
  /** Back over letters and digits. */
  | 'kill-name-before'
  | 'kill-name-after'
  | 'yank'
  | 'transpose'
  | 'left'
  | 'right'
  | 'name-left'
  | 'name-right'
  | 'start'
  | 'end'
  | 'older'
  | 'newer'
  | 'last-word'
  | 'search'
  | 'abort';

const csi = '\x1b[';

/** Keys as an xterm sends them. */
export const editorActions: ReadonlyMap<string, EditorAction> = new Map<string, EditorAction>([
  ['\r', 'accept'],
  ['\x03', 'interrupt'],
  ['\x04', 'delete-or-end'],
  ['\x0c', 'clear-screen'],
  ['\t', 'complete'],
  ['\x7f', 'backspace'],
  ['\b', 'backspace'],
  [`${csi}3~`, 'delete'],
  ['\x15', 'kill-to-start'],
  ['\x0b', 'kill-to-end'],
  ['\x17', 'kill-word-before'],
  ['\x1b\x7f', 'kill-name-before'],
  ['\x1bd', 'kill-name-after'],
  ['\x19', 'yank'],
  ['\x14', 'transpose'],
  [`${csi}D`, 'left'],
  ['\x1bOD', 'left'],
  ['\x02', 'left'],
  [`${csi}C`, 'right'],
  ['\x1bOC', 'right'],
  ['\x06', 'right'],
  ['\x1bb', 'name-left'],
  [`${csi}1;5D`, 'name-left'],
  [`${csi}1;3D`, 'name-left'],
  ['\x1bf', 'name-right'],
  [`${csi}1;5C`, 'name-right'],
  [`${csi}1;3C`, 'name-right'],
  [`${csi}H`, 'start'],
  ['\x1bOH', 'start'],
  [`${csi}1~`, 'start'],
  ['\x01', 'start'],
  [`${csi}F`, 'end'],
  ['\x1bOF', 'end'],
  [`${csi}4~`, 'end'],
  ['\x05', 'end'],
  [`${csi}A`, 'older'],
  ['\x1bOA', 'older'],
  ['\x10', 'older'],
  [`${csi}B`, 'newer'],
  ['\x1bOB', 'newer'],
  ['\x0e', 'newer'],
  ['\x1b.', 'last-word'],
  ['\x12', 'search'],
  ['\x07', 'abort'],
  ['\x1b', 'abort'],
]);

/**
 * One key of a terminal's input: an escape sequence, a control character or a character. A terminal also answers
 * what an output asked it (`cat` of a hostile file is enough): such an answer is one key, of no meaning, whole, or
 * its middle would be typed into the line.
 */
const keys = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)|O[A-Za-z]|[^[O])|\x1b|[\s\S]/gu;

/** An answer of the terminal's, or a key that does nothing here. */
export function isMeaningless(key: string): boolean {
  return key.length > 1 && key.startsWith('\x1b') && !editorActions.has(key);
}

/** Splits what a terminal sent into keys. `\r\n` of a paste is one Enter. */
export function keysOf(data: string): string[] {
  return data.replaceAll('\r\n', '\r').replaceAll('\n', '\r').match(keys) ?? [];
}
