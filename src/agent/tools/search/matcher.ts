import { LineScan, type ScanOptions, type ScanResult } from './lineScan.ts';

/** A scan of one file that can be given up at any time. */
export interface FileScan {
  push(bytes: Uint8Array): Promise<void>;
  end(): Promise<ScanResult>;
}

/**
 * Runs scans somewhere. A pattern that never ends must not hold the page: `dispose` ends what runs, whose
 * promises then never settle, so callers race them with their own time limit.
 */
export interface LineMatcher {
  open(options: ScanOptions): FileScan;
  dispose(): void;
}

/** Scans where it is called. For tests and hosts without workers: a hostile pattern blocks it. */
export function createInProcessMatcher(): LineMatcher {
  return {
    open(options) {
      const scan = new LineScan(options);
      return {
        push: async (bytes) => scan.push(bytes),
        end: async () => scan.end(),
      };
    },
    dispose() {},
  };
}
