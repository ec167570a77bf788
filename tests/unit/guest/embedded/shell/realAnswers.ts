import { createHash } from 'node:crypto';
import { KeptAnswers } from '../keptAnswers.ts';
import { hasRealBash, type InputFiles, inRealBash, type Outcome } from './oracle.ts';

/** What was asked, as text: the script, and which files lay beside it. */
function questionOf(script: string, files: InputFiles): string {
  const hash = createHash('sha256');
  for (const [name, content] of Object.entries(files)) hash.update(`${name}\0`).update(content).update('\0');
  return `${script}\n# ${hash.digest('hex').slice(0, 12)}`;
}

/** The answers of the real bash to a test file, most of them from the JSON file where they are kept. */
export function realAnswers(file: URL) {
  const kept = new KeptAnswers<Outcome>(file);
  return {
    /** Whether a test can be run: there are kept answers, or somebody to ask. */
    areThere: kept.areUsed || hasRealBash(),
    inRealBash: (script: string, files: InputFiles): Promise<Outcome> =>
      kept.answer(questionOf(script, files), () => {
        if (!hasRealBash()) throw new Error(`No answer is kept and here is no real bash to ask: ${script}`);
        return inRealBash(script, files);
      }),
  };
}
