import type { Certainty, ProfileFact } from '../../contract/index.ts';

/** Facts of one source, each with its certainty, as `about` lists them. */
export function factsOf(
  source: string,
  ...facts: readonly (readonly [Certainty, string])[]
): readonly ProfileFact[] {
  return facts.map(([certainty, fact]) => ({ fact, source, certainty }));
}
