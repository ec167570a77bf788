/** Serves `root` with the product's headers on `port` or one of the next free ones. */
export function serve(
  root: string,
  port: number,
): Promise<{ readonly url: string; readonly close: () => void }>;
