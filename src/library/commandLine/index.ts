import { loadProfiles } from '../../core/index.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { inspectCommand, inspectOptionKinds } from './inspectCommand.ts';
import type { CommandIo } from './io.ts';
import { presentCommand, presentOptionKinds } from './presentCommand.ts';
import { profilesCommand, profilesOptionKinds } from './profilesCommand.ts';
import { readCommand, readOptionKinds } from './readCommand.ts';

export type { CommandIo } from './io.ts';
export { createNodeIo } from './nodeIo.ts';

const usage = `Usage:
  spillway present --profile ID [options] < OUTPUT    what the model would get for an output, byte for byte
  spillway read FILE --profile ID [options]           what it would get for a page of a file
  spillway profiles [--json]                          every profile
  spillway inspect LINK|FILE [--json]                 what is in a recording
  spillway replay LINK|FILE…                          runs recordings again in Chromium; exit 1 at a drift

present:  --tool NAME (bash)  --exit N (0)  --signal SIGKILL|SIGSEGV|…  --timed-out  --aborted
          --stderr FILE  --timeout-ms N  --duration-ms N (0)  --context-left TOKENS
read:     --offset LINE (from 1)  --limit LINES
both:     --json  --call-id ID  --encoding o200k_base|cl100k_base  --quirk ID=exact|fixed  --option ID=VALUE
          --session ID  --home FOLDER  --workspace FOLDER
`;

/**
 * Runs one command. @returns its exit code: 0; 1 where a read is an error for the model, or something failed;
 * 2 with one sentence on stderr for arguments that make no sense.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    await loadProfiles();
    return await dispatch(argv, io);
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      await io.stderr(`${thrown.message}\n`);
      return 2;
    }
    await io.stderr(`The command failed: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    return 1;
  }
}

async function dispatch([command, ...rest]: readonly string[], io: CommandIo): Promise<number> {
  switch (command) {
    case 'present':
      await presentCommand(parseArguments(rest, presentOptionKinds), io);
      return 0;
    case 'read':
      return readCommand(parseArguments(rest, readOptionKinds), io);
    case 'profiles':
      await profilesCommand(parseArguments(rest, profilesOptionKinds), io);
      return 0;
    case 'inspect':
      return inspectCommand(parseArguments(rest, inspectOptionKinds), io);
    case 'help':
    case '--help':
    case '-h':
      await io.stdout(usage);
      return 0;
    case undefined:
      throw new UsageError('Say what to do: present, read, profiles, inspect, replay or help.');
    default:
      throw new UsageError(
        `There is no command ${JSON.stringify(command)}: there are present, read, profiles, inspect and replay.`,
      );
  }
}
