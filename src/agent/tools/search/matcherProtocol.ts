import type { ScanOptions, ScanResult } from './lineScan.ts';

/** What the page asks of the search worker, and what it answers. Scans run one at a time. */
export type MatcherRequest =
  | { readonly id: number; readonly type: 'open'; readonly options: ScanOptions }
  | { readonly id: number; readonly type: 'push'; readonly bytes: Uint8Array }
  | { readonly id: number; readonly type: 'end' };

export type MatcherAnswer =
  | { readonly id: number; readonly result: ScanResult | null }
  | { readonly id: number; readonly error: string };
