import { type ProcessSignal, signalFrom, signalNames } from '../processes/signals.ts';

/** What a handler can be set for. */
export type Condition = 'EXIT' | 'ERR' | 'DEBUG' | 'RETURN' | ProcessSignal;

/** What a word of `trap` names: a signal by name or number, or one of bash's own conditions; null where nothing. */
export function conditionFrom(word: string): Condition | null {
  const upper = word.toUpperCase();
  if (word === '0' || upper === 'EXIT') return 'EXIT';
  if (upper === 'ERR' || upper === 'DEBUG' || upper === 'RETURN') return upper;
  return signalFrom(word);
}

/** Lines of `trap -p`: the handlers that are set, of the conditions that `words` name or of all. */
export function listed(handlers: ReadonlyMap<Condition, string>, words: readonly string[]): string {
  const order: readonly Condition[] = ['EXIT', ...signalNames, 'DEBUG', 'ERR', 'RETURN'];
  const asked = words.map(conditionFrom);
  let text = '';
  for (const condition of order) {
    const handler = handlers.get(condition);
    if (handler === undefined || (words.length > 0 && !asked.includes(condition))) continue;
    text += `trap -- '${handler.replaceAll("'", "'\\''")}' ${condition}\n`;
  }
  return text;
}
