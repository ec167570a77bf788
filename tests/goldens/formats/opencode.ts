import * as v from 'valibot';
import { cappedBytes, resultFileName } from '../../../src/core/index.ts';
import {
  checkCases,
  differenceWords,
  type FileCheck,
  type GoldenFormat,
  generated,
  sha256,
} from './format.ts';
import { runOpencode } from './opencodeRun.ts';

/** What PR #6234 saves of a result. */
const savedAtMost = 10_485_760;

const optionalText = v.optional(v.string());
const optionalNumber = v.optional(v.number());
const goldenCase = v.pipe(
  v.looseObject({
    id: optionalText,
    fn: v.picklist(['upstream.output', 'upstream.shell', 'upstream.read', 'pr6234']),
    opt: v.optional(
      v.looseObject({
        maxLines: optionalNumber,
        maxBytes: optionalNumber,
        direction: v.optional(v.picklist(['head', 'tail'])),
        hint: optionalText,
        timeout: optionalNumber,
        aborted: v.optional(v.boolean()),
        filepath: optionalText,
        offset: optionalNumber,
        limit: optionalNumber,
        path: optionalText,
      }),
      {},
    ),
    input: optionalText,
    /** JavaScript expression that gives the input; `input` is the text itself. */
    gen: optionalText,
    inputSha: optionalText,
    truncated: v.optional(v.boolean()),
    text: optionalText,
    outSha: optionalText,
    error: optionalText,
    savedBytes: optionalNumber,
    savedSha: optionalText,
  }),
  v.check((golden) => golden.gen !== undefined || golden.input !== undefined, 'neither gen nor input'),
  v.check(
    (golden) => golden.error !== undefined || golden.text !== undefined || Boolean(golden.outSha),
    'neither text nor outSha nor error',
  ),
);
export type OpencodeCase = v.InferOutput<typeof goldenCase>;

const fileName = v.looseObject({
  tool: v.string(),
  callID: v.optional(v.nullable(v.string())),
  startsWith: v.string(),
  file: v.string(),
});
const goldenFile = v.looseObject({
  pathUpstream: v.string(),
  pathPR: v.string(),
  cases: v.array(v.unknown()),
  prFileNames: v.optional(v.array(v.unknown()), []),
});

/** What opencode's tools returned, and what its model got for it: three of its forms in one file. */
export const opencodeFormat: GoldenFormat = {
  check(parsed) {
    const file = v.safeParse(goldenFile, parsed);
    if (!file.success) return null;
    const { cases, prFileNames, pathUpstream, pathPR } = file.output;
    const results = checkCases(cases, (unchecked) => {
      const golden = v.safeParse(goldenCase, unchecked);
      if (!golden.success) return { problem: `not a case of this format (${golden.issues[0].message})` };
      const path = golden.output.fn === 'pr6234' ? pathPR : pathUpstream;
      return { id: golden.output.id, problem: caseProblem(golden.output, golden.output.opt.path ?? path) };
    });
    return joined(results, checkCases(prFileNames, nameCheck));
  },
};

function caseProblem(golden: OpencodeCase, path: string): string | null {
  try {
    const input = golden.gen === undefined ? (golden.input ?? '') : generated(golden.gen);
    if (golden.inputSha !== undefined && golden.inputSha !== sha256(input))
      return 'input has another SHA-256';
    const { text, savedPath, isError } = runOpencode(golden, input, path);
    if (golden.error !== undefined) {
      if (!isError) return `no error, but ${JSON.stringify(text.slice(0, 60))}`;
      return golden.error === text ? null : differenceWords(golden.error, text);
    }
    if (golden.truncated !== undefined && golden.truncated !== (savedPath !== null)) {
      return `truncated is ${savedPath !== null}, not ${golden.truncated}`;
    }
    if (golden.fn === 'pr6234' && savedPath !== null && extension(savedPath) !== extension(path)) {
      return `saved to ${savedPath}, not ${path}`;
    }
    const expected = golden.text?.toWellFormed() ?? (golden.outSha === golden.inputSha ? input : undefined);
    if (expected !== undefined && expected !== text) return differenceWords(expected, text);
    if (golden.outSha !== undefined && golden.outSha !== sha256(text)) {
      return `result of ${text.length} characters has another SHA-256`;
    }
    return savedProblem(golden, input);
  } catch (thrown) {
    return `threw ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

/** The saved file where the golden tells of it. */
function savedProblem(golden: OpencodeCase, input: string): string | null {
  if (golden.savedBytes === undefined && golden.savedSha === undefined) return null;
  const saved = cappedBytes(new TextEncoder().encode(input), savedAtMost);
  if (golden.savedBytes !== undefined && golden.savedBytes !== saved.length) {
    return `saved ${saved.length} bytes, not ${golden.savedBytes}`;
  }
  const isSame = golden.savedSha === undefined || golden.savedSha === sha256(new TextDecoder().decode(saved));
  return isSame ? null : 'the saved file has another SHA-256';
}

function nameCheck(unchecked: unknown) {
  const golden = v.safeParse(fileName, unchecked);
  if (!golden.success) return { problem: `not a file name (${golden.issues[0].message})` };
  const { tool, callID, startsWith, file } = golden.output;
  const ulid = /[0-9A-HJKMNP-TV-Z]{26}(?=\.[a-z]+$)/.exec(file)?.[0] ?? '';
  const name = resultFileName({ tool, callId: callID ?? null, start: startsWith, ulid });
  return { id: file, problem: name === file ? null : `the name is ${name}` };
}

function joined(...checks: readonly FileCheck[]): FileCheck {
  return {
    passed: checks.reduce((sum, check) => sum + check.passed, 0),
    failures: checks.flatMap((check) => check.failures),
  };
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.'));
}
