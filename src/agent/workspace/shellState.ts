import * as v from 'valibot';
import type { ShellState } from '../../guest/index.ts';

const schema = v.object({
  cwd: v.string(),
  env: v.record(v.string(), v.string()),
  prelude: v.string(),
});

/** A stored shell state, or null where none was stored or it is not one: the shell then starts fresh. */
export function parseShellState(value: unknown): ShellState | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : null;
}
