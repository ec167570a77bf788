import type { ShellLimits } from '../core/index.ts';
import type { BashToolDependencies } from './bashTool/index.ts';

/** The tool's description, and where its commands run as far as that is known beforehand. */
export function describedWithRunner(description: string, runner: BashToolDependencies['runner']): string {
  return typeof runner === 'function' ? description : `${description}\nCommands run in: ${runner.id}.`;
}

/** What a model is told of its timeout parameter, `unitMs` milliseconds a `unit`. */
export function timeoutParameterWords(
  { defaultTimeoutMs, maxTimeoutMs }: ShellLimits,
  unit: 'milliseconds' | 'seconds',
): string {
  const count = (ms: number) => `${unit === 'seconds' ? ms / 1_000 : ms} ${unit}`;
  return `Timeout in ${unit}. Default ${count(defaultTimeoutMs)}, maximum ${count(maxTimeoutMs)}.`;
}
