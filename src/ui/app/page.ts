import type { RecordKey } from '../../core/index.ts';

/** Which page the address names. */
export type Page =
  | { readonly kind: 'session' }
  /** What the guest promises, checked. */
  | { readonly kind: 'guest' }
  /** `query`: what stands behind the `?`, as typed. */
  | { readonly kind: 'lab'; readonly query: string }
  | { readonly kind: 'protocols'; readonly id: string | null }
  /**
   * `fragment`: a recording's link without its `#`; empty where one is to be opened. `step`: the call that the address
   * names behind it.
   */
  | { readonly kind: 'recording'; readonly fragment: string; readonly step: RecordKey | null }
  /** `query`: what stands behind the `?`, as typed. */
  | { readonly kind: 'compare'; readonly query: string }
  /** Runs of the session with that id. */
  | { readonly kind: 'runs'; readonly id: string }
  | { readonly kind: 'import' }
  /** `hash`: an address that names nothing here. */
  | { readonly kind: 'unknown'; readonly hash: string }
  /** `at`: what stands behind `#/lessons` or `#/lesson/`, read by the page of the lessons. */
  | { readonly kind: 'lessons'; readonly at: string };

/** The address of a recording that lies elsewhere stands behind it, encoded. */
const sourcePrefix = '#/r?src=';

/** The page's own address for a `?src=` in its query; null where there is none. */
export function hashOfSource(search: string): string | null {
  const source = new URLSearchParams(search).get('src');
  return source === null || source === '' ? null : `${sourcePrefix}${encodeURIComponent(source)}`;
}

export function parsePage(hash: string): Page {
  if (hash === '#/guest') return { kind: 'guest' };
  const lab = /^#\/lab(?:\?(.*))?$/s.exec(hash);
  if (lab) return { kind: 'lab', query: lab[1] ?? '' };
  const protocols = /^#\/protocols(?:\/([A-Za-z0-9_-]{1,64}))?$/.exec(hash);
  if (protocols) return { kind: 'protocols', id: protocols[1] ?? null };
  if (hash === '#/r' || hash.startsWith('#/r/') || hash.startsWith(sourcePrefix)) {
    // No link has an @ in it, so that a cut link loses the step first.
    const [, link = '', turn, step, call] = /^#(.*?)(?:@(\d{1,9})\.(\d{1,9})\.(\d{1,9}))?$/s.exec(hash) ?? [];
    const fragment = hash === '#/r' ? '' : link;
    return {
      kind: 'recording',
      fragment,
      step: turn === undefined ? null : `${Number(turn)}.${Number(step)}.${Number(call)}`,
    };
  }
  const lessons = /^#\/lessons?(?:\/(.*))?$/s.exec(hash);
  if (lessons) return { kind: 'lessons', at: lessons[1] ?? '' };
  const compare = /^#\/compare(?:\?(.*))?$/s.exec(hash);
  if (compare) return { kind: 'compare', query: compare[1] ?? '' };
  const runs = /^#\/runs\/([A-Za-z0-9_-]{1,64})$/.exec(hash);
  if (runs) return { kind: 'runs', id: runs[1] ?? '' };
  if (hash === '#/import') return { kind: 'import' };
  // Also an address within a session whose end is broken: the session says what it cannot find.
  if (/^(#?|#\/|#\/s\/.*)$/s.test(hash)) return { kind: 'session' };
  return { kind: 'unknown', hash };
}
