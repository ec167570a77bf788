import type { JobWords } from './jobs.ts';
import type { JsonObject } from './json.ts';
import type { CleanerId, OutputText } from './output.ts';
import type { Piece } from './piece.ts';
import type { ReadPage } from './read.ts';
import type { ToolRecord } from './record.ts';

/** H = read in source or measured; M = one secondary place or inferred; L = one weak source. */
export type Certainty = 'H' | 'M' | 'L' | 'ours';

export interface ProfileFact {
  readonly fact: string;
  readonly source: string;
  readonly certainty: Certainty;
}

export interface ProfileAbout {
  /** Version of the harness that this profile reproduces. */
  readonly harnessVersion: string;
  readonly source: string;
  /** ISO date on which the source was read. */
  readonly readOn: string;
  readonly facts: readonly ProfileFact[];
}

/** A fault of the harness that is reproduced on purpose (`exact`) or repaired (`fixed`). */
export interface QuirkAbout {
  readonly id: string;
  readonly sentence: string;
  readonly certainty: Certainty;
  readonly default: QuirkSetting;
}
export type QuirkSetting = 'exact' | 'fixed';
export type QuirkSettings = Readonly<Record<string, QuirkSetting>>;

/** What a harness counts a length in. A token of 4 bytes is its estimate, not a tokenizer's. */
export type LengthUnit =
  | 'UTF-16 units'
  | 'code points'
  | 'display cells'
  | 'UTF-8 bytes'
  | 'raw bytes'
  | 'tokens of 4 bytes';

/** A length's unit, or the option of the profile that decides it and the unit of each of its values. */
export type LengthUnitRule =
  | LengthUnit
  | { readonly option: string; readonly units: Readonly<Record<string, LengthUnit>> };

/** Numbers a user may change; units in the names. */
export interface ProfileLimits {
  /** Of the inline limits and the preview. Not a user's to change. */
  readonly lengthUnit: LengthUnitRule;
  /** Longest result that goes inline, in `lengthUnit`, by our tool name; `default` for the rest; null = none. */
  readonly inlineLimit: Readonly<Record<string, number | null>> & { readonly default: number | null };
  readonly previewUnits: number;
  readonly defaultTimeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly readLines: number;
  readonly readTokens: number;
}
/** What only this profile can be told: a number in its own unit, or one of a few ways. The UI makes a field of it. */
export type ProfileOption =
  | {
      readonly kind: 'number';
      readonly id: string;
      readonly label: string;
      /** As it is shown behind the number: `lines`, `bytes`, `percent`, `tokens`, `UTF-16 units`. */
      readonly unit: string;
      readonly min: number;
      readonly max: number;
      readonly default: number;
    }
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly label: string;
      readonly values: readonly string[];
      readonly default: string;
    };
export type OptionValues = Readonly<Record<string, number | string>>;

/** What a user has changed; what makes no sense is left at the profile's value. */
export type LimitOverrides = Partial<Omit<ProfileLimits, 'lengthUnit'>> & { readonly options?: OptionValues };

/** What a step ran under. Logged with each step and each record, so that no update rewords history. */
export interface ProfileRef {
  readonly id: string;
  readonly version: number;
  readonly quirks: QuirkSettings;
  readonly overrides: LimitOverrides;
  /** What a user has called this mixture; absent where nobody has. */
  readonly name?: string;
}

/** What the model is told of a tool. `inputSchema` is JSON Schema. */
export interface ToolText {
  /** Our name of the tool. */
  readonly tool: string;
  /** Its name on the wire. */
  readonly wireName: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** Places and names come in from outside: a profile has no clock, no ids and no file system. */
export interface ProfileContext {
  readonly limits: ProfileLimits;
  readonly quirks: QuirkSettings;
  /** Every option of the profile by its id. */
  readonly options: OptionValues;
  readonly sessionId: string;
  readonly home: string;
  readonly workspace: string;
  /** What the guest says of itself: what it has and has not. Empty where it says nothing. */
  readonly guestAbout?: string;
  /** File stems already used in this session (lower case), for names that never collide. */
  readonly usedStems: ReadonlySet<string>;
}

export interface SavePlan {
  /** Absolute guest path. */
  readonly path: string;
  /** Where the harness saves no more than so many bytes; a character that this halves is replaced by U+FFFD. */
  readonly maxBytes?: number;
}

/** One harness's protocol: data and pure functions. */
export interface Profile {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly about: ProfileAbout;
  readonly quirks: readonly QuirkAbout[];
  readonly limits: ProfileLimits;
  readonly options: readonly ProfileOption[];
  readonly cleaner: CleanerId;
  readonly onTimeout: 'kill' | 'background';
  /** Absent where the harness has no jobs. */
  readonly jobs?: JobWords;
  /** True where read takes four characters for a token instead of counting. */
  estimatesTokens?(ctx: ProfileContext): boolean;
  systemPrompt(ctx: ProfileContext): string;
  tools(ctx: ProfileContext): readonly ToolText[];
  /**
   * What the model sent under this profile's field names and units, in those of our tool. Absent where they are
   * the same. Nothing is checked here: the tool's own door does that.
   */
  toolInput?(tool: string, input: JsonObject): JsonObject;
  /** Folders of saved outputs (absolute), left out of grep and glob unless named. */
  savedFolders(ctx: ProfileContext): readonly string[];
  /** Where the whole result goes, or null where it goes inline. */
  save(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null;
  /** The model view. `record.savedAs` decides between notice and fallback. Never an empty text. */
  present(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[];
  /** The model view of a page that `read` made; `text` is the page's text. */
  presentRead(page: ReadPage, record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[];
}
