/** What the loop reports. */
export interface LoopHooks {
  /** Nothing is left that keeps the process alive. Called again whenever that is so anew. */
  readonly onIdle: () => void;
  readonly onFail: (error: unknown) => void;
}
