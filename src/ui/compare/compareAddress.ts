/** One side of a comparison as an address names it: a stored session, and the profile it is looked at under. */
export interface SideAddress {
  readonly session: string | null;
  /** Null: as it was sent. */
  readonly profile: string | null;
}

export interface CompareAddress {
  readonly left: SideAddress;
  readonly right: SideAddress;
}

const name = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads what stands behind `#/compare?`. What is not a name is nothing: an address is typed by anybody. */
export function parseCompareAddress(query: string): CompareAddress {
  const params = new URLSearchParams(query);
  const named = (key: string) => {
    const value = params.get(key);
    return value !== null && name.test(value) ? value : null;
  };
  const side = (at: string): SideAddress => ({ session: named(at), profile: named(`${at}-profile`) });
  return { left: side('left'), right: side('right') };
}

export function formatCompareAddress({ left, right }: CompareAddress): string {
  const params = new URLSearchParams();
  for (const [at, { session, profile }] of [
    ['left', left],
    ['right', right],
  ] as const) {
    if (session !== null) params.set(at, session);
    if (profile !== null) params.set(`${at}-profile`, profile);
  }
  const query = params.toString();
  return query === '' ? '#/compare' : `#/compare?${query}`;
}
