/** What the page asks its worker: whether anything answers at this address. */
export interface ReachRequest {
  readonly url: string;
  /** Milliseconds from the asking on after which it is silent. */
  readonly limitMs: number;
}

/**
 * `reached`: something answered, whatever it said. `refused`: no such host, no way there, or no connection.
 * `silent`: nothing came within the limit. `unknown`: this page cannot ask.
 */
export type Reach = 'reached' | 'refused' | 'silent' | 'unknown';
