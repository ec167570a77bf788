import type { JsonObject } from './json.ts';

/** What a call waits for its user to say. A question is in the log, so it outlives the page that asked it. */
export type Question =
  /** May this call run? `fingerprint` names what would run, null for our own tools. */
  | {
      readonly kind: 'permission';
      readonly tool: string;
      readonly fingerprint: string | null;
      /** Another version of the tool had been allowed before. */
      readonly changed: boolean;
    }
  /** A question of the model's own. Without choices it is answered in words. */
  | {
      readonly kind: 'choice';
      readonly text: string;
      readonly choices: readonly QuestionChoice[];
      /** More than one may be chosen. */
      readonly multiple: boolean;
    };

export interface QuestionChoice {
  readonly label: string;
  readonly description: string;
}

export type QuestionAnswer =
  | { readonly kind: 'permission'; readonly choice: 'once' | 'always' | 'deny' }
  /** `chosen`: labels of the choices. `text`: the user's own words, empty where there are none. */
  | { readonly kind: 'choice'; readonly chosen: readonly string[]; readonly text: string };

/** One question of a call; `answer` null while it waits. */
export interface AskedQuestion {
  readonly question: Question;
  readonly answer: QuestionAnswer | null;
}

/** A tool that no profile knows, as the model was told of it: a plugin's or a server's. */
export interface ExternalToolSpec {
  /** Prefixed, and the name on the wire as well. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}
