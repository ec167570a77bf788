import type { Certainty } from '../../core/index.ts';

const words: Readonly<Record<Certainty, string>> = {
  H: 'read in source or measured',
  M: 'one secondary source, or inferred',
  L: 'one weak source',
  ours: 'our own',
};

export function certaintyWords(certainty: Certainty): string {
  return words[certainty];
}
