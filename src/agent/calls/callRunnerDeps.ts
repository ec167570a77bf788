import type { ProfileRef, Question, QuestionAnswer, RecordKey, TokenCounter } from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { SessionJobs } from '../jobs/sessionJobs.ts';
import type { OutputBudget } from '../output/outputPipeline.ts';
import type { PermissionBook } from '../permissions/permissionBook.ts';
import type { LogDoor } from '../session/sessionLog.ts';
import type { After } from '../timers.ts';
import type { FileFactsCache } from '../tools/fileFactsCache.ts';
import type { PathLocks } from '../tools/pathLocks.ts';
import type { LineMatcher } from '../tools/search/matcher.ts';
import type { SubAgentEnd } from '../tools/toolPort.ts';
import type { CallHost } from '../workspace/guestHost.ts';
import type { CallTools } from './callDoor.ts';
import type { Playing } from './playedCall.ts';
import type { RecordWriter } from './recordWriter.ts';

/** What a conversation gives its calls: the session's own, or a part of it that a sub-agent has. */
export interface CallRunnerDeps {
  readonly log: LogDoor;
  readonly store: SessionStore;
  readonly records: RecordWriter;
  readonly host: CallHost;
  readonly counter: TokenCounter;
  readonly clock: () => number;
  readonly after: After;
  readonly budget: OutputBudget;
  readonly fileFacts: FileFactsCache;
  readonly locks: PathLocks;
  readonly createMatcher: () => LineMatcher;
  /** What a recording says of its calls; absent where none is played. */
  readonly played?: Playing;
  readonly tools: CallTools;
  readonly permissions: PermissionBook;
  /** Whether this session has saved an output at the path: to read it is never asked about. */
  readonly isSavedOutput: (path: string) => boolean;
  readonly ask: (key: RecordKey, question: Question, stop: AbortSignal) => Promise<QuestionAnswer | null>;
  readonly runSubAgent: (call: SubAgentCall) => Promise<SubAgentEnd>;
  readonly jobs: SessionJobs;
  /** Whether this conversation is told of the ends of its jobs. */
  readonly hearsJobs: boolean;
  readonly onLive: (key: RecordKey) => void;
  readonly onRunning: () => void;
}

/** A call that gives its work to a sub-agent. */
export interface SubAgentCall {
  readonly key: RecordKey;
  readonly prompt: string;
  readonly ref: ProfileRef;
  readonly stop: AbortSignal;
}
