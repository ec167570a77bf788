import { die, GitFailure } from './failure.ts';
import type { GitCall } from './gitCall.ts';
import { quoted } from './hooks.ts';

/** What an alias stands for: words of git, or a command of the shell. */
export type Expansion = { readonly words: readonly string[] } | { readonly command: string };

/**
 * Follows the aliases that `words` begin with until a command of git or of the shell comes; null where the first is
 * no alias at all. Dies where they lead back to each other, or to what is no command.
 */
export async function expandAliases(
  git: GitCall,
  words: readonly string[],
  isCommand: (name: string) => boolean,
): Promise<Expansion | null> {
  const followed: string[] = [];
  let [name = '', ...args] = words;
  for (;;) {
    const alias = await git.config(`alias.${name}`);
    if (alias === undefined) {
      if (followed.length === 0) return null;
      throw new GitFailure(
        `expansion of alias '${followed.at(-1)}' failed; '${name}' is not a git command\n`,
        1,
      );
    }
    if (alias.startsWith('!')) {
      const command = alias.slice(1);
      // What follows the alias is its `$@`, and comes behind its last word too.
      return {
        command: args.length === 0 ? command : `set -- ${args.map(quoted).join(' ')}\n${command} "$@"`,
      };
    }
    const expanded = splitWords(alias);
    if (expanded[0] === name) die(`recursive alias: ${name}`);
    followed.push(name);
    [name = '', ...args] = [...expanded, ...args];
    if (isCommand(name)) return { words: [name, ...args] };
    if (followed.includes(name)) return looped(followed, name);
  }
}

function splitWords(text: string): string[] {
  return (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_all, double?: string, single?: string) => double ?? single ?? ''),
  );
}

function looped(followed: readonly string[], back: string): never {
  const lines = followed.map((name, at) => {
    const sign = name === back ? ' <==' : at === followed.length - 1 ? ' ==>' : '';
    return `\n  ${name}${sign}`;
  });
  return die(`alias loop detected: expansion of '${followed[0]}' does not terminate:${lines.join('')}`);
}
