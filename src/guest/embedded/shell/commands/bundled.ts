import type { Command } from 'just-bash/browser';
import type { Bundle, BundleName } from '../bundles.ts';
import { bytesFromLatin1, bytesFromText } from '../disk/bytes.ts';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput, joined } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { runChildShell } from './nestedShell.ts';

/** Commands whose program comes in a bundle when it is first called. `npx` is in the bundle `npm`. */
const programs: Readonly<Record<string, BundleName>> = { git: 'git', jq: 'jq', npm: 'npm', npx: 'npm' };

export const bundledNames = Object.keys(programs);

export function bundledCommands(tools: CommandTools): Command[] {
  return Object.entries(programs).map(([name, bundle]) => bundledCommand(tools, name, bundle));
}

function bundledCommand(tools: CommandTools, name: string, bundleName: BundleName): Command {
  return command(name, async (args, context) => {
    const call = tools.live.takeCall(name);
    const output = new CommandOutput(name, tools, call);
    let bundle: Bundle;
    try {
      if (!tools.loadBundle) throw new Error('this guest brings no further programs');
      bundle = await tools.loadBundle(bundleName);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await output.error(`could not be loaded: ${reason}`);
      return output.result(127);
    }
    const program = bundle[name];
    if (!program) return fail(`bash: ${name}: command not found\n`, 127);
    const wholeInput = async (operand: string): Promise<Uint8Array | null> => {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) return null;
      const parts: Uint8Array[] = [];
      for await (const chunk of input.chunks) parts.push(chunk);
      return joined(parts);
    };
    const exitCode = await program({
      args,
      cwd: context.cwd,
      env: context.exportedEnv ?? {},
      files: tools.disk.files,
      // The worker's clock is the guest's while a job runs.
      nowMs: () => Date.now(),
      randomByte: tools.randomByte,
      stdin: async () => (await wholeInput('-')) ?? new Uint8Array(0),
      input: wholeInput,
      out: (bytes) => output.write(typeof bytes === 'string' ? bytesFromText(bytes) : bytes),
      err: (text) => output.errorText(text),
      shell: async (script, { cwd, env }) => {
        const inChild = { ...context, cwd, exportedEnv: { ...env, PWD: cwd } };
        const child = { script, zero: 'sh', args: [], route: call.route, where: 'sh: line 1' };
        const ran = await runChildShell(tools, inChild, child);
        const isBytes = ran.stdoutKind === 'bytes';
        if (ran.stdout) await output.write(isBytes ? bytesFromLatin1(ran.stdout) : bytesFromText(ran.stdout));
        if (ran.stderr) await output.errorText(ran.stderr);
        return ran.exitCode;
      },
      signal: tools.signal,
      fetch: tools.fetch,
    });
    return output.result(exitCode);
  });
}
