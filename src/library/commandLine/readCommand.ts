import { profileContext, sentViewOf } from '../../core/index.ts';
import { createInProcessCounter } from '../../tokenizer/index.ts';
import { type Arguments, type OptionKinds, UsageError, wholeNumber } from './arguments.ts';
import type { CommandIo } from './io.ts';
import { askedPlaces, askedProfile, profileOptionKinds } from './profileArguments.ts';
import { viewJson } from './viewJson.ts';

export const readOptionKinds = {
  ...profileOptionKinds,
  offset: 'value',
  limit: 'value',
} as const satisfies OptionKinds;

/** Prints the page of a file that the profile's model would get; exit code 1 where the read is an error. */
export async function readCommand(args: Arguments, io: CommandIo): Promise<number> {
  const [file, ...others] = args.positionals;
  if (file === undefined || file === '') throw new UsageError('read needs a file.');
  if (others.length > 0) throw new UsageError(`read takes one file, not also ${others[0]}.`);
  const { profile, ref, encoding } = askedProfile(args);
  const places = askedPlaces(args, io.cwd);
  const offset = wholeNumber(args, 'offset', 1, Number.MAX_SAFE_INTEGER);
  const limit = wholeNumber(args, 'limit', 1, Number.MAX_SAFE_INTEGER);
  const counter = createInProcessCounter();
  // The agent's tools come with much that the other commands do not need.
  const { readAlone } = await import('../../agent/index.ts');
  const { record, text } = await readAlone({
    fs: io.fs,
    profile,
    profileContext: profileContext(profile, ref, places),
    input: {
      path: io.resolvePath(file),
      ...(offset === null ? {} : { offset }),
      ...(limit === null ? {} : { limit }),
    },
    callId: args.value('call-id') ?? 'call_1',
    counter,
    encoding,
  });
  const sent = sentViewOf(ref, record, text, places);
  await io.stdout(
    args.has('json')
      ? `${JSON.stringify(await viewJson(record, sent, text, counter, encoding), null, 2)}\n`
      : sent.text,
  );
  return record.outcome.status === 'ok' ? 0 : 1;
}
