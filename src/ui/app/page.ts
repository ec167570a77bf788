/** Which page the address names. A session is the rest: also what nobody knows. */
export type Page =
  | { readonly kind: 'session' }
  /** What the guest promises, checked. */
  | { readonly kind: 'guest' }
  /** `query`: what stands behind the `?`, as typed. */
  | { readonly kind: 'lab'; readonly query: string }
  | { readonly kind: 'protocols'; readonly id: string | null }
  /** `fragment`: a recording's link without its `#`; empty where one is to be opened. */
  | { readonly kind: 'recording'; readonly fragment: string }
  /** `at`: what stands behind `#/lessons` or `#/lesson/`, read by the page of the lessons. */
  | { readonly kind: 'lessons'; readonly at: string };

export function parsePage(hash: string): Page {
  if (hash === '#/guest') return { kind: 'guest' };
  const lab = /^#\/lab(?:\?(.*))?$/s.exec(hash);
  if (lab) return { kind: 'lab', query: lab[1] ?? '' };
  const protocols = /^#\/protocols(?:\/([A-Za-z0-9_-]{1,64}))?$/.exec(hash);
  if (protocols) return { kind: 'protocols', id: protocols[1] ?? null };
  if (hash === '#/r' || hash.startsWith('#/r/')) {
    return { kind: 'recording', fragment: hash.startsWith('#/r/') ? hash.slice(1) : '' };
  }
  const lessons = /^#\/lessons?(?:\/(.*))?$/s.exec(hash);
  if (lessons) return { kind: 'lessons', at: lessons[1] ?? '' };
  return { kind: 'session' };
}
