export type Conformance = typeof import('./conformance/index.ts');

/** What guests promise, as checks; the code is loaded only now. */
export async function loadConformance() {
  return import('./conformance/index.ts');
}

/** `openOpaqueFrame`: a document of ours in an opaque origin, also where a service worker serves the page. */
export async function loadOpaqueFrame() {
  return import('./opaqueFrame.ts');
}
