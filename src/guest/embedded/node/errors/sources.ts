/** Texts of the programs that were compiled, by the name that their frames carry; for the line above an error. */
const texts = new Map<string, string>();

export function noteSource(file: string, text: string): void {
  texts.set(file, text);
}

/** The line, counted from 1, or null. */
export function sourceLine(file: string, line: number): string | null {
  return texts.get(file)?.split(/\r?\n/)[line - 1] ?? null;
}
