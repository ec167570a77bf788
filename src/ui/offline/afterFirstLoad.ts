/** Behind the paint that shows what has just been made, so that nobody waits for what is fetched then. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/** After the page has come and has nothing to do: what is fetched then delays nobody. */
export async function afterFirstLoad(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  // The guest's own files come first; a page that never rests is served all the same.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 10_000 }) : resolve(null),
  );
}
