import { type ShellLimits, type ShellNote, shellNotes, type TimeoutUnit } from '../../../src/core/index.ts';
import type { BetterFsCase } from './betterFsTools.ts';

/** A case's notes: made from facts that the case gives, and from those that only its words hold. */
export interface GoldenNotes {
  readonly notes: readonly ShellNote[];
  readonly clamp: { readonly requestedMs: number; readonly unit: TimeoutUnit } | null;
}

export function notesOf(golden: BetterFsCase, limits: ShellLimits): GoldenNotes {
  const clampWords = wordsOf(golden, 'clamped');
  const clamp = golden.notes.includes('clamped') ? clampOf(clampWords, golden.title) : null;
  return {
    notes: golden.notes.map((code) => noteOf(code, golden, limits, clamp)),
    clamp,
  };
}

function noteOf(
  code: string,
  golden: BetterFsCase,
  limits: ShellLimits,
  clamp: GoldenNotes['clamp'],
): ShellNote {
  const words = wordsOf(golden, code);
  const found = (pattern: RegExp) => pattern.exec(words)?.[1] ?? '';
  switch (code) {
    case 'clamped':
      if (clamp === null) throw new Error('the case does not say which timeout was asked');
      return shellNotes.clamped(clamp.requestedMs, limits.maxTimeoutMs, clamp.unit);
    case 'aborted':
      return golden.run === null
        ? shellNotes.abortedBeforeStart()
        : shellNotes.aborted(golden.run.durationMs);
    case 'output-cap':
      return shellNotes.outputCap(limits.maxCaptureBytes);
    case 'unconfirmed-stop':
      return shellNotes.unconfirmedStop();
    case 'output-incomplete':
      return shellNotes.outputIncomplete({
        detail: found(/stream failed \((.*?)\)(?=;|\. The exit)/),
        drainMs: Number(found(/not ended (\d+) ms/)),
        skippedChunks: Number(found(/gave (\d+) malformed/)),
      });
    case 'extension-failed':
      return shellNotes.extensionFailed(
        found(/^The (.*) extension failed/),
        golden.status.split(' ')[2] ?? found(/during the (\S+) phase/),
      );
    case 'spawn-failed': {
      const detail = /could not start \((.*)\)\. This/.exec(words)?.[1];
      return shellNotes.spawnFailed(detail ?? null);
    }
    case 'invalid-input':
      return shellNotes.invalidInput(found(/rejected: (.*)$/s));
    case 'cwd-not-found':
      return shellNotes.cwdNotFound(found(/directory (.*) does not exist/), parameterOf(words));
    case 'cwd-not-a-directory':
      return shellNotes.cwdNotADirectory(found(/directory (.*) is not a directory/), parameterOf(words));
    case 'denied': {
      const policy = /^The command in (.*?) was refused by policy(?: \((.*)\))?\.$/s.exec(words);
      // Only words of another form are a host's own.
      if (policy === null && !words.startsWith('The command in ')) return shellNotes.ofHost('denied', words);
      return shellNotes.denied(policy?.[1] ?? '', policy?.[2] ?? null);
    }
    case 'refused': {
      const hook = /^The command was refused by the (.*) check\.$/s.exec(words)?.[1];
      const isHost = hook === undefined && !words.startsWith('The command was refused');
      return isHost ? shellNotes.ofHost('refused', words) : shellNotes.refused(hook ?? '');
    }
    default:
      throw new Error(`unknown note ${code}`);
  }
}

/** A note's message in the case's text; empty where the text is given as a hash. */
function wordsOf({ text = '' }: BetterFsCase, code: string): string {
  const start = `[bash:${code}] `;
  const line = text.split('\n').findLast((candidate) => candidate.startsWith(start));
  return line?.slice(start.length) ?? '';
}

function parameterOf(words: string): string | null {
  return / Check the (\S+) value\.$/.exec(words)?.[1] ?? null;
}

/** The timeout that was asked is in no field of a case: its note says it, else its title. */
function clampOf(words: string, title: string): GoldenNotes['clamp'] {
  const said = /requested timeout of (.+?) is over/.exec(words)?.[1];
  const asked = said ?? /(\d[\d.]* ?(?:min|s|ms)?) asked/.exec(title)?.[1] ?? /asked (\d+)/.exec(title)?.[1];
  if (asked === undefined) return null;
  const unit: TimeoutUnit = /milliseconds$/.test(asked)
    ? 'milliseconds'
    : /seconds$/.test(asked)
      ? 'seconds'
      : 'plain';
  return { requestedMs: msOf(asked), unit };
}

/** `15 min`, `2 min 5 s`, `0.5 s`, `3600 seconds`, `900000 milliseconds`, or bare milliseconds. */
function msOf(words: string): number {
  const unitMs: Readonly<Record<string, number>> = {
    min: 60_000,
    s: 1_000,
    seconds: 1_000,
    ms: 1,
    milliseconds: 1,
  };
  const parts = [...words.matchAll(/([\d.]+) ?([a-z]+)?/g)];
  return parts.reduce((sum, [, amount = '0', unit = 'ms']) => sum + Number(amount) * (unitMs[unit] ?? 1), 0);
}
