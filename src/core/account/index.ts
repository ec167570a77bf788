export type { HeadOf, RequestAccount, SessionAccount, StepAccount } from './accountOf.ts';
export { accountOf, textsOfAccount } from './accountOf.ts';
export type { AccountKind, KindSums } from './kinds.ts';
export { ACCOUNT_KINDS, wholeOf } from './kinds.ts';
export { rereadsOf } from './rereads.ts';
export type { AccountSums, Measure, SavedSums, StepSums } from './sums.ts';
export { bytesOfText, sumAccount, sumSaved, unitsOfText } from './sums.ts';
export type { AccountMessage, AccountPart, AccountText } from './texts.ts';
export { underProfile } from './underProfile.ts';
