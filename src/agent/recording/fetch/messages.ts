/** What the page asks its worker for: one address, once. */
export interface FetchRequest {
  readonly url: string;
  readonly maxBytes: number;
}

export type FetchAnswer =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly message: string };
