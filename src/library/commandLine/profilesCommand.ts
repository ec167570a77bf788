import { optionsOf, profiles } from '../../core/index.ts';
import { type Arguments, type OptionKinds, UsageError } from './arguments.ts';
import type { CommandIo } from './io.ts';

export const profilesOptionKinds = { json: 'flag' } as const satisfies OptionKinds;

/** Lists the profiles: a line each with id and title, or everything they say of themselves. */
export async function profilesCommand(args: Arguments, io: CommandIo): Promise<void> {
  if (args.positionals.length > 0) throw new UsageError('profiles takes no arguments but --json.');
  if (args.has('json')) {
    const listed = profiles.map((profile) => ({
      id: profile.id,
      version: profile.version,
      title: profile.title,
      about: profile.about,
      limits: profile.limits,
      options: optionsOf(profile),
      quirks: profile.quirks,
      cleaner: profile.cleaner,
      onTimeout: profile.onTimeout,
    }));
    return io.stdout(`${JSON.stringify(listed, null, 2)}\n`);
  }
  const width = Math.max(...profiles.map((profile) => profile.id.length));
  return io.stdout(profiles.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join(''));
}
