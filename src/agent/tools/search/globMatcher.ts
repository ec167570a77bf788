/**
 * A glob as a test of paths relative to a folder; names that begin with a dot match too. The library comes with the
 * first glob that is asked for.
 */
export async function globMatcher(
  glob: string,
  options: { readonly basename?: boolean } = {},
): Promise<(path: string) => boolean> {
  const { default: picomatch } = await import('picomatch');
  return picomatch(glob, { dot: true, ...options });
}
