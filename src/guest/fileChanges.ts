/** A change of the guest's files since the last drain; the page journals it. */
export type FileChange =
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly mode: number;
      readonly mtimeMs: number;
      readonly size: number;
    }
  | { readonly path: string; readonly kind: 'directory'; readonly mode: number }
  | { readonly path: string; readonly kind: 'symlink'; readonly target: string }
  | { readonly path: string; readonly kind: 'removed' };

/** Changes, and by their paths what small files among them held at that moment: as many as one answer may hold. */
export interface DrainedChanges {
  readonly changes: readonly FileChange[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
}
