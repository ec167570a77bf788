export type {
  CommandDrop,
  EventBody,
  GuestKind,
  ModelRef,
  SentView,
  SessionEvent,
  SessionOrigin,
  SubAgentEventBody,
  ToldPlace,
  ToldSubject,
  TurnEndReason,
  ViewAccount,
  WakeCause,
} from './events.ts';
export { LOG_VERSION } from './events.ts';
export type { McpPartFacts, TodoItem, ToolFacts } from './facts.ts';
export type { JobFacts, JobWords } from './jobs.ts';
export type { JsonObject, JsonValue } from './json.ts';
export type {
  CaptureLoss,
  CaptureLossCode,
  CleanerId,
  OutputChunk,
  OutputFacts,
  OutputText,
  Segment,
  StreamName,
  TextSource,
  WindowedText,
} from './output.ts';
export type { HarnessPiece, HarnessRole, OutputPiece, Piece } from './piece.ts';
export type {
  Certainty,
  LengthUnit,
  LengthUnitRule,
  LimitOverrides,
  OptionValues,
  Profile,
  ProfileAbout,
  ProfileContext,
  ProfileFact,
  ProfileLimits,
  ProfileOption,
  ProfileRef,
  QuirkAbout,
  QuirkSetting,
  QuirkSettings,
  SavePlan,
  ToolText,
} from './profile.ts';
export type {
  AssistantPart,
  Prompt,
  PromptMessage,
  TokenUsage,
  ToolResultPart,
  ToolSpec,
} from './prompt.ts';
export type {
  AskedQuestion,
  ExternalToolSpec,
  Question,
  QuestionAnswer,
  QuestionChoice,
} from './questions.ts';
export type { ReadPage } from './read.ts';
export type {
  ErrorPhase,
  Note,
  Outcome,
  RecordKey,
  SavedFile,
  SignalName,
  StoppedBy,
  ToolError,
  ToolRecord,
} from './record.ts';
export { signalNames } from './record.ts';
export type { TokenCounter, TokenCut, TokenEncoding, TokenPass, TokenPrefix } from './tokens.ts';
