import { type Place, type ProbeContext, probes, probeText } from './probes.ts';

/** Frames and workers evaluate alike but share no type. */
interface Evaluates {
  evaluate(text: string): Promise<unknown>;
}

/** What each probe that is meant for `place` finds there. */
export async function answers(
  where: Evaluates,
  place: Place,
  context: ProbeContext,
): Promise<Record<string, unknown>> {
  const asked = probes.filter((probe) => probe.expected[place] !== undefined);
  const found = await Promise.all(
    asked.map(async (probe) => [probe.title, await where.evaluate(probeText(probe, context))] as const),
  );
  return Object.fromEntries(found);
}

/** What each of them should find. */
export function expected(place: Place): Record<string, string> {
  return Object.fromEntries(
    probes.flatMap((probe) => {
      const answer = probe.expected[place];
      return answer === undefined ? [] : [[probe.title, answer]];
    }),
  );
}
