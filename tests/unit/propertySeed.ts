import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number;
  }
}

// One seed for all property tests, so that a commit is judged the same way wherever it is tested. A failure names it.
fc.configureGlobal({ seed: inject('propertySeed') });
