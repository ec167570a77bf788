import type { JsonValue } from '../contract/index.ts';

/** What a fact of a run can be; null where the run does not have it (a path where nothing was saved). */
export type FactValue = string | number | boolean | null;

/**
 * One thing that must hold. `fact` names what is looked at: `label.field` for the call with that id, `session.field`
 * for the session, `field` alone for the call that is being judged; `label@profile.field` asks what another profile
 * would have made of the same output. A right side `{ fact }` compares two facts.
 */
export interface Condition {
  readonly fact: string;
  readonly is?: FactValue;
  readonly not?: FactValue;
  readonly has?: string;
  readonly lacks?: string;
  readonly atLeast?: number | { readonly fact: string };
  readonly atMost?: number | { readonly fact: string };
}

export interface Choice {
  readonly label: string;
  /** The choice is right where all of these hold in the live run: no answer is written down. */
  readonly when: readonly Condition[];
}

/** A question that is put before the run that answers it. */
export type Prediction =
  | { readonly kind: 'choice'; readonly question: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'number';
      readonly question: string;
      readonly fact: string;
      /** Behind the number: `tokens`, `bytes`, `characters`, `lines`. */
      readonly unit: string;
      /** How far a right answer may be off, as a share of the fact: 0.25 is a quarter. */
      readonly within: number;
    };

/** Something that the lesson does in its session. */
export type LessonRun =
  /** From here on results are worded by this profile, with these options of it. */
  | {
      readonly kind: 'profile';
      readonly profile: string;
      readonly options: Readonly<Record<string, string | number>>;
    }
  /** A turn: what the user says, and the answers of the scripted model; answers that are left are for wakes. */
  | { readonly kind: 'turn'; readonly user: string; readonly model: readonly JsonValue[] }
  /** Waits until every job has ended and the model was told. */
  | { readonly kind: 'heard' };

/** Live numbers side by side; a cell is the name of a fact. */
export interface FactTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly title: string; readonly facts: readonly string[] }[];
}

/** A requirement of a task: met by one call since the task began for which all conditions hold. */
export interface Check {
  readonly says: string;
  readonly all: readonly Condition[];
}

/** A field of a tool that a learner fills in; `value` is what stands there at first. */
export interface TaskField {
  readonly name: string;
  readonly title: string;
  readonly kind: 'text' | 'number' | 'switch';
  readonly value: string;
}

export interface TaskTool {
  /** Its name on the wire, under the profile that is in force. */
  readonly tool: string;
  readonly fields: readonly TaskField[];
}

export type LessonTask =
  /** The learner calls tools as the model would. */
  | {
      readonly kind: 'calls';
      readonly goal: string;
      readonly tools: readonly TaskTool[];
      /** The learner may also raise how long a result goes to the model whole. */
      readonly limits: boolean;
      readonly checks: readonly Check[];
      readonly answer: { readonly says: string; readonly model: readonly JsonValue[] };
    }
  /** The learner designs a profile; facts `label@mine.field` look at outputs through it. */
  | {
      readonly kind: 'profile';
      readonly goal: string;
      readonly base: string;
      readonly checks: readonly Check[];
      readonly answer: {
        readonly says: string;
        readonly base: string;
        /** Numbers of the profile; `bash`: its longest result of a command. */
        readonly limits: Readonly<Record<string, number>>;
        readonly options: Readonly<Record<string, string | number>>;
      };
    };

export interface LessonStep {
  readonly title: string;
  /** Markdown before the run, and behind it; `{{fact}}` becomes what the live run gave. */
  readonly before: string;
  readonly after: string;
  readonly predict: Prediction | null;
  readonly run: readonly LessonRun[];
  /** The call whose views are shown when the step has run; null: the last one. */
  readonly show: string | null;
  readonly table: FactTable | null;
  readonly task: LessonTask | null;
}

export interface LessonFile {
  /** Below the workspace. */
  readonly path: string;
  readonly text: string;
}

/** A lesson as data: nothing of it is code. */
export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly minutes: number;
  /** The profile that the session begins with. */
  readonly profile: string;
  /** The MCP server in the page is on. */
  readonly mcp: boolean;
  readonly files: readonly LessonFile[];
  /** Texts that facts look for, by name: `label.sees-NAME` is whether the view holds the text. */
  readonly marks: Readonly<Record<string, string>>;
  readonly steps: readonly LessonStep[];
}

/** The two files of a lesson's folder, as they lie there. */
export interface LessonSource {
  /** Name of the folder, or what the link calls it. */
  readonly id: string;
  /** `lesson.md`: front matter, then a heading of level two for each step; a line `---` begins what follows its run. */
  readonly prose: string;
  /** `lesson.json`: what the steps ask, run and check. */
  readonly data: string;
}
