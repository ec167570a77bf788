/** What guests promise, as checks; the code is loaded only now. */
export async function loadConformance() {
  return import('./conformance/index.ts');
}
