import type { JsonValue, ToolRecord } from '../../contract/index.ts';

/** Command of a bash call; '' where the input has none. */
export function commandOf(input: JsonValue): string {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return '';
  const command = Reflect.get(input, 'command');
  return typeof command === 'string' ? command : '';
}

/**
 * Names of the programs of the pipeline with which a command line ends, whose exit code is the call's. One
 * name where it is no pipeline. Quoted text is not looked into; what this cannot read gives fewer names.
 */
export function lastPipeline(command: string): readonly string[] {
  const bare = command
    .slice(0, 20_000)
    .replace(/\\[^\n]/g, '_')
    .replace(/'[^']*'|"[^"]*"/g, '_')
    .trimEnd();
  const last = bare.split(/\n|;|&&|\|\||(?<!>)&(?!>)/).findLast((part) => part.trim() !== '') ?? '';
  return last
    .split(/\|&?/)
    .map((stage) => programOf(stage))
    .filter((name) => name !== '');
}

/** Exit codes of a pipeline's stages, where the guest told them. */
export function stageExits(record: ToolRecord): readonly number[] | null {
  const exits = record.notes.find((note) => note.code === 'pipeline-stages')?.data?.exits;
  if (!Array.isArray(exits)) return null;
  return exits.every((exit) => typeof exit === 'number') ? exits : null;
}

function programOf(stage: string): string {
  const words = stage
    .trim()
    .replace(/^[({!\s]+/, '')
    .split(/\s+/)
    .filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [first = '', second = ''] = words;
  const name = first === 'git' && second === 'grep' ? 'git grep' : first.slice(first.lastIndexOf('/') + 1);
  return name.replace(/[)};]+$/, '').slice(0, 40);
}
