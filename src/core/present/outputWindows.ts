/** How much of each end of an output its profile can look at, in UTF-16 units; the capture's own size where absent. */
export interface OutputWindows {
  readonly headUnits?: number;
  readonly tailUnits?: number;
}

/**
 * A page of a file is bounded by tokens and shown whole: 25,000 tokens of white space are millions of
 * characters. Every other tool's result is cut by its profile far below the windows' default size.
 */
export function windowsFor(tool: string): OutputWindows {
  return tool === 'read' ? { headUnits: 8 * 1024 * 1024, tailUnits: 0 } : {};
}
