import type { Expander } from './expand.ts';
import type { Scope } from './variables.ts';

/** What the reader needs of the machine. */
export interface ReaderHost {
  read(path: string): Promise<string | null>;
  expanderFor(scope: Scope): Expander;
  say(text: string, stream: 'out' | 'err'): Promise<void>;
  setWhere(where: string): void;
  wildcard(pattern: string): Promise<string[]>;
  shell(command: string): Promise<string>;
}
