import type { Command } from '../app/keyCommands.ts';
import * as words from '../words/palette.ts';

/**
 * The commands whose title or group has every word that is typed, those first where the words begin words of the
 * title: `run` means Run before it means "Drunk".
 */
export function matching(all: readonly Command[], typed: string): readonly Command[] {
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (typedWords.length === 0) return all;
  const found = all.filter(({ title, group }) => {
    const text = `${title} ${words.groups[group]}`.toLowerCase();
    return typedWords.every((word) => text.includes(word));
  });
  const ranks = new Map(found.map((command) => [command, rank(command.title.toLowerCase(), typedWords)]));
  return found.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** 0 where the title begins with what is typed, 1 where each word begins one of its words, else 2. */
function rank(title: string, typedWords: readonly string[]): number {
  if (title.startsWith(typedWords.join(' '))) return 0;
  const parts = title.split(/[^\p{L}\p{N}]+/u);
  return typedWords.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2;
}
