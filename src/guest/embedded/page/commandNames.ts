import type { GuestProcess } from '../../port.ts';

/** What the shell knows without a file. */
const builtins =
  'alias bg bind break builtin case cd command continue declare dirs disown do done elif else esac eval exec exit export fg fi for function getopts hash history if in jobs kill let local mapfile popd printf pushd read readonly return select set shift shopt source suspend then time times trap type typeset ulimit umask unalias unset until wait while'.split(
    ' ',
  );

/** Every name that can be called, sorted, each once: what lies on PATH and what the shell has of its own; looked up at the first call. */
export function commandNames(run: (command: string) => GuestProcess): () => Promise<readonly string[]> {
  let names: Promise<readonly string[]> | null = null;
  return () => {
    names ??= lookedUp(run);
    return names;
  };
}

async function lookedUp(run: (command: string) => GuestProcess): Promise<readonly string[]> {
  const process = run('ls -1 /usr/local/bin /usr/bin /bin 2>/dev/null');
  const decoder = new TextDecoder();
  let listing = '';
  for await (const { bytes } of process.output) listing += decoder.decode(bytes, { stream: true });
  const found = listing.split('\n').filter((line) => /^[\w.+-]+$/.test(line) && !line.startsWith('__'));
  return [...new Set([...builtins, ...found])].sort();
}
