import { constantOf, literalOf, type PipelineNode, type ScriptNode, type SimpleCommandNode } from './ast.ts';

/** Commands that may run for long and hand out what they print when they end. */
const buffering = new Set('rg sort jq diff du tree'.split(' '));

/** Programs that take all their input before they print anything: by their nature, or because just-bash has them. */
const collecting = new Set(
  'bash column fmt gunzip gzip html-to-markdown join paste sh tac xan xargs yq zcat'.split(' '),
);

/** Whether a command keeps its output until its end, wherever that leads. */
export function keepsOutput(name: string): boolean {
  return buffering.has(name);
}

/**
 * Names the parts of a script whose output arrives only when they end. A person who looks at a command that
 * was cut short must know why its last words are missing.
 */
export function unstreamedParts(script: ScriptNode): string[] {
  const found = new Set<string>();
  visit(script.statements, found);
  return [...found];
}

function visit(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
    return;
  }
  if ('type' in value) {
    if (value.type === 'CommandSubstitution') found.add('`$(…)`');
    if (value.type === 'ProcessSubstitution') found.add('`<(…)`');
    if (value.type === 'Pipeline') notePipe(value as PipelineNode, found);
    if (value.type === 'SimpleCommand') {
      const name = literalOf((value as SimpleCommandNode).name);
      if (name !== null && buffering.has(name)) found.add(`\`${name}\``);
    }
  }
  for (const item of Object.values(value)) visit(item, found);
}

function notePipe({ commands }: PipelineNode, found: Set<string>): void {
  for (const command of commands.slice(1)) {
    if (command.type !== 'SimpleCommand' || !command.name) continue;
    const name = constantOf(command.name);
    const readsScript = name !== 'bash' && name !== 'sh' ? true : command.args.length === 0;
    if (name !== null && collecting.has(name) && readsScript) found.add(`what is piped into \`${name}\``);
  }
}
