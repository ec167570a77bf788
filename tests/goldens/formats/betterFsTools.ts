import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import {
  cutShellOutput,
  resolveShellLimits,
  type ShellRun,
  shellOutputOf,
  shellReport,
  textOfPieces,
} from '../../../src/core/index.ts';
import { notesOf } from './betterFsNotes.ts';
import { capturedChunks, givenCut, profileText } from './betterFsRun.ts';
import { checkCases, differenceWords, type GoldenFormat, genTimeoutMs, sha256 } from './format.ts';

const optionalNumber = v.optional(v.number());
const runFacts = v.looseObject({
  exitCode: v.nullable(v.number()),
  signal: v.nullable(v.string()),
  durationMs: v.number(),
  stoppedBy: v.nullable(v.picklist(['timeout', 'abort', 'output-cap'])),
  timeoutMs: v.number(),
});
const outputFacts = v.looseObject({
  head: v.optional(v.string()),
  tail: v.optional(v.nullable(v.string())),
  totalBytes: optionalNumber,
  totalLines: optionalNumber,
  omittedBytes: optionalNumber,
  omittedLines: optionalNumber,
  stdoutBytes: optionalNumber,
  stderrBytes: optionalNumber,
  spill: v.optional(v.nullable(v.string())),
});
const goldenCase = v.pipe(
  v.looseObject({
    id: v.optional(v.string()),
    title: v.optional(v.string(), ''),
    kind: v.optional(v.string()),
    status: v.optional(v.string(), ''),
    limits: v.optional(v.unknown(), {}),
    chunks: v.optional(v.array(v.unknown()), []),
    /** JavaScript expression that gives the chunks; it wins over `chunks`, which then only says what they are. */
    gen: v.optional(v.string()),
    run: v.optional(v.nullable(runFacts), null),
    spill: v.optional(v.nullable(v.string()), null),
    notes: v.optional(v.array(v.string()), []),
    output: v.optional(v.nullable(outputFacts), null),
    text: v.optional(v.string()),
    textSha256: v.optional(v.string()),
    textBytes: optionalNumber,
    /** What the limits are refused with. */
    error: v.optional(v.string()),
  }),
  v.check(
    ({ text, textSha256, error }) => text !== undefined || textSha256 !== undefined || error !== undefined,
    'neither text nor textSha256 nor error',
  ),
);
export type BetterFsCase = v.InferOutput<typeof goldenCase>;

const goldenFile = v.looseObject({
  about: v.pipe(v.string(), v.includes('better-fs-tools')),
  cases: v.array(v.unknown()),
});

/** Chunks as they came, how the command ended, and the text and output facts that the tool gave. */
export const betterFsToolsFormat: GoldenFormat = {
  check(parsed) {
    const file = v.safeParse(goldenFile, parsed);
    if (!file.success) return null;
    return checkCases(file.output.cases, (unchecked) => {
      const golden = v.safeParse(goldenCase, unchecked);
      return golden.success
        ? { id: golden.output.id, problem: caseProblem(golden.output) }
        : { problem: `not a case of this format (${golden.issues[0].message})` };
    });
  },
};

function caseProblem(golden: BetterFsCase): string | null {
  if (golden.error !== undefined) return errorProblem(golden.limits, golden.error);
  try {
    return golden.kind === 'report' ? reportProblem(golden) : runProblem(golden);
  } catch (thrown) {
    return `threw ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

function errorProblem(limits: unknown, error: string): string | null {
  try {
    resolveShellLimits(limits);
    return 'the limits are not refused';
  } catch (thrown) {
    const message = thrown instanceof TypeError ? thrown.message : String(thrown);
    return message === error ? null : differenceWords(error, message);
  }
}

function runProblem(golden: BetterFsCase): string | null {
  const limits = resolveShellLimits(golden.limits);
  const { text, facts } = capturedChunks(chunksOf(golden), limits);
  const cut = cutShellOutput(text, facts, limits);
  const notes = notesOf(golden, limits);
  if (golden.output !== null) {
    const made: Readonly<Record<string, unknown>> = { ...shellOutputOf(cut, text, facts, golden.spill) };
    for (const [name, value] of Object.entries(golden.output)) {
      if (made[name] !== value) {
        return `output.${name} is ${JSON.stringify(made[name])?.slice(0, 80)}, not ${JSON.stringify(value)?.slice(0, 80)}`;
      }
    }
  }
  const view = golden.run === null ? null : { run: runOf(golden.run), cut, spill: golden.spill };
  const said = textOfPieces(shellReport(view, notes.notes), text);
  const viaProfile = profileText(golden, notes, text, facts);
  return textProblem(golden, said) ?? (viaProfile === null ? null : profileProblem(said, viaProfile));
}

/** A text of output facts that are given as they are. */
function reportProblem(golden: BetterFsCase): string | null {
  const { head = '', tail = null, omittedBytes = 0, omittedLines = 0, spill = null } = golden.output ?? {};
  const { cut, text } = givenCut({ head, tail, omittedBytes, omittedLines });
  const view = golden.run === null ? null : { run: runOf(golden.run), cut, spill: golden.spill ?? spill };
  const { notes } = notesOf(golden, resolveShellLimits(golden.limits));
  return textProblem(golden, textOfPieces(shellReport(view, notes), text));
}

function textProblem(golden: BetterFsCase, said: string): string | null {
  if (golden.text !== undefined && golden.text !== said) return differenceWords(golden.text, said);
  const bytes = new TextEncoder().encode(said).length;
  if (golden.textBytes !== undefined && golden.textBytes !== bytes) {
    return `text has ${bytes} bytes, not ${golden.textBytes}`;
  }
  if (golden.textSha256 !== undefined && golden.textSha256 !== sha256(said)) {
    return `text of ${said.length} characters has another SHA-256`;
  }
  return null;
}

function profileProblem(said: string, viaProfile: string): string | null {
  return said === viaProfile ? null : `the profile says it otherwise: ${differenceWords(said, viaProfile)}`;
}

function chunksOf({ gen, chunks }: BetterFsCase): readonly unknown[] {
  const made: unknown = gen === undefined ? chunks : runInNewContext(gen, {}, { timeout: genTimeoutMs });
  // What the expression gives comes from another realm, whose arrays are not ours.
  return v.parse(v.array(v.unknown()), JSON.parse(JSON.stringify(made)));
}

function runOf(run: NonNullable<BetterFsCase['run']>): ShellRun {
  const { exitCode, signal, durationMs, timeoutMs, stoppedBy } = run;
  return { exitCode, signal, durationMs, timeoutMs, stoppedBy };
}
