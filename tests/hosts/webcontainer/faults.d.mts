export const noFaults: {
  notFound: boolean;
  noInit: boolean;
  slowBootMs: number;
  garbage: boolean;
  initWithoutPort: boolean;
  outOfMemory: boolean;
  neverCloses: boolean;
  lateChunkMs: number;
  exitBeforeOutput: boolean;
  kill: '143' | '137' | 'never';
  unknownCommand: 'reject' | '127';
  withoutCommands: readonly string[];
  splitsUtf8: boolean;
  crlf: boolean;
  errorsWithoutCode: boolean;
  abortsAtTeardown: boolean;
  watchBurst: number;
};
