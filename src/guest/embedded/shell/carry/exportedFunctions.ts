import { quoted } from '../commands/command.ts';

const keyPattern = /^BASH_FUNC_(.+)%%$/;

/** A definition's source as bash hands it to children, in a variable `BASH_FUNC_name%%`. */
export function functionValue(name: string, source: string): string {
  const head = new RegExp(`^\\s*(?:function\\s+)?${name.replace(/[^\w]/g, '\\$&')}\\s*(?:\\(\\s*\\))?\\s*`);
  return `() ${source.replace(head, '')}`;
}

/** The statements that give a shell the functions that its environment holds, exported again; empty for none. */
export function functionsIn(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .flatMap(([key, value]) => {
      const name = keyPattern.exec(key)?.[1];
      // Only what bash itself writes: a value that does more than define is not run.
      if (name === undefined || !/^[^\s$;&|<>()'"`\\]+$/.test(name) || !value.startsWith('() ')) return [];
      return [`${name} ${value}\nexport -f ${quoted(name)}`];
    })
    .join('\n');
}
