type Variables = Readonly<Record<string, string | undefined>>;

/** What keeps a command from waiting for a pager or a password, and from colours. */
export const defaultShellEnv: Readonly<Record<string, string>> = Object.freeze({
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  NO_COLOR: '1',
  TERM: 'dumb',
});

/** An `env` for `createBashTool`: `base`, read again at each call where it is a function, under the defaults. */
export function shellEnv(base: Variables | (() => Variables) = {}): () => Readonly<Record<string, string>> {
  return () => {
    const given = Object.entries(typeof base === 'function' ? base() : base);
    const set = given.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return Object.freeze({ ...Object.fromEntries(set), ...defaultShellEnv });
  };
}
